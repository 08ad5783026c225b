// What the scripts share, for those who check them: no page loads this.

// A name and what kind it is of, the address and the name of the chunk that defines it, and the lines that do.
type Definition = [string, string, string, string, string];

// Made beside the pages: the addresses of names and, for the search, address, heading, chapter and text of each section, of
// which previews need but the first lines;
// address, kind, number, chapter and caption of what has a number.
interface Window {
  bookNames?: Record<string, string>;
  bookSections: [string, string, string, string][];
  bookThings: [string, "figure" | "table" | "exercise" | "quiz", string, string, string][];
  bookOpenings: [string, string, string, string][];
  bookDefinitions: Definition[];
}

// What older types lack.
declare class Highlight {
  constructor(...ranges: AbstractRange[]);
  add(range: AbstractRange): void;
}
declare namespace CSS {
  const highlights: Map<string, Highlight>;
}

// What a figure shows of its first result, or of the one that is named, where that can be said in a line of its script,
// "# explore: {…}".
interface Explored {
  data?: string;
  axis?: string; // a column, where it is not the one that is found
  x?: string; // the axis in words, as in the figure; left out where what is plotted is not what the figure shows
  xTimes?: number; // the axis' values times so much
  // What stands upwards: a term, or one divided by another. Terms are a column, a number, "x": the axis' value, "first": the
  // time at the first point of the series, and "series:NAME": that of another series, in whose name "*" stands for one's own.
  of: string;
  from?: number; // how far it is from this
  times?: number | "most"; // times so much, or divided by the highest
  unit: string;
  linear?: ("x" | "y")[]; // which scale is not a logarithmic one
  names?: string[]; // columns that name a series, where they are not those with words
  series?: Record<string, [number, string]>; // colours and words; "A|B" are drawn as one
  where?: Record<string, string | number>; // rows
}

// A step of a trace, as the weaver writes it: values, places and so on are in the order of `lanes`.
interface Step {
  op: string;
  warp: number;
  active: number; // a mask
  lanes: number[];
  after: number[];
  before?: number[];
  from?: number[]; // lanes
  line?: number;
  space?: "shared" | "global";
  at?: number[];
  array?: string; // the one in which all of them are
  places?: string[]; // what they are called: "a[3]"
  bytes?: number;
  wave?: number[];
  sectors?: number;
}

interface Trace {
  label: string;
  unit?: string; // what a column is, where it is no lane
  steps: Step[];
  code: [number, string][][]; // excerpts of lines, with their numbers
}

// One lane's part in a step; `from` is the place of the cell that its value comes from.
interface Cell {
  lane: number;
  value?: number; // none where no later step tells what a lane holds
  before?: number;
  read?: number;
  source?: number;
  from?: { row: number; lane: number };
  jumps?: boolean;
  at: number;
  place?: string;
  wave?: number;
}

// A step as a player shows it, its cells by their lanes.
interface Row {
  step: Step;
  kind: "shuffle" | "load" | "store" | "branch" | "atomic";
  cost: { count: number; noun: "wavefront" | "sector" } | null;
  cells: Map<number, Cell>;
  unit: string;
  label: string; // of a row of the picture
  title: string;
  words: string;
}

// `words` counts those of shared memory.
interface Run {
  unit: string;
  lanes: number;
  words: number;
  rows: Row[];
}

// What is used of the library Lunr.
declare const lunr: {
  (fill: (this: void, builder: lunr.Builder) => void): lunr.Index;
  tokenizer: { separator: RegExp };
  Query: { wildcard: { LEADING: number; TRAILING: number } };
};
declare namespace lunr {
  interface Builder {
    ref(name: string): void;
    field(name: string, options?: { boost: number }): void;
    add(document: Record<string, string | number>): void;
  }
  interface Query {
    term(word: string, options: { boost: number; usePipeline?: boolean; wildcard?: number; editDistance?: number }): void;
  }
  interface Result {
    ref: string;
    score: number;
    matchData: { metadata: Record<string, unknown> };
  }
  interface Index {
    query(build: (query: Query) => void): Result[];
  }
}
