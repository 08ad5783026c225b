// What experiments are made of, for those who check the scripts: no page loads this.

type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;
type NumbersType = { new (count: number): Numbers; new (bytes: ArrayBuffer): Numbers; BYTES_PER_ELEMENT: number };

// What a reader can turn: a number, one of several values, or yes and no.
type RangeKnob = { label: string; from: number; to: number; value: number };
type ChoiceKnob = { label: string; options: readonly (number | string)[]; value: number | string };
type FlagKnob = { label: string; value: boolean };
type Knob = RangeKnob | ChoiceKnob | FlagKnob;
type Setting = number | string | boolean;

// The values of knobs. `schedule` is that of the simulator, which every experiment has.
type SettingsOf<Knobs> = {
  [name in keyof Knobs]: Knobs[name] extends { options: readonly (infer Option)[] } ? Option
    : Knobs[name] extends { from: number } ? number : boolean;
} & { schedule: string };
type Settings = Record<string, Setting> & { schedule: string };

type Extent = number | [number, number] | [number, number, number];
// An argument of a kernel: the name of an array, whose address it is, an address so many bytes into it, or a number of a type.
type Argument = string | { array: string; offset: number } | { type: "u8" | "u32" | "s32" | "u64" | "f32" | "f64"; value: number };
type Launch = {
  kernel: string; // as C++ spells it: "copy", "tile<33>", "without_barrier::sum"
  grid: Extent;
  block: Extent;
  shared?: number; // bytes of dynamic shared memory
  arguments: Argument[];
};
type Memory = Record<string, Numbers>;

// What is expected of a setting that goes wrong: the kinds of faults, as the simulator names them, those that the order may bring
// besides, and whether the results are wrong.
type Mistake = { faults: string[]; perhaps?: string[]; wrong: boolean | "perhaps" };

// A row: the nth of those with these values. Of counters, `kernel` is what the page calls a launch; `of` says of a time what
// it is the time of.
interface Recorded {
  result: string;
  where: Record<string, string | number | undefined>;
  nth?: number;
  of?: string;
}

interface Description<Knobs> {
  knobs: Knobs;
  memory(k: SettingsOf<Knobs>): Memory; // what the arrays hold before
  launch(k: SettingsOf<Knobs>): Launch | Launch[]; // one after the other
  reference(k: SettingsOf<Knobs>, before: Memory): Memory; // what those arrays have to hold after it that are compared
  counts: string[]; // those that are shown first
  remark?(k: SettingsOf<Knobs>): string; // a sentence that stands behind the verdict
  traced?: "shared" | "global" | "both" | "none"; // the memory that the player shows
  mistake?(k: SettingsOf<Knobs>): Mistake | null | undefined | false;
  // Results that GPUs have of such a kernel, with the columns that are needed, and the rows: "stride n=1024 ms".
  records?: Record<string, string>;
  // Of these, what belongs to a setting: of the rows that say so, one.
  recorded?(k: SettingsOf<Knobs>): (Recorded | false)[];
  race?: Partial<SettingsOf<Knobs>>; // with which readers begin who say which warp runs next
  waiting?: Waiting<SettingsOf<Knobs>>;
  explored?: number; // orders of warps in which it is run at most, where the reader asks for all
}

// What a step did to elements of an array, lane by lane. `kind`: "ld", "st", or "atom"; `after` of "ld" is what was found.
interface Touched {
  kind: string;
  array: string;
  places: number[];
  before: number[];
  after: number[];
}

// Blocks of a warp each that wait for one another, as the race tells of them.
interface Waiting<Set = any> {
  room: number; // blocks that there is room for at a time, to begin with
  deed(touched: Touched): string; // a step in words
  awaits(k: Set, done: Touched[], memory: Memory): string; // what a block waits for that has done this
  board(k: Set, memory: Memory): { head: string[]; rows: string[][] }; // what blocks have told one another
}

// What came of a run. "lucky": right, with a fault; "stopped": it was not run.
interface Judged {
  state: "right" | "lucky" | "wrong" | "stopped";
  words: string; // code between backticks
  faults: SimulatorFault[];
}

// What the parts of an experiment's box know of it.
interface Bench {
  aid: HTMLElement;
  title: string;
  number: number; // of the setting, counted
  settings: Settings;
  described: Description<any>;
  compiled: Compiled;
  choose(settings: Partial<Settings>): void; // turns these knobs
  request(extras?: Partial<SimulatorLaunch>): SimulatorRequest; // for the present setting
  kernels(): string[]; // those of the present setting
  nvccs(): string; // PTX
  isEdited(): boolean; // Runs other PTX in its place.
  memory(): Memory;
  judge(request: SimulatorRequest, reply: SimulatorReply): Judged;
  lineOf(line: number): HTMLElement | null; // of the chapter, as code
  addFaults(holder: Element, faults: SimulatorFault[]): void;
}

// What the build adds to a description: PTX, the mangled names of its kernels, the source's lines with their numbers in the PTX
// and where the page has them.
interface Compiled {
  file: string; // the chapter's
  ptx: string;
  kernels: Record<string, string>;
  records: Record<string, Record<string, { columns: string[]; rows: (string | number)[][]; outdated?: string }>>; // by machine and result
  code: [number, string, string | null][];
  machine?: MachineCode; // where the build had a disassembler
}

// By the mangled names of kernels: the rows of their machine code, instructions and labels, each with the line that it was
// made of; of labels, and where that is elsewhere, 0.
interface MachineCode {
  architecture: string;
  kernels: Record<string, { registers: number; code: [number, string][] }>;
}

// What the build puts before the script of the button that loads experiments: kB.
declare const experimentSizes: { shared: number; each: Record<string, number> };
