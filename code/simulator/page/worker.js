"use strict";

// The worker of a page: it answers each SimulatorRequest by a SimulatorReply. See protocol.d.ts.

(() => {
  const reasons = /** @type {const} */ ([
    "illegal address",
    "misaligned address",
    "assertion",
    "trap",
    "deadlock",
    "cluster address",
    "illegal instruction",
  ]);
  /** @type {Record<number, SimulatorStatus>} */
  const statuses = { 0: "completed", 100: "refused", 101: "unsupported", 102: "memory", 103: "wrong" };

  /** A request that cannot be carried out. */
  class Wrong extends Error {
    /** @param {SimulatorStatus} status @param {string} message */
    constructor(status, message) {
      super(message);
      this.status = status;
    }
  }

  /** @type {string[]} */
  let printed = [];

  const silence = 100; // milliseconds between two messages about the same exploration
  const exploring = { id: 0, until: Infinity, told: 0 };

  /**
   * What the simulator asks before it tries another order: whether to go on.
   * @param {number} explored
   * @param {number} faulty
   */
  function tellOfOrders(explored, faulty) {
    const now = performance.now();
    if (now - exploring.told >= silence) {
      exploring.told = now;
      self.postMessage({ id: exploring.id, explored, faulty });
    }
    return now < exploring.until;
  }

  /**
   * @param {SimulatorCore} simulator
   * @param {number} bytes
   * @template T
   * @param {(at: number) => T} use
   * @returns {T}
   */
  function within(simulator, bytes, use) {
    const at = simulator._malloc(Math.max(bytes, 1));
    if (at === 0) throw new Wrong("memory", "out of memory");
    try {
      return use(at);
    } finally {
      simulator._free(at);
    }
  }

  /**
   * @param {SimulatorCore} simulator
   * @param {string} text
   * @template T
   * @param {(at: number) => T} use
   */
  function withText(simulator, text, use) {
    const bytes = simulator.lengthBytesUTF8(text) + 1;
    return within(simulator, bytes, (at) => {
      simulator.stringToUTF8(text, at, bytes);
      return use(at);
    });
  }

  /** @param {SimulatorCore} simulator @param {Uint8Array} bytes @template T @param {(at: number) => T} use */
  function withBytes(simulator, bytes, use) {
    return within(simulator, bytes.length, (at) => {
      simulator.HEAPU8.set(bytes, at);
      return use(at);
    });
  }

  /** @param {SimulatorCore} simulator @param {() => number} text */
  const json = (simulator, text) => JSON.parse(simulator.UTF8ToString(text()));

  const sizes = { u8: 1, s8: 1, u16: 2, s16: 2, u32: 4, s32: 4, u64: 8, s64: 8, f32: 4, f64: 8 };

  /**
   * @param {SimulatorArgument} argument
   * @param {Map<string, number>} places
   * @returns {Uint8Array}
   */
  function bytesOf(argument, places) {
    if ("bytes" in argument) return argument.bytes;
    const size = "array" in argument ? 8 : sizes[argument.type];
    const view = new DataView(new ArrayBuffer(size));
    if ("array" in argument) {
      const place = places.get(argument.array);
      if (place === undefined) throw new Wrong("wrong", `there is no array ${argument.array}`);
      view.setBigUint64(0, BigInt(place + (argument.offset ?? 0)), true);
    } else if (argument.type === "f32") view.setFloat32(0, argument.value, true);
    else if (argument.type === "f64") view.setFloat64(0, argument.value, true);
    else {
      // Modulo 2^64, and of that the lower bytes: two's complement.
      const whole = new DataView(new ArrayBuffer(8));
      whole.setBigInt64(0, BigInt.asIntN(64, BigInt(argument.value)), true);
      return new Uint8Array(whole.buffer, 0, size);
    }
    return new Uint8Array(view.buffer);
  }

  /**
   * The arguments as the kernel's parameters lie.
   * @param {SimulatorKernel} kernel
   * @param {SimulatorArgument[]} given
   * @param {Map<string, number>} places
   */
  function laidOut(kernel, given, places) {
    const { parameters } = kernel;
    if (given.length !== parameters.length)
      throw new Wrong("wrong", `${kernel.name} takes ${parameters.length} arguments, not ${given.length}`);
    const all = new Uint8Array(kernel.parameter_bytes);
    given.forEach((argument, i) => {
      const { name, offset, size } = parameters[i];
      const bytes = bytesOf(argument, places);
      if (bytes.length !== size) throw new Wrong("wrong", `${name} has ${size} bytes, not ${bytes.length}`);
      all.set(bytes, offset);
    });
    return all;
  }

  /**
   * @param {SimulatorCore} simulator
   * @param {SimulatorLaunch} launch
   * @param {SimulatorKernel[]} kernels
   * @param {Map<string, number>} places
   * @returns {SimulatorOutcome}
   */
  function launched(simulator, launch, kernels, places) {
    const kernel = kernels.find(({ name }) => name === launch.kernel);
    if (!kernel) throw new Wrong("wrong", `there is no kernel ${launch.kernel}`);
    const traced = launch.trace ?? false;
    simulator._sim_trace(traced === false ? 0 : 1, typeof traced === "number" ? traced : -1);
    simulator._sim_explore(launch.explore ?? 0);
    const [gx, gy, gz] = launch.grid;
    const [bx, by, bz] = launch.block;
    const bytes = laidOut(kernel, launch.arguments, places);
    const order = launch.order;
    if (order)
      withBytes(simulator, new Uint8Array(Uint32Array.from(order.warps).buffer), (at) =>
        simulator._sim_order(at, order.warps.length, Number(order.finish)),
      );
    const start = performance.now();
    exploring.told = start;
    exploring.until = start + (launch.exploreFor ?? Infinity);
    const status = withText(simulator, launch.kernel, (name) =>
      withBytes(simulator, bytes, (at) =>
        simulator._sim_launch(name, gx, gy, gz, bx, by, bz, launch.shared ?? 0, at, bytes.length, launch.patience ?? 0),
      ),
    );
    const milliseconds = performance.now() - start;
    const failed = status > 0 && status < 100;
    return {
      status: failed ? "failed" : statuses[status],
      reason: failed ? reasons[status - 1] : null,
      message: status < 100 ? "" : simulator.UTF8ToString(simulator._sim_error()),
      counts: json(simulator, simulator._sim_counts),
      faults: json(simulator, simulator._sim_faults),
      trace: simulator.UTF8ToString(simulator._sim_trace_text()),
      exploration: json(simulator, simulator._sim_exploration),
      replay: json(simulator, simulator._sim_replay),
      milliseconds,
    };
  }

  /**
   * @param {SimulatorCore} simulator
   * @param {SimulatorArray} array
   * @returns {number} its address
   */
  function placed(simulator, { name, bytes, length }) {
    const size = bytes ? bytes.length : length ?? 0;
    const address = simulator._sim_allocate(size);
    if (address === 0) throw new Wrong(size > 0 ? "memory" : "wrong", `no room for ${size} bytes of ${name}`);
    if (bytes) withBytes(simulator, bytes, (at) => simulator._sim_write(address, at, size));
    return address;
  }

  /**
   * Carries out all of it, and puts what comes of it into the reply.
   * @param {SimulatorCore} simulator
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   */
  function carryOut(simulator, request, reply) {
    const error = () => simulator.UTF8ToString(simulator._sim_error());
    simulator._sim_reset();
    if (!withText(simulator, request.ptx, simulator._sim_load)) throw new Wrong("wrong", error());
    reply.refused = json(simulator, simulator._sim_refusals);
    if (!withText(simulator, request.schedule ?? "forward", simulator._sim_schedule)) throw new Wrong("wrong", error());
    const kernels = /** @type {SimulatorKernel[]} */ (json(simulator, simulator._sim_kernels));
    const places = new Map(request.arrays.map((array) => [array.name, placed(simulator, array)]));
    reply.addresses = Object.fromEntries(places);
    exploring.id = request.id;
    for (const launch of request.launches) {
      const outcome = launched(simulator, launch, kernels, places);
      reply.launches.push(outcome);
      reply.status = outcome.status;
      reply.message = outcome.message;
      if (outcome.status !== "completed") break;
    }
    for (const array of request.arrays) {
      const size = array.bytes ? array.bytes.length : array.length ?? 0;
      reply.outputs[array.name] = within(simulator, size, (at) => {
        simulator._sim_read(at, places.get(array.name) ?? 0, size);
        return simulator.HEAPU8.slice(at, at + size);
      });
    }
  }

  /**
   * @param {SimulatorCore} simulator
   * @param {SimulatorRequest} request
   * @returns {SimulatorReply}
   */
  function answered(simulator, request) {
    /** @type {SimulatorReply} */
    const reply = {
      id: request.id, status: "completed", message: "", launches: [], outputs: {}, refused: [], addresses: {}, printed: "",
    };
    printed = [];
    try {
      carryOut(simulator, request, reply);
    } catch (error) {
      reply.status = error instanceof Wrong ? error.status : "broken";
      reply.message = error instanceof Wrong ? error.message : String(error);
    }
    reply.printed = printed.join("");
    return reply;
  }

  /** @returns {Promise<SimulatorCore>} */
  async function started() {
    const packed = Uint8Array.from(atob(simulatorBinary), (each) => each.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const wasmBinary = await new Response(unpacked).arrayBuffer();
    const print = (/** @type {string} */ line) => printed.push(`${line}\n`);
    return createSimulator({ wasmBinary, print, explored: tellOfOrders });
  }

  const start = performance.now();
  let ready = started();
  ready.then(
    () => self.postMessage({ ready: true, milliseconds: performance.now() - start }),
    (error) => self.postMessage({ ready: false, message: String(error) }),
  );
  self.onmessage = async ({ data }) => {
    const reply = answered(await ready, data);
    if (reply.status === "broken") ready = started();
    self.postMessage(reply, { transfer: Object.values(reply.outputs).map(({ buffer }) => buffer) });
  };
})();
