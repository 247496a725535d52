/** Why PAUSEs were sent: where the congestion behind them began, and the chains behind the longest. */
import { formatBytes, formatCount, formatTime } from "../../format.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { html, tableOf, type Html } from "./html.ts";

/** Rows of each table, all runs together; at least `LEAST` a run. */
const MOST = 12;
const LEAST = 3;
/** Hops of a chain that are spelt out. */
const HOPS = 4;

type Pauses = LabelledRun["tables"]["pauses"]["columns"];

const rowsOf = (runs: readonly LabelledRun[]): number => Math.max(LEAST, Math.floor(MOST / runs.length));

/** For each PAUSE the one at the end of its chain of causes: itself, where nobody downstream had made this switch wait. */
export function roots(causedBy: Int32Array): Int32Array {
  const root = new Int32Array(causedBy.length);
  // A cause comes before what it causes, so its root is known.
  causedBy.forEach((cause, row) => (root[row] = cause >= 0 && cause < row ? root[cause] : row));
  return root;
}

interface Origin {
  readonly node: string;
  readonly towards: string;
  pauses: number;
  /** ns of all these PAUSEs added up. */
  stopped: number;
  readonly ports: Set<string>;
}

export function whereItBegan(runs: readonly LabelledRun[]): Html | undefined {
  const paused = runs.filter(({ tables }) => tables.pauses.rows > 0);
  if (paused.length === 0) return undefined;
  const rows = paused.flatMap((run) => {
    const origins = originsOf(run);
    const all = origins.reduce((sum, { stopped }) => sum + stopped, 0);
    return origins
      .slice(0, rowsOf(paused))
      .map(({ node, towards, pauses, stopped, ports }) => [
        ...(runs.length > 1 ? [run.label] : []),
        towards === "" ? `${node}, direction not known` : `${node}, towards ${towards}`,
        formatCount(pauses),
        formatTime(Math.round(stopped * 1000)),
        all === 0 ? "–" : `${((stopped * 100) / all).toFixed(1)}%`,
        formatCount(ports.size),
      ]);
  });
  const head = ["congestion began at", "PAUSEs", "stopped for", "of all", "ports stopped"];
  return html`<div class="full">
    <h3>Where the congestion behind the PAUSEs began</h3>
    <p class="note">
      Each PAUSE followed downstream to the switch that could not send fast enough though nobody had stopped it. Times
      of all ports added up.
    </p>
    ${tableOf(runs.length > 1 ? ["run", ...head] : head, rows, runs.length > 1 ? { texts: 2, grouped: true } : {})}
  </div> `;
}

function originsOf({ tables, summary }: LabelledRun): Origin[] {
  const { node, port, class: cls, egress_peer, start_ns, duration_ns, caused_by } = tables.pauses.columns;
  const found = new Map<string, Origin>();
  roots(caused_by).forEach((root, row) => {
    const key = `${node[root]}\n${egress_peer[root]}`;
    let origin = found.get(key);
    if (origin === undefined) {
      origin = { node: node[root], towards: egress_peer[root], pauses: 0, stopped: 0, ports: new Set() };
      found.set(key, origin);
    }
    origin.pauses++;
    origin.stopped += Number.isNaN(duration_ns[row]) ? summary.simulated_ns - start_ns[row] : duration_ns[row];
    origin.ports.add(`${node[row]} ${port[row]} ${cls[row]}`);
  });
  return [...found.values()].sort((a, b) => b.stopped - a.stopped);
}

export function longestPauses(runs: readonly LabelledRun[]): Html | undefined {
  const paused = runs.filter(({ tables }) => tables.pauses.rows > 0);
  if (paused.length === 0) return undefined;
  const rows = paused.flatMap((run) => {
    const { columns } = run.tables.pauses;
    const { node, port, peer, class: cls, scope, start_ns, duration_ns, occupancy_bytes, threshold_bytes } = columns;
    const length = (row: number): number =>
      Number.isNaN(duration_ns[row]) ? run.summary.simulated_ns - start_ns[row] : duration_ns[row];
    return longest(start_ns.length, length, rowsOf(paused)).map((row) => [
      ...(runs.length > 1 ? [run.label] : []),
      peer[row],
      `${node[row]} (port ${port[row]})`,
      scope[row] === "port" ? "all" : String(cls[row]),
      why(columns, row),
      formatTime(Math.round(start_ns[row] * 1000)),
      formatTime(Math.round(length(row) * 1000)) + (Number.isNaN(duration_ns[row]) ? " and on" : ""),
      formatBytes(Math.round(occupancy_bytes[row])),
      formatBytes(Math.round(threshold_bytes[row])),
    ]);
  });
  const head = ["stopped", "by", "class", "why", "from", "for", "occupancy", "threshold"];
  return html`<div class="full">
    <h3>The longest PAUSEs, and why</h3>
    <p class="note">
      Occupancy and threshold of the ingress queue when it was decided. "and on": it held when the run ended.
    </p>
    ${tableOf(runs.length > 1 ? ["run", ...head] : head, rows, { texts: runs.length > 1 ? 5 : 4, grouped: runs.length > 1 })}
  </div> `;
}

/** The `most` rows of greatest length, in one pass. */
function longest(rows: number, length: (row: number) => number, most: number): number[] {
  const kept: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (kept.length === most && length(row) <= length(kept[most - 1])) continue;
    let at = kept.length;
    while (at > 0 && length(kept[at - 1]) < length(row)) at--;
    kept.splice(at, 0, row);
    if (kept.length > most) kept.pop();
  }
  return kept;
}

/** "spine1 had stopped leaf0; congestion began at spine1, towards leaf3". */
function why({ node, egress_peer, caused_by }: Pauses, row: number): string {
  const hops: string[] = [];
  let at = row;
  for (; caused_by[at] >= 0 && caused_by[at] < at; at = caused_by[at]) {
    hops.push(`${node[caused_by[at]]} had stopped ${node[at]}`);
  }
  const towards = egress_peer[at] === "" ? ", direction not known" : `, towards ${egress_peer[at]}`;
  if (hops.length === 0) return `congestion here${towards}`;
  const said = hops.length <= HOPS ? hops : [...hops.slice(0, HOPS - 1), `${hops.length - HOPS + 1} more such`];
  return `${said.join("; ")}; it began at ${node[at]}${towards}`;
}
