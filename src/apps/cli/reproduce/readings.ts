/**
 * `xoff reproduce --readings`: checks a paper's claims under other readings. A reading is one possible meaning of a
 * detail that the paper leaves open.
 */
import { join } from "node:path";
import { complaint, didYouMean } from "../../../base/params.ts";
import { counts } from "../../../papers/figures/claims.ts";
import type { Experiment, Verdict } from "../../../papers/figures/contract.ts";
import { papers } from "../../../papers/papers.ts";
import { tried, triedOf, type Changed } from "../../../papers/figures/readings.ts";
import { setUpOf } from "../../../batch/sweep/trials.ts";
import { signedJson } from "../../../batch/store/signed-text.ts";
import { readingsText, type ReadingsRecord, type UnderReading } from "../../../report/readings-table.ts";
import { verdictText } from "../../../report/verdict-counts.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { concludeFigures, lockRuns } from "./runs.ts";
import { figuresNamed } from "./named.ts";
import { checkOwn, writeOwn } from "../files/own-file.ts";
import type { ReproduceOptions } from "./work.ts";
import { Interrupts } from "../terminal/signals.ts";
import { say } from "../terminal/terminal.ts";

/**
 * Runs the figures under each reading, that is, each meaning of a detail that the paper leaves open. Returns the exit
 * code.
 */
export async function runReadings(names: readonly string[], options: ReproduceOptions): Promise<number> {
  const one = oneOf(options);
  const figures = askingFigures(await figuresNamed(names), one);
  checkPairs(options, figures);
  const paperNames = new Set(figures.map(({ id }) => id.split("/")[0]));
  const name = ["readings", options.scale, ...(one === undefined ? [] : [one])].join("-");
  const recordOf = (paper: string): string => join(options.out, paper, `${name}.json`);
  for (const paper of paperNames) checkOwn(recordOf(paper), options);
  const release = lockRuns(figures, options.out);
  const interrupts = new Interrupts(release);
  const records: ReadingsRecord[] = [];
  try {
    for (const paper of paperNames) {
      const record = await underEach(
        paper,
        figures.filter(({ id }) => id.startsWith(`${paper}/`)),
        options,
        interrupts,
      );
      if (record === undefined) break;
      records.push(record);
      writeOwn(recordOf(paper), signedJson(record, 1), options);
      if (options.json !== true) process.stdout.write(`${readingsText(record)}\n`);
    }
  } finally {
    release();
    interrupts.release();
  }
  if (options.json === true) process.stdout.write(`${JSON.stringify(records, null, 2)}\n`);
  return interrupts.code ?? EXIT.done;
}

/**
 * The verdicts on the claims of one paper under each reading, that is, each way to settle what the paper leaves open.
 * Undefined if the user interrupted the runs.
 */
async function underEach(
  paper: string,
  figures: readonly Experiment[],
  options: ReproduceOptions,
  interrupts: Interrupts,
): Promise<ReadingsRecord | undefined> {
  const readings = figures[0].readings ?? {};
  const columns: UnderReading[] = [];
  const reading = oneOf(options);
  const all =
    reading === undefined ? tried(readings, papers[paper]?.presets, options.pairs) : triedOf(readings, reading);
  for (const changed of all) {
    const isChosen = Object.keys(changed).length === 0;
    if (!isChosen) say(`${paper}, ${answersText(changed)}`);
    const verdicts: Record<string, Verdict> = {};
    const asked = figures.map((experiment) => ({ experiment, changed }));
    const numbers: Record<string, string> = {};
    const isWhole = await concludeFigures(asked, options, interrupts, ({ experiment: { id }, conclusion }) => {
      for (const claim of conclusion.claims) {
        if (counts(claim)) verdicts[`${id}/${claim.id}`] = claim.verdict;
        if (claim.standing !== "definition") numbers[`${id}/${claim.id}`] = `${verdictText(claim)}: ${claim.ours}`;
      }
    });
    if (!isWhole) return undefined;
    columns.push({ ...(isChosen ? {} : { changed }), verdicts, ...(reading === undefined ? {} : { numbers }) });
  }
  const { scale } = options;
  const setUps = Object.fromEntries(figures.map((figure) => [figure.id, setUpOf(figure, scale)]));
  return {
    paper,
    ...(reading === undefined ? {} : { reading: { name: reading, chosen: readings[reading].chosen } }),
    scale,
    figures: figures.map(({ id }) => id),
    setUps,
    columns,
  };
}

/** The detail, left open by a paper, that `--readings` names. Undefined if the option has no name: all such details then count. */
const oneOf = ({ readings }: ReproduceOptions): string | undefined =>
  typeof readings === "string" ? readings : undefined;

/**
 * The figures whose papers leave a detail open. If `one` names a detail, the result has only the figures with readings
 * (possible meanings) of this detail.
 */
function askingFigures(figures: readonly Experiment[], one: string | undefined): Experiment[] {
  const asking = figures.filter(({ readings }) => readings !== undefined);
  if (asking.length === 0)
    throw new Failure(
      "--readings: these figures share no open question. Name other figures, such as spfc.",
      EXIT.input,
    );
  if (one === undefined) return asking;
  checkName("--readings", one, asking);
  return asking.filter(({ readings = {} }) => Object.hasOwn(readings, one));
}

function checkPairs({ pairs, readings }: ReproduceOptions, figures: readonly Experiment[]): void {
  if (pairs !== undefined && typeof readings === "string")
    throw new Failure(
      `--pairs is only allowed with --readings without a name, not with --readings ${readings}.`,
      EXIT.input,
    );
  if (typeof pairs === "string") checkName("--pairs", pairs, figures);
}

function checkName(option: string, name: string, figures: readonly Experiment[]): void {
  const names = [...new Set(figures.flatMap(({ readings = {} }) => Object.keys(readings)))];
  if (names.includes(name)) return;
  throw new Failure(`${option}: ${complaint(`one of ${names.join(", ")}`, name, didYouMean(name, names))}`, EXIT.input);
}

const answersText = (changed: Changed): string =>
  Object.entries(changed)
    .map(([reading, answer]) => `${reading}: ${answer}`)
    .join(", ");
