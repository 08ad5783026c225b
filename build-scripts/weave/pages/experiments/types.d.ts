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
// An argument of a kernel: the name of an array, whose address it is, or a number of a type.
type Argument = string | { type: "u8" | "u32" | "s32" | "u64" | "f32" | "f64"; value: number };
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

interface Description<Knobs> {
  knobs: Knobs;
  memory(k: SettingsOf<Knobs>): Memory; // what the arrays hold before
  launch(k: SettingsOf<Knobs>): Launch | Launch[]; // one after the other
  reference(k: SettingsOf<Knobs>, before: Memory): Memory; // what those arrays have to hold after it that are compared
  counts: string[]; // those that are shown first
  traced?: "shared" | "global" | "both" | "none"; // the memory that the player shows
  mistake?(k: SettingsOf<Knobs>): Mistake | null | undefined | false;
  explored?: number; // orders of warps in which it is run at most, where the reader asks for all
}

// What the build adds to a description: PTX, the mangled names of its kernels, the source's lines with their numbers in the PTX
// and where the page has them.
interface Compiled {
  file: string; // the chapter's
  ptx: string;
  kernels: Record<string, string>;
  code: [number, string, string | null][];
}

// What the build puts before the script of the button that loads experiments: kB.
declare const experimentSizes: { shared: number; each: Record<string, number> };
