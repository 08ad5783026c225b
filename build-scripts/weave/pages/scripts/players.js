// A button below each figure that a trace can be played for; what plays it is loaded when somebody asks.
"use strict";

const icons = {
  play: "M5 3l10 6-10 6z", pause: "M4 3h4v12H4zM10 3h4v12h-4z", first: "M15 3v12L6 9zM3 3h2v12H3z",
  back: "M12 3v12L4 9z", forward: "M6 3v12l8-6z",
};

/**
 * @param {Element} button
 * @param {keyof icons} name
 * @param {string} [label]
 */
const setIcon = (button, name, label) => {
  button.replaceChildren();
  draw(draw(button, "svg", { viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true" }), "path", { d: icons[name] });
  if (label) fill(button, { "aria-label": label, title: label });
};

{
  const ready = () => Promise.all(["trace.js", "stage.js"].map(load)).then(() => load("player.js"));

  all(".player").forEach((holder, place) => {
    const figure = holder.parentElement && first(".caption-number", holder.parentElement);
    const opener = add(holder, "button", { type: "button", class: "player-open", "aria-expanded": "false" });
    /** @type {InstanceType<typeof Player> | undefined} */
    let player;

    /** @param {boolean} opens */
    const label = opens => {
      opener.setAttribute("aria-expanded", String(opens));
      setIcon(opener, opens ? "back" : "play");
      add(opener, "span", {}, opens ? "Back to the figure" : "Step through this run");
    };

    const open = () => {
      holder.classList.add("open");
      label(true);
      const data = JSON.parse(first("script", holder)?.textContent ?? "");
      player ??= new Player(holder, data, `player-${place}`, figure?.textContent?.trim().replace(/\.$/, "") ?? "Figure");
      player.body.hidden = false;
      player.show(player.now);
      // Where arrows step and the space bar plays.
      player.stage.region.focus();
    };

    const close = () => {
      holder.classList.remove("open");
      label(false);
      player?.pause();
      if (player) player.body.hidden = true;
    };

    opener.addEventListener("click", () => {
      if (holder.classList.contains("open")) close();
      else ready().then(open, () => { opener.textContent = "The player cannot be loaded."; });
    });
    label(false);
  });
}
