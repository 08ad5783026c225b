// What stands before worker.js in the text of the worker (see pack_worker.py), and what these checkers do not know of
// browsers.

/** The simulator as WebAssembly, compressed by gzip, in base64. */
declare const simulatorBinary: string;

/** Made by emscripten, as page-core.js. */
declare function createSimulator(options: {
  wasmBinary: ArrayBuffer;
  print: (line: string) => void;
  explored: (executions: number, faulty: number) => boolean;
}): Promise<SimulatorCore>;

/** The functions of interface.h, where texts and bytes are places in memory, and emscripten's own for these. */
interface SimulatorCore {
  readonly HEAPU8: Uint8Array;
  UTF8ToString(at: number): string;
  stringToUTF8(text: string, at: number, bytes: number): void;
  lengthBytesUTF8(text: string): number;
  _malloc(bytes: number): number;
  _free(at: number): void;
  _sim_reset(): void;
  _sim_error(): number;
  _sim_load(ptx: number): number;
  _sim_kernels(): number;
  _sim_refusals(): number;
  _sim_allocate(bytes: number): number;
  _sim_write(to: number, from: number, bytes: number): number;
  _sim_read(to: number, from: number, bytes: number): number;
  _sim_schedule(text: number): number;
  _sim_trace(on: number, warp: number): void;
  _sim_explore(limit: number): void;
  _sim_order(warps: number, count: number, finish: number): void;
  _sim_launch(
    kernel: number,
    grid_x: number,
    grid_y: number,
    grid_z: number,
    block_x: number,
    block_y: number,
    block_z: number,
    shared: number,
    parameters: number,
    bytes: number,
    patience: number,
  ): number;
  _sim_counts(): number;
  _sim_faults(): number;
  _sim_trace_text(): number;
  _sim_exploration(): number;
  _sim_replay(): number;
}

/** What sim_kernels() says that matters here. */
interface SimulatorKernel {
  name: string;
  parameters: { name: string; offset: number; size: number }[];
  parameter_bytes: number;
}

declare class DecompressionStream implements ReadableWritablePair<Uint8Array, BufferSource> {
  constructor(format: "gzip");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
}
