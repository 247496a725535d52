/** The sampled measurements of a run as named series: queues, rates, goodputs and columns of probes. */
import { probeSeries, type ProbeSeries } from "../../run/measure/probe-series.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { groupRows } from "../../run/measure/group-rows.ts";
import { linkNamer } from "../../run/measure/link-names.ts";

export interface Series {
  readonly name: string;
  /** The rows of this series in the arrays below, in order of time. */
  readonly rows: Int32Array;
  readonly time_ns: Float64Array;
  readonly values: Float64Array;
  /** A second value for each row, such as the threshold of a queue. It is drawn together with the first value. */
  readonly beside?: Float64Array;
  readonly peak: number;
}

/** Extracts series from a run. Undefined if the run did not sample this quantity. */
export type Sampled = (run: LabelledRun) => Series[] | undefined;

/** Backlogs of egress queues. */
export const egressQueues: Sampled = (run) => {
  const table = run.tables.queues;
  if (table === undefined) return undefined;
  const { time_ns, node, port, peer, class: cls, egress_bytes } = table.columns;
  const { name: link } = linkNamer(run.tables.ports);
  const named = classNamer(cls);
  return groupRows(node, (row) => port[row] * 8 + cls[row]).map((rows) =>
    series(named(link(node[rows[0]], port[rows[0]], peer[rows[0]]), rows[0]), rows, time_ns, egress_bytes),
  );
};

/** Occupancies of ingress queues, each with its threshold. */
export const ingressQueues: Sampled = ({ tables: { queues } }) => {
  if (queues === undefined) return undefined;
  const { time_ns, node, port, peer, class: cls, ingress_bytes, threshold_bytes } = queues.columns;
  const named = classNamer(cls);
  return groupRows(node, (row) => port[row] * 8 + cls[row]).map((rows) => ({
    ...series(
      named(`${node[rows[0]]}, from ${peer[rows[0]]} (port ${port[rows[0]]})`, rows[0]),
      rows,
      time_ns,
      ingress_bytes,
    ),
    beside: threshold_bytes,
  }));
};

export const sendingRates: Sampled = (run) => {
  const table = run.tables.rates;
  if (table === undefined) return undefined;
  const { time_ns, node, port, peer, sent_bps } = table.columns;
  const { name: link } = linkNamer(run.tables.ports);
  return groupRows(node, (row) => port[row]).map((rows) =>
    series(link(node[rows[0]], port[rows[0]], peer[rows[0]]), rows, time_ns, sent_bps),
  );
};

export const goodputs: Sampled = ({ tables: { goodputs: table, flows } }) => {
  if (table === undefined) return undefined;
  const { time_ns, flow, received_bps } = table.columns;
  const { source, destination } = flows.columns;
  const senders = Array.from(flow, (one) => source[one]);
  return groupRows(senders, (row) => flow[row]).map((rows) => {
    const one = flow[rows[0]];
    return series(`flow ${one}, ${source[one]} → ${destination[one]}`, rows, time_ns, received_bps);
  });
};

const known = new WeakMap<LabelledRun, Map<string, readonly ProbeSeries[]>>();

/** All columns of a run's probe as series. They are computed once and cached. */
export function columnsOfProbe(run: LabelledRun, probe: string): readonly ProbeSeries[] {
  const table = run.probes?.[probe];
  if (table === undefined) return [];
  const ofRun = known.get(run) ?? new Map<string, readonly ProbeSeries[]>();
  known.set(run, ofRun);
  const made = ofRun.get(probe) ?? probeSeries(table, run.tables);
  ofRun.set(probe, made);
  return made;
}

export const probeColumn =
  (probe: string, column: string): Sampled =>
  (run) =>
    columnsOfProbe(run, probe)
      .find((one) => one.column === column)
      ?.lines.map(({ name, times, values }) => ({
        ...{ name, rows: Int32Array.from(values.keys()), time_ns: times, values },
        peak: values.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
      }));

function series(name: string, rows: Int32Array, time_ns: Float64Array, values: Float64Array): Series {
  const peak = rows.reduce((most, row) => (values[row] > most ? values[row] : most), 0);
  return { name, rows, time_ns, values, peak };
}

/** Returns a function that adds the class to a name, if there are several classes. */
export function classNamer(cls: Int32Array): (name: string, row: number) => string {
  const one = cls.every((each) => each === cls[0]);
  return (name, row) => (one ? name : `${name}, class ${cls[row]}`);
}
