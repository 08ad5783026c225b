// What a page and the simulator's worker say to one another: a SimulatorRequest is answered by one SimulatorReply
// of the same id, in order. When it is ready, the worker says so once by a SimulatorReady, and takes requests before
// that, too; if it cannot be, by a SimulatorUnable, and is silent from then on.

/** The text of the worker, once the script simulator.js has run. */
declare var simulatorScript: string;

/** What a parameter of a kernel gets: a place in an array, or a value of so many bits. */
type SimulatorArgument =
  | { array: string; offset?: number } // in bytes; 0 where it is left out
  | { type: "u8" | "s8" | "u16" | "s16" | "u32" | "s32" | "f32" | "f64"; value: number }
  | { type: "u64" | "s64"; value: number | bigint } // a number: an integer below 2^53
  | { bytes: Uint8Array }; // of a structure, as C lays it out

interface SimulatorArray {
  name: string;
  /** What it holds at first. */
  bytes?: Uint8Array;
  /** Without `bytes`: how many there are, which are never written before the launches write them. */
  length?: number;
}

interface SimulatorLaunch {
  /** Its mangled name, as PTX has it. */
  kernel: string;
  grid: [number, number, number];
  block: [number, number, number];
  /** Bytes of dynamic shared memory; 0 where it is left out. */
  shared?: number;
  arguments: SimulatorArgument[];
  /** Warp instructions without progress after which it counts as a livelock; 0, or left out: any number. */
  patience?: number;
  /** Traced: all warps, or of each block the one with this index. */
  trace?: boolean | number;
  /** First run in so many orders of its warps at most; the worker says meanwhile by SimulatorProgress how far it is. */
  explore?: number;
  /** Milliseconds after which no other order is tried. */
  exploreFor?: number;
  /** Run in an order of its own: the warps, counted through all blocks, that make its steps. */
  order?: { warps: number[]; finish: boolean };
}

/** A machine without a past: arrays, then launches, one after the other, until one does not complete. */
interface SimulatorRequest {
  id: number;
  ptx: string;
  /** forward (where it is left out), reverse, random:SEED, starve or lockstep. */
  schedule?: string;
  arrays: SimulatorArray[];
  launches: SimulatorLaunch[];
}

/**
 * "failed": a GPU would end it with a sticky error, and `reason` is which; "refused": it would not begin it;
 * "unsupported": the simulator cannot do that; "memory": the page has not enough of it; "wrong": the request makes
 * no sense, or its PTX cannot be read; "broken": a defect of the simulator or of its worker, after which it begins
 * anew.
 */
type SimulatorStatus = "completed" | "failed" | "refused" | "unsupported" | "memory" | "wrong" | "broken";

type SimulatorReason =
  | "illegal address"
  | "misaligned address"
  | "assertion"
  | "trap"
  | "deadlock"
  | "cluster address"
  | "illegal instruction";

type SimulatorIndex = [number, number, number];

interface SimulatorFault {
  kind: string;
  /** Demangled. */
  kernel: string;
  /** Continues "thread (x,y,z) …". */
  message: string;
  /** All of it in a line. */
  text: string;
  file: string;
  /** 0: unknown. */
  line: number;
  block: SimulatorIndex;
  thread: SimulatorIndex;
  /** Of a race, who came before. */
  other_block: SimulatorIndex | null;
  other_thread: SimulatorIndex | null;
  /** A note: no result depends on it. */
  benign: boolean;
  times: number;
}

interface SimulatorExploration {
  executions: number;
  faulty: number;
  /** That differ from one another, without a fault. */
  results: number;
  /** Why there may be more; empty: there are none. */
  incomplete: string;
  text: string;
  /** Of the orders that leave memory the same: the first, and how many there are. 64 of these at most. */
  outcomes: { warps: number[]; executions: number; faulty: boolean }[];
}

/** What a launch did in an order that the request gave; see sim_replay() in interface.h. */
interface SimulatorReplay {
  steps: { warp: number; until: number; text: string; file: string; line: number; touches: boolean }[];
  warps: ("ready" | "waits" | "ended")[];
  over: boolean;
  error: string;
}

interface SimulatorOutcome {
  status: SimulatorStatus;
  reason: SimulatorReason | null;
  /** Why it was not completed, where no fault says it. */
  message: string;
  /** By the names of code/simulator/counts.hpp. */
  counts: Record<string, number>;
  faults: SimulatorFault[];
  /** CSV, see code/simulator/observation/trace.hpp; empty where none was asked for. */
  trace: string;
  exploration: SimulatorExploration | null;
  replay: SimulatorReplay | null;
  /** That it took. */
  milliseconds: number;
}

interface SimulatorReply {
  id: number;
  /** Of the launch that was the last, or of what came before them. */
  status: SimulatorStatus;
  message: string;
  /** Those that were run. */
  launches: SimulatorOutcome[];
  /** What each array holds in the end, by its name. */
  outputs: Record<string, Uint8Array>;
  /** What the PTX holds that is refused when it is executed: the line of the PTX, the opcode, and why. */
  refused: { line: number; text: string; why: string }[];
  /** Where each array lies. */
  addresses: Record<string, number>;
  /** What kernels printed. */
  printed: string;
}

/** While a launch of the request with this id is run in all orders: how many there were, and how many had faults. */
interface SimulatorProgress {
  id: number;
  explored: number;
  faulty: number;
}

interface SimulatorReady {
  ready: true;
  /** From the worker's start. */
  milliseconds: number;
}

interface SimulatorUnable {
  ready: false;
  message: string;
}

type SimulatorMessage = SimulatorReply | SimulatorProgress | SimulatorReady | SimulatorUnable;
