// Has the simulator answer requests, one after the other. It is in a worker: a run that takes too long can be stopped, and
// the page never waits.
"use strict";

const simulation = (() => {
  // To start takes its time on slow machines, and is no fault of the kernel.
  const startBound = 60_000;
  /** @type {Promise<Worker> | undefined} */
  let worker;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  let address = "", requests = 0;

  /**
   * The worker's next message. A worker that has none within `bound` milliseconds, or fails, is ended.
   * @param {Worker} asked
   * @param {number} bound
   * @returns {Promise<SimulatorMessage>}
   */
  const answer = (asked, bound) => new Promise((answered, failed) => {
    /** @param {string} why */
    const end = why => {
      clearTimeout(timer);
      asked.terminate();
      worker = undefined;
      failed(new Error(why));
    };
    const timer = setTimeout(() => end(`Stopped: it did not end within ${bound / 1000} s.`), bound);
    asked.onmessage = ({ data }) => {
      clearTimeout(timer);
      answered(data);
    };
    asked.onerror = event => {
      event.preventDefault();
      end(`The simulator stopped: ${event.message || "its worker could not be started"}.`);
    };
  });

  const start = async () => {
    address ||= URL.createObjectURL(new Blob([simulatorScript], { type: "text/javascript" }));
    const started = new Worker(address), said = await answer(started, startBound);
    if ("ready" in said && !said.ready) throw new Error(`The simulator cannot run in this browser: ${said.message}.`);
    return started;
  };

  /** @param {SimulatorRequest} request */
  const runNow = async request => {
    worker ??= start();
    const asked = await worker.catch(error => {
      worker = undefined;
      throw error;
    });
    const answered = answer(asked, simulation.bound);
    asked.postMessage({ ...request, id: ++requests });
    return /** @type {SimulatorReply} */ (await answered);
  };

  return {
    /** Milliseconds that a request may take. */
    bound: 10_000,

    /**
     * What comes of a request, after those before it.
     * @param {SimulatorRequest} request
     * @returns {Promise<SimulatorReply>}
     */
    run(request) {
      const now = last.catch(() => {}).then(() => runNow(request));
      last = now;
      return now;
    },

    /** Waits until no request is under way. */
    idle: () => last.catch(() => {}),
  };
})();
