/** Reads a run that the command line recorded, and converts its tables to the same view as a run of the page. */
import {
  readScenario,
  scenarioHash,
  VERSION,
  type ProbeTable,
  type ReadOptions,
  type Scenario,
  type Summary,
  type Table,
  type TableName,
  type Tables,
} from "xoff";
import type { ServedRecord } from "../../../report/served.ts";
import { fabricOf, fabricOfPorts } from "./fabric.ts";
import type { Beside, Recorded } from "./messages.ts";
import { viewOf } from "./view-of.ts";

/** The tables that a view needs. */
const WANTED = ["flows", "pauses", "ports", "parts", "queues", "rates", "goodputs", "totals"] as const;

/**
 * Reads a recorded run. `at` is the address of the results folder, and `path` is the run's path within the folder. If
 * the server answers with an error, the promise rejects with its message.
 */
export async function recorded(at: string, path: string): Promise<Recorded> {
  const ask = (file: string, name = ""): Promise<Response> =>
    answer(new URL(`${file}?${new URLSearchParams({ of: path, name })}`, at));
  const record = (await (await ask("run.json")).json()) as ServedRecord;
  const { text, files, settings } = record;
  const summary = record.summary as Summary & { readonly probes?: Readonly<Record<string, ProbeTable["shape"]>> };
  // The Parquet reader is large, so it is loaded only when a recorded run is opened.
  const { readShaped, readTable } = await import("./parquet.ts");
  const read = async (name: TableName): Promise<[TableName, Table]> => [
    name,
    await readTable(name, await (await ask("table.parquet", name)).arrayBuffer()),
  ];
  const tables = Object.fromEntries(
    await Promise.all(WANTED.filter((name) => record.tables.includes(name)).map(read)),
  ) as unknown as Tables;
  const probes = await Promise.all(
    Object.entries(summary.probes ?? {}).map(async ([name, shape]): Promise<[string, ProbeTable]> => [
      name,
      await readShaped(name, shape, await (await ask("table.parquet", name)).arrayBuffer()),
    ]),
  );
  const beside = { set: settings, files };
  const { scenario, notRepeatable } = scenarioOf(text, beside, summary);
  const view = viewOf(
    { tables, summary, threads: { count: 1 }, probes: Object.fromEntries(probes) },
    scenario === undefined ? fabricOfPorts(tables.ports) : fabricOf(scenario.wiring),
    scenario ?? { lossless: [], memory: NaN },
  );
  return {
    view,
    text,
    beside: { set: settings.filter((setting) => !isSample(setting)), files },
    missing: missing(tables, summary, view.samples.every),
    ...(notRepeatable === undefined ? {} : { notRepeatable }),
  };
}

/**
 * True for a setting that records samples and has no other effect on the run. The page takes its own samples when it
 * runs the scenario.
 */
const isSample = (setting: string): boolean => /^measure\.(every|queues|rates|goodputs|pauses)=/.test(setting);

/** Fetches one part of the results. If the server answers with an error, the promise rejects with its message. */
async function answer(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (response.ok) return response;
  throw new Error(
    (await response.text()) || `${address.pathname}: expected results, the server answered ${response.status}`,
  );
}

/** Options for reading a scenario whose referenced files are already in memory. */
export const readOptions = ({ set, files }: Beside = { set: [], files: {} }): ReadOptions => ({
  file: "scenario.yaml",
  set,
  readFile: (path) => {
    // The run's folder contains a copy of each input file from another folder, under the base name of the file. If a
    // result table has the same name, the copy is in the subfolder `input`.
    const own = path.replace(/^.*[/\\]/, "");
    const name = [path.replace(/^(\.\/)+/, ""), own, `input/${own}`].findLast((one) => Object.hasOwn(files, one));
    const text = name === undefined ? undefined : files[name];
    if (text === undefined) throw new Error("missing in the folder of the run");
    return text;
  },
});

/** The scenario of the run, or the reason why this page cannot repeat the run. */
function scenarioOf(
  text: string,
  beside: Beside,
  { xoff, hash, modules }: Summary,
): { scenario?: Scenario; notRepeatable?: string } {
  const instead = "Use xoff why.";
  if (modules !== undefined)
    return { notRepeatable: `This page cannot repeat a run with policies from files. ${instead}` };
  try {
    const scenario = readScenario(text, readOptions(beside));
    if (scenarioHash(scenario) === hash) return { scenario };
    const whose =
      xoff === VERSION
        ? "The scenario.yaml of this run was edited."
        : `xoff ${xoff} made this run, and this page is xoff ${VERSION}.`;
    return { notRepeatable: `${whose} So the page cannot repeat the run to explain it.` };
  } catch (error) {
    return {
      notRepeatable:
        `The scenario of this run cannot be read here (${error instanceof Error ? error.message : String(error)}). ` +
        instead,
    };
  }
}

/**
 * Sentences about the parts that are missing from the view. Each names the option or the setting that records the part.
 */
function missing(
  { pauses, queues, rates, goodputs, ports, flows }: Tables,
  { counters, fast_forward }: Summary,
  every: number,
): string[] {
  const nodes = (table: Table<"queues"> | Table<"rates">): number => new Set(table.columns.node).size;
  const all = new Set(ports.columns.node).size;
  const switches = new Set(
    ports.columns.node.filter((_, port) => !Number.isNaN(ports.columns.headroom_peak_bytes[port])),
  ).size;
  const unrecorded = [
    ...(queues === undefined ? ["queues"] : []),
    ...(rates === undefined ? ["rates of links"] : []),
    ...(goodputs === undefined && flows.rows > 0 ? ["goodput by flow"] : []),
  ];
  return [
    ...(unrecorded.length > 0
      ? [
          `Not recorded: ${unrecorded.join(", ")}. To record them, run the scenario with \`xoff run --studio\`${fast_forward === undefined ? "" : ", without fastForward"}.`,
        ]
      : []),
    ...(queues !== undefined && nodes(queues) < switches
      ? [`Queues were recorded at ${nodes(queues)} of ${switches} switches (measure.queues).`]
      : []),
    ...(rates !== undefined && nodes(rates) < all
      ? [`Rates were recorded at ${nodes(rates)} of ${all} nodes (measure.rates).`]
      : []),
    ...(counters.pauses_unrecorded > 0
      ? [`${pauses.rows} of ${pauses.rows + counters.pauses_unrecorded} PAUSEs were recorded (measure.pauses).`]
      : []),
    ...(every > 1 ? [`The run has too many samples for this page: one of ${every} is shown.`] : []),
  ];
}
