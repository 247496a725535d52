/** `xoff reproduce` at work: concludes each figure, writes its page, and prints its claims. */
import { basename, dirname, join } from "node:path";
import { experiments } from "../experiments/index.ts";
import { quickTime } from "../experiments/quick-minutes.ts";
import { figurePage, type Concluded } from "../report/figure-page.ts";
import { figuresMarkdown } from "../report/figures-markdown.ts";
import { claimRows, figureRecord } from "../report/figure-record.ts";
import { table } from "../report/table.ts";
import { hang } from "../wrap.ts";
import { claimsText } from "./claims-text.ts";
import { EXIT } from "./exit.ts";
import { concludeFigure, type FigureOptions } from "./figure-runs.ts";
import { figuresNamed, readingsGiven } from "./figures-named.ts";
import { pageWidth } from "./page.ts";
import { Interrupts } from "./signals.ts";
import { version } from "./version.ts";
import { writeWhole } from "./write-whole.ts";

export interface ReproduceOptions extends FigureOptions {
  /** "name=answer" */
  readonly reading?: readonly string[];
  readonly readings?: boolean;
  readonly markdown?: string;
  readonly json?: boolean;
}

export function listFigures(): void {
  const columns = table(
    ["figure", "quick"],
    experiments.map(({ id }) => [id, quickTime(id)]),
    2,
  ).split("\n");
  const width = Math.max(...columns.map((line) => line.length));
  const lines = columns.map((line, k) =>
    hang(`${line.padEnd(width)}  `, k === 0 ? "what it shows" : experiments[k - 1].title, pageWidth()),
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Returns the exit code. */
export async function runReproduce(names: readonly string[], options: ReproduceOptions): Promise<number> {
  const chosen = figuresNamed(names);
  const changed = readingsGiven(options.reading ?? [], chosen);
  const interrupts = new Interrupts(() => {});
  const all: Concluded[] = [];
  try {
    for (const experiment of chosen) {
      const concluded = await concludeFigure(experiment, changed, options, interrupts);
      if (concluded === undefined) break;
      all.push(concluded);
      const page = await writeFigure(concluded, options.out);
      if (options.json !== true) process.stdout.write(claimsText(concluded, page, pageWidth()));
    }
  } finally {
    interrupts.release();
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(all.flatMap(claimRows), null, 2)}\n`);
  if (interrupts.code !== undefined) return interrupts.code;
  if (options.markdown !== undefined) await writeMarkdown(all, options.markdown, names, options);
  return all.some(({ failed }) => failed > 0) ? EXIT.internal : EXIT.done;
}

/** The page of a figure, and beside it the data behind its plots. Returns where the page is. */
async function writeFigure(concluded: Concluded, out: string): Promise<string> {
  const { experiment, scale, changed } = concluded;
  const under = Object.entries(changed).map(([name, answer]) => `-${name}=${answer}`);
  const path = join(out, `${experiment.id}-${scale}${under.join("")}`);
  writeWhole(`${path}.json`, `${JSON.stringify(figureRecord(concluded, version), null, 1)}\n`);
  writeWhole(`${path}.html`, await figurePage(concluded));
  return `${path}.html`;
}

async function writeMarkdown(
  all: readonly Concluded[],
  path: string,
  names: readonly string[],
  { scale, seeds }: ReproduceOptions,
): Promise<void> {
  const folder = basename(path, ".md");
  const command = `xoff reproduce ${names.join(" ")} --scale ${scale}${seeds === undefined ? "" : ` --seeds ${seeds}`}`;
  const { text, drawings } = await figuresMarkdown(all, { folder, command, version });
  for (const [name, svg] of drawings) writeWhole(join(dirname(path), name), `${svg}\n`);
  writeWhole(path, text);
}
