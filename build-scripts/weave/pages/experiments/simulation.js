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
  /** @type {((why: string) => void) | undefined} */
  let stop;

  /**
   * The worker's next message that is not about its progress. A worker that has none within `bound` milliseconds, or fails,
   * is ended.
   * @param {Worker} asked
   * @param {number} bound
   * @param {(progress: SimulatorProgress) => void} [progressed]
   * @returns {Promise<Exclude<SimulatorMessage, SimulatorProgress>>}
   */
  const answer = (asked, bound, progressed) => new Promise((answered, failed) => {
    /** @param {string} why */
    const end = why => {
      stop = undefined;
      clearTimeout(timer);
      asked.terminate();
      worker = undefined;
      failed(new Error(why));
    };
    const timer = setTimeout(() => end(`Stopped: it did not end within ${bound / 1000} s.`), bound);
    stop = end;
    asked.onmessage = ({ data }) => {
      if ("explored" in data) {
        progressed?.(data);
        return;
      }
      stop = undefined;
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

  /**
   * @param {SimulatorRequest} request
   * @param {(progress: SimulatorProgress) => void} [progressed]
   */
  const runNow = async (request, progressed) => {
    worker ??= start();
    const asked = await worker.catch(error => {
      worker = undefined;
      throw error;
    });
    const answered = answer(asked, simulation.bound, progressed);
    asked.postMessage({ ...request, id: ++requests });
    return /** @type {SimulatorReply} */ (await answered);
  };

  return {
    /** Milliseconds that a request may take. */
    bound: 10_000,
    /** Milliseconds in which other orders are tried: less, so that what was found is told. */
    exploring: 8_000,

    /**
     * What comes of a request, after those before it.
     * @param {SimulatorRequest} request
     * @param {(progress: SimulatorProgress) => void} [progressed]
     * @returns {Promise<SimulatorReply>}
     */
    run(request, progressed) {
      const now = last.catch(() => {}).then(() => runNow(request, progressed));
      last = now;
      return now;
    },

    /** Ends the worker, and the request that it is at, with these words. */
    stop: (/** @type {string} */ why) => stop?.(why),

    /** Waits until no request is under way. */
    idle: () => last.catch(() => {}),
  };
})();
