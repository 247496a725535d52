/** The results of a run: its summary and its tables. */
import type { Network } from "../../sim/model/network.ts";
import type { Plan } from "../../contracts/traffic.ts";
import { collectives } from "./collectives.ts";
import { faultTable } from "./faults.ts";
import { layers } from "./layers.ts";
import { flowTable } from "./flow-table.ts";
import type { HeadroomUse } from "./headroom-use.ts";
import { breakdownTable } from "./fct-breakdown-table.ts";
import { pauseTable, portTable } from "./port-tables.ts";
import type { ProbeRun, ProbeTable } from "./probes.ts";
import type { RunRecorder } from "./run-recorder.ts";
import type { Series } from "./series.ts";
import { summarize, type RunOrigin, type Summary } from "./summary.ts";
import type { Table, Tables } from "./tables.ts";

/**
 * The results of a run: numbers about the whole run in `summary`, and tables with a row for each flow, PAUSE or port.
 */
export interface Results {
  readonly summary: Summary;
  readonly tables: Tables;
  /** The tables of the scenario's probes, by name. Absent: the scenario has no probes. */
  readonly probes?: Readonly<Record<string, ProbeTable>>;
}

/** The records of a run, from which the results are made. */
interface Kept {
  readonly recorder: RunRecorder;
  readonly series: Series;
  readonly headroom: HeadroomUse | undefined;
  readonly probes: readonly ProbeRun[];
}

export function collect(
  network: Network,
  plan: Plan,
  { recorder, series, headroom, probes }: Kept,
  origin: RunOrigin,
  ending: Summary["ending"],
): Results {
  const { pauses, losses } = recorder;
  const flows = flowTable(
    network,
    origin.traffic.map(({ kind }) => kind),
  );
  const together = collectives(network, plan);
  const jobs = together === undefined ? {} : { collectives: together.jobs };
  const byLayer = layers(network, plan);
  const traces = byLayer === undefined ? {} : { traces: byLayer.traces };
  const faults = faultTable(network);
  const summary = { ...summarize(network, pauses, flows, origin, ending), ...jobs, ...traces };
  const tables = {
    flows,
    parts: breakdownTable(network, flows),
    pauses: pauseTable(network, pauses),
    ports: portTable(network, pauses),
    counters: counterTable(summary),
    ...(together === undefined ? {} : { collectives: together.table }),
    ...(byLayer === undefined ? {} : { layers: byLayer.table }),
    ...(faults === undefined ? {} : { faults }),
    ...(losses === undefined ? {} : { losses: losses.table(network) }),
    ...headroom?.tables(),
    ...series.tables(),
  };
  if (probes.length === 0) return { summary, tables };
  return { summary, tables, probes: Object.fromEntries(probes.map((probe) => [probe.name, probe.table()])) };
}

function counterTable({ counters }: Summary): Table<"counters"> {
  const names = Object.keys(counters);
  return { rows: names.length, columns: { counter: names, value: Float64Array.from(Object.values(counters)) } };
}
