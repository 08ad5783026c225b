// What pages and their server say to each other, for those who check the scripts: no page loads this.

declare const workshopToken: string;

type CodeError = { line: number; words: string }; // 0: of no line of the text

interface WorkshopAnswers {
  compile: { errors: CodeError[]; file?: string; ptx?: string; kernels?: Record<string, string>; machine?: MachineCode };
  task: { text: string };
  judge: { accepted: boolean; verdict: string; rest: string; errors: CodeError[] }; // rest: what was said besides
}

// The name of the page's file, and when it was made.
declare const servedPage: { name: string; time: string };
