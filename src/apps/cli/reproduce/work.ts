/** Runs `xoff reproduce`: runs the figures, writes a page for each and prints its claims. */
import { basename, dirname, join } from "node:path";
import { experiments } from "../../../papers/index.ts";
import { quickTime } from "../../../papers/quick-minutes.ts";
import type { Changed } from "../../../papers/figures/readings.ts";
import { figurePage, type Concluded } from "../../../report/figure-page.ts";
import { figuresMarkdown } from "../../../report/figures-markdown.ts";
import { claimRows, figureRecord } from "../../../report/figure-record.ts";
import { table } from "../../../report/table.ts";
import { signed, signedJson } from "../../../batch/store/signed-text.ts";
import { hang } from "../../../base/wrap.ts";
import { claimsText } from "./text.ts";
import { slugOf } from "../../../batch/sweep/grid.ts";
import { EXIT } from "../terminal/exit.ts";
import { concludeFigures, lockRuns, type ConcludedHere, type FigureOptions } from "./runs.ts";
import { figuresNamed, readingsGiven } from "./named.ts";
import { checkOwn, writeOwn } from "../files/own-file.ts";
import { pageWidth } from "../terminal/page.ts";
import { Interrupts } from "../terminal/signals.ts";
import { version } from "../terminal/version.ts";

export interface ReproduceOptions extends FigureOptions {
  /** A reading in the form "name=answer". It chooses the meaning of a detail that the paper leaves open. */
  readonly reading?: readonly string[];
  /**
   * Run the figures under each reading of an open detail, that is, each meaning of a detail that the paper does not
   * specify. The text is the name of this detail. True: do so for all open details, one after the other.
   */
  readonly readings?: string | true;
  /**
   * With `readings`: also change two open details at once, where an open detail is one that the paper does not specify.
   * True: do so for all pairs of details. A text is the name of a detail that each pair includes.
   */
  readonly pairs?: string | true;
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
    hang(`${line.padEnd(width)}  `, k === 0 ? "title" : experiments[k - 1].title, pageWidth()),
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Reproduces the figures and returns the exit code. */
export async function runReproduce(names: readonly string[], options: ReproduceOptions): Promise<number> {
  const chosen = await figuresNamed(names);
  const changed = readingsGiven(options.reading ?? [], chosen);
  for (const { id } of chosen) for (const path of filesOf(id, changed, options)) checkOwn(path, options);
  if (options.markdown !== undefined) checkOwn(options.markdown, options);
  const release = lockRuns(chosen, options.out);
  const interrupts = new Interrupts(release);
  const all: ConcludedHere[] = [];
  try {
    const asked = chosen.map((experiment) => ({ experiment, changed }));
    await concludeFigures(asked, options, interrupts, async (concluded) => {
      all.push(concluded);
      const page = await writeFigure(concluded, options);
      if (options.json !== true) process.stdout.write(claimsText(concluded, page, pageWidth()));
    });
  } finally {
    release();
    interrupts.release();
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(all.flatMap(claimRows), null, 2)}\n`);
  if (interrupts.code !== undefined) return interrupts.code;
  if (options.markdown !== undefined) await writeMarkdown(all, options.markdown, names, options);
  if (all.some(({ failed, refused, mistaken }) => failed > refused + mistaken)) return EXIT.internal;
  if (all.some(({ mistaken }) => mistaken > 0)) return EXIT.input;
  return all.some(({ refused }) => refused > 0) ? EXIT.output : EXIT.done;
}

/** Paths of a figure's record and of its page. */
function filesOf(
  id: string,
  changed: Changed,
  { out, scale, set = [] }: ReproduceOptions,
): readonly [record: string, page: string] {
  const under = Object.entries(changed).map(([name, answer]) => `-${name}=${answer}`);
  const values = set.length === 0 ? "" : `-${slugOf(set.join("-"))}`;
  const path = join(out, `${id}-${scale}${under.join("")}${values}`);
  return [`${path}.json`, `${path}.html`];
}

/** Writes a figure's page, its record and the data behind its plots. Returns the path of the page. */
async function writeFigure(concluded: Concluded, options: ReproduceOptions): Promise<string> {
  const { experiment, changed } = concluded;
  const [record, page] = filesOf(experiment.id, changed, options);
  writeOwn(record, signedJson(figureRecord(concluded, version), 1), options);
  writeOwn(page, signed(await figurePage(concluded)), options);
  return page;
}

async function writeMarkdown(
  all: readonly Concluded[],
  path: string,
  names: readonly string[],
  options: ReproduceOptions,
): Promise<void> {
  const { scale, seeds, set = [] } = options;
  const folder = basename(path, ".md");
  const settings = set.map((one) => ` --set ${one}`).join("");
  const command = `xoff reproduce ${names.join(" ")} --scale ${scale}${seeds === undefined ? "" : ` --seeds ${seeds}`}${settings}`;
  const { text, drawings } = await figuresMarkdown(all, { folder, command, version });
  for (const [name, svg] of drawings) writeOwn(join(dirname(path), name), signed(svg), options);
  writeOwn(path, signed(text), options);
}
