/**
 * The numbers of about a hundred runs. Four files belong to this test:
 *
 *   scenarios.json     the scenarios, with every policy, fabric and kind of traffic; the soak's generator drew most of them. The last
 *                      ones have policies of test/with-examples.ts
 *   digests.txt        a line for each: its number, its digest, a hash of its results, and how it ended
 *   columns.txt        the columns that the hashes cover, so a new table or column changes no line
 *   definitions.json   the definitions of completion times in the hashes, so a reworded definition changes no line
 *
 * A new policy needs a scenario: add it as the last line, then run `npx vitest run test/golden -u`. `RESULTS_ID` stays.
 *
 * Any other changed line is a changed result. If the change is not meant, the code is wrong. If it is meant:
 *
 *   1. remove columns.txt, so the hashes cover columns added since, and run `npx vitest run test/golden -u`
 *   2. run it again without -u, and copy the new `RESULTS_ID` from the message into src/base/version.ts
 *   3. add a row to "Results that change" in CHANGELOG.md, and run `npm run docs`, which marks reproduced figures as stale
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatTime } from "../../src/base/format.ts";
import { PS_PER_NS } from "../../src/base/units.ts";
import { RESULTS_ID } from "../../src/base/version.ts";
import { columnsOf, type Results, type Table, type TableName } from "../../src/run/lab/lab.ts";
import { policies, topologies, trafficKinds } from "../../src/policies/policies.ts";
import { readWithExamples, setUpWithExamples } from "../with-examples.ts";
import { usualRun } from "../../src/batch/soak/run-modes.ts";

/** A run with more events ends early. */
const MAX_EVENTS = 25_000;
/**
 * The number of scenarios that `RESULTS_ID` covers, from the first one on. So a scenario added at the end does not
 * change it.
 */
const NAMED = 108;

const here = (name: string): URL => new URL(name, import.meta.url);
const file = (name: string): string => readFileSync(here(name), "utf8");
const scenarios = JSON.parse(file("scenarios.json")) as readonly Record<string, unknown>[];

const read = (written: Record<string, unknown>, k: number) =>
  readWithExamples(JSON.stringify(written), `scenario ${k}`);
const runs = scenarios.map((written, k) => usualRun(setUpWithExamples(read(written, k)), MAX_EVENTS).outcome);

type Column = readonly [name: string, cells: ArrayLike<unknown>, rows: number];

/** The columns of all tables, by names such as "flows.fct_ns". The summary's counters belong to them. */
const columns = ({ tables }: Results): Column[] =>
  (Object.entries(tables) as [TableName, Table][])
    .filter(([name]) => name !== "counters")
    .flatMap(([name, table]) =>
      columnsOf(name, table).map(([column, , cells]): Column => [`${name}.${column}`, cells, table.rows]),
    );

const allColumns = (): string[] =>
  [...new Set(runs.flatMap((run) => ("results" in run ? columns(run.results).map(([name]) => name) : [])))].sort();
const covered = existsSync(here("columns.txt")) ? file("columns.txt").trimEnd().split("\n") : allColumns();

interface Definition {
  readonly definition: string;
  readonly window: string;
}
type Fct = Results["summary"]["fct"];
const definitions = JSON.parse(file("definitions.json")) as Readonly<Record<keyof Fct, Definition>>;

const nsText = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));

/**
 * Completion times with the stored texts of their definitions. In a text, "‹span›" is replaced by the period in which
 * counted flows begin.
 */
function withStoredTexts({ fct, count: { from_ns, to_ns } }: Results["summary"]): unknown {
  const { by_size } = definitions;
  const from = from_ns === 0 ? "" : ` from ${nsText(from_ns)} on`;
  const before = to_ns === null ? "" : ` before ${nsText(to_ns)}`;
  const window = by_size.window.replace("‹span›", `${from}${before}`);
  return {
    by_size: { ...fct.by_size, ...by_size, window },
    hpcc: { ...fct.hpcc, ...definitions.hpcc },
    conweave: { ...fct.conweave, ...definitions.conweave },
  };
}

/** The results without PAUSEs of single queues, whose rows are newer than the hashes. */
function withoutQueuePauses(results: Results): Results {
  const { columns: cells } = results.tables.pauses;
  const kept = Array.from(cells.queue.keys()).filter((row) => cells.queue[row] < 0);
  if (kept.length === cells.queue.length) return results;
  const of = Object.entries(cells).map(([name, column]) => [name, kept.map((row) => column[row])]);
  const pauses = { rows: kept.length, columns: Object.fromEntries(of) } as Table<"pauses">;
  return { ...results, tables: { ...results.tables, pauses } };
}

/** The hash of all results, without the version of xoff that computed them. */
function hashOf(results: Results): string {
  const hash = createHash("sha256");
  // The fields and counters that are left out here are newer than the hashes. So are columns that columns.txt does not list.
  const { xoff: _, traces: _traces, reads: _reads, counters, ...others } = results.summary;
  const { queue_pauses: _pauses, queue_frames_lost: _lost, messages_dropped: _messages, ...covers } = counters;
  const { packet_hops, link_frames, held_packets: _held, ...rest } = covers;
  hash.update(
    JSON.stringify([
      { ...others, fct: withStoredTexts(results.summary) },
      { packet_hops, link_frames, ...rest },
    ]),
  );
  for (const [name, cells, rows] of columns(withoutQueuePauses(results)))
    if (covered.includes(name))
      hash.update(JSON.stringify([name, Array.from({ length: rows }, (_, row) => cells[row])]));
  return hash.digest("hex").slice(0, 16);
}

function line(run: (typeof runs)[number], k: number): string {
  if (!("results" in run)) return `${k} ${run.stopped}`;
  const { digest, ending } = run.results.summary;
  return `${k} ${digest} ${hashOf(run.results)} ${ending}`;
}

const SEE = "see docs/ordinary-changes.md, When a golden test fails";

test(`no number of a hundred runs has changed: if one has, ${SEE}`, async () => {
  await expect(`${runs.map(line).join("\n")}\n`).toMatchFileSnapshot("digests.txt");
});

test(`every column that the hashes cover is still there: if not, ${SEE}`, async () => {
  const all = allColumns();
  expect(covered.filter((name) => !all.includes(name))).toEqual([]);
  await expect(`${covered.join("\n")}\n`).toMatchFileSnapshot("columns.txt");
});

test("RESULTS_ID names these results: if not, copy the received value into src/base/version.ts", () => {
  const named = file("digests.txt").split("\n").slice(0, NAMED).join("\n");
  expect(createHash("sha256").update(`${named}\n`).digest("hex").slice(0, 8)).toBe(RESULTS_ID);
});

/** All texts in a scenario, including the names of its policies. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("every policy, topology and kind of traffic is among them: if not, add a scenario at the end of scenarios.json, and run with -u", () => {
  const defaults = scenarios.flatMap((written, k) =>
    Object.values(read(written, k).policies)
      .flat()
      .map(({ name }) => name),
  );
  const said = new Set([...textsIn(scenarios), ...defaults]);
  const names = [...Object.values(policies), topologies, trafficKinds].flatMap((table) => Object.keys(table));
  expect(names.filter((name) => name !== "file" && !said.has(name))).toEqual([]);
});
