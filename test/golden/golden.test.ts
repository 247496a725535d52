/**
 * What every number of a hundred runs is: scenarios.json has them, drawn once by the soak's generator, of all policies, fabrics and kinds of
 * traffic; digests.txt has a line for each, a hash over all that its results say.
 *
 * A line that changes is a result that changes. Where that is meant: `npx vitest run test/golden -u`, the new `RESULTS_ID` into
 * src/base/version.ts, and a word in CHANGELOG.md under "Results that change". Rows of reproduced figures are stale from then on.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RESULTS_ID } from "../../src/base/version.ts";
import {
  builtIn,
  columnsOf,
  readScenario,
  setUp,
  type Registry,
  type Results,
  type Table,
  type TableName,
} from "../../src/lab/lab.ts";
import { policies, topologies, trafficKinds } from "../../src/registry/policies.ts";
import { usualRun } from "../../src/soak/ways.ts";

/** Longer runs are cut short. */
const MOST_EVENTS = 25_000;

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const scenarios = JSON.parse(file("scenarios.json")) as readonly Record<string, unknown>[];

/** Tables and columns that there have been since: what is added changes no number that was there. Tests beside src/measure/ have them. */
const LATER = new Set([
  ...["headroom_maxima", "queues.xoff_bytes", "queues.xon_bytes"],
  ...["ports.name", "pauses.paused_port", "pauses.egress_port", "parts.largest_port"],
]);

/** But for who made them. The hashes are of results that had a counter of events, of which no result depends. */
function hashOf({ summary, tables }: Results): string {
  const hash = createHash("sha256");
  const { xoff: _, counters, ...others } = summary;
  const { packet_hops, link_frames, ...rest } = counters;
  hash.update(JSON.stringify([others, { packet_hops, link_frames, events: 0, ...rest }]));
  for (const [name, table] of Object.entries(tables) as [TableName, Table][]) {
    if (name === "counters" || LATER.has(name)) continue; // counters: as in the summary
    for (const [column, , cells] of columnsOf(name, table)) {
      if (LATER.has(`${name}.${column}`)) continue;
      hash.update(JSON.stringify([name, column, Array.from({ length: table.rows }, (_, row) => cells[row])]));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** PLB's `fullLoad` was a number, .95 by default, and is part of the hashes of these scenarios. */
const { plb } = builtIn.policies.routing;
const oldFullLoad = { unit: "ratio", default: 0.95, min: 0, max: 1, source: "lab", about: "As before." } as const;

/** Some of these scenarios are from a time in which a policy ran without what it reads, and NewReno with go-back-N. They run so still: their numbers are compared, not used. */
const asBefore: Registry = {
  ...builtIn,
  policies: {
    ...builtIn.policies,
    routing: { ...builtIn.policies.routing, plb: { ...plb, params: { ...plb.params, fullLoad: oldFullLoad } } },
    congestion: Object.fromEntries(
      Object.entries(builtIn.policies.congestion).map(([name, { needs: { recovery: _, ...needs } = {}, ...row }]) => [
        name,
        { ...row, needs, reads: () => [] },
      ]),
    ),
  },
};
/** Those that `RESULTS_ID` is of, and that run as before: a scenario that is added for what is new changes no result of what was there. */
const FIRST = 100;
const tablesOf = (k: number): Registry => (k < FIRST ? asBefore : builtIn);

const read = (written: Record<string, unknown>, k: number) =>
  readScenario(JSON.stringify(written), `scenario ${k}`, undefined, [], tablesOf(k));

function line(written: Record<string, unknown>, k: number): string {
  const { outcome } = usualRun(setUp(read(written, k), { tables: tablesOf(k) }), MOST_EVENTS);
  if (!("results" in outcome)) return `${k} ${outcome.stopped}`;
  const { digest, ending } = outcome.results.summary;
  return `${k} ${digest} ${hashOf(outcome.results)} ${ending}`;
}

test("no number of a hundred runs has changed", async () => {
  await expect(`${scenarios.map(line).join("\n")}\n`).toMatchFileSnapshot("digests.txt");
});

test("RESULTS_ID names the first hundred of these results", () => {
  const first = file("digests.txt").split("\n").slice(0, FIRST).join("\n");
  expect(RESULTS_ID).toBe(createHash("sha256").update(`${first}\n`).digest("hex").slice(0, 8));
});

/** Every text in what a scenario says: names of policies among them. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("every policy, topology and kind of traffic is among them", () => {
  const defaults = scenarios.flatMap((written, k) =>
    Object.values(read(written, k).policies)
      .flat()
      .map(({ name }) => name),
  );
  const said = new Set([...textsIn(scenarios), ...defaults]);
  const names = [...Object.values(policies), topologies, trafficKinds].flatMap((table) => Object.keys(table));
  expect(names.filter((name) => name !== "file" && !said.has(name))).toEqual([]);
});
