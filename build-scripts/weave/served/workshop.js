// Has the server compile and judge what the reader edits. `workshopToken`, which it puts before this, says that the page
// is one of those that it has served.
"use strict";

const workshop = {
  /**
   * @template {keyof WorkshopAnswers} What
   * @param {What} what
   * @param {Record<string, string>} body
   * @returns {Promise<WorkshopAnswers[What]>}
   */
  async ask(what, body) {
    const headers = { "Content-Type": "application/json", "X-Workshop-Token": workshopToken };
    const answer = await fetch(`/${String(what)}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
      throw new Error("the server does not answer; does build-scripts/serve still run?");
    });
    const said = await answer.json().catch(() => ({ error: answer.statusText }));
    if (!answer.ok) throw new Error(said.error);
    return said;
  },
};
