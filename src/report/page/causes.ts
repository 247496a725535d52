/** The causes of PAUSEs: where the congestion began, and the causal chains of the longest PAUSEs. */
import { formatCount } from "../../base/format.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { unitOf, type Unit } from "../../base/one-unit.ts";
import { namesOf, type Scheme } from "../schemes.ts";
import { html, tableOf, type Html } from "./html.ts";

/**
 * Maximum number of rows of each table, over all schemes together. If a scheme would get fewer than `LEAST` of them, each
 * scheme has a single row instead.
 */
const MAX_ROWS = 12;
const LEAST = 3;
/** Maximum number of hops of a causal chain that the text lists. */
const HOPS = 4;

type Pauses = LabelledRun["tables"]["pauses"]["columns"];

/** Number of rows for one scheme. With many schemes, each has a single row, for its worst case. */
const rowsOf = (schemes: readonly Scheme[]): number =>
  schemes.length > MAX_ROWS / LEAST ? 1 : Math.floor(MAX_ROWS / schemes.length);

/** The root of each PAUSE's causal chain. A PAUSE that no downstream PAUSE caused is its own root. */
export function roots(causedBy: Int32Array): Int32Array {
  const root = new Int32Array(causedBy.length);
  // The cause of a PAUSE has an earlier row, so its root is known already.
  causedBy.forEach((cause, row) => (root[row] = cause >= 0 && cause < row ? root[cause] : row));
  return root;
}

interface Origin {
  readonly node: string;
  readonly towards: string;
  pauses: number;
  /** Total duration of the PAUSEs with this origin, ns. */
  stopped: number;
  readonly ports: Set<string>;
}

export function whereItBegan(schemes: readonly Scheme[]): Html | undefined {
  const paused = schemes.filter(isPaused);
  if (paused.length === 0) return undefined;
  const { paths, cells } = namesOf(schemes);
  const found = paused.flatMap((scheme) => {
    const origins = originsOf(scheme);
    const all = origins.reduce((sum, { stopped }) => sum + stopped, 0);
    return origins.slice(0, rowsOf(paused)).map((origin) => ({ scheme, origin, all }));
  });
  const stopped = unitOf(
    "time",
    found.map(({ scheme, origin }) => (origin.stopped * 1000) / scheme.runs.length),
  );
  const rows = found.map(({ scheme, origin: { node, towards, pauses, stopped: time, ports }, all }) => [
    ...cells(scheme),
    towards === "" ? `${node}, direction not known` : `${node}, towards ${towards}`,
    mean(pauses, scheme),
    stopped.number((time * 1000) / scheme.runs.length),
    all === 0 ? "–" : `${((time * 100) / all).toFixed(1)}%`,
    formatCount(ports.size),
  ]);
  const head = ["congestion began at", "PAUSEs", `paused for, ${stopped.name}`, "of all", "ports paused"];
  return html`<div class="full">
    <h3>Where the congestion behind the PAUSEs began</h3>
    <p class="note">
      Each PAUSE is followed downstream to a port that was not paused and whose arrivals exceeded its link rate. Times
      are sums over all
      ports.${hasSeeds(schemes) ? " PAUSEs and times are means over the seeds. Ports are those of any seed." : ""}
    </p>
    ${tableOf([...paths, ...head], rows, { texts: paths.length + 1, grouped: paths.length })}
  </div> `;
}

const isPaused = ({ runs }: Scheme): boolean => runs.some(({ tables }) => tables.pauses.rows > 0);
const hasSeeds = (schemes: readonly Scheme[]): boolean => schemes.some(({ runs }) => runs.length > 1);
const mean = (sum: number, { runs }: Scheme): string =>
  runs.length === 1 ? formatCount(sum) : (sum / runs.length).toFixed(1);

function originsOf({ runs }: Scheme): Origin[] {
  const found = new Map<string, Origin>();
  for (const { tables, summary } of runs) {
    const { node, port, class: cls, egress_peer, start_ns, duration_ns, caused_by } = tables.pauses.columns;
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
  }
  return [...found.values()].sort((a, b) => b.stopped - a.stopped);
}

export function longestPauses(schemes: readonly Scheme[]): Html | undefined {
  const paused = schemes.filter(isPaused);
  if (paused.length === 0) return undefined;
  const { paths, cells } = namesOf(schemes);
  const seeds = hasSeeds(schemes);
  const most = rowsOf(paused);
  const found = paused.flatMap((scheme) =>
    scheme.runs
      .flatMap(({ tables, summary }) => {
        const { columns } = tables.pauses;
        const { start_ns, duration_ns } = columns;
        const length = (row: number): number =>
          Number.isNaN(duration_ns[row]) ? summary.simulated_ns - start_ns[row] : duration_ns[row];
        return longest(start_ns.length, length, most).map((row) => ({
          ...{ scheme, seed: summary.seed, columns, row },
          length: length(row),
        }));
      })
      .sort((a, b) => b.length - a.length)
      .slice(0, most),
  );
  const unit = (quantity: "time" | "bytes", of: (one: (typeof found)[0]) => number): Unit =>
    unitOf(quantity, found.map(of));
  const began = unit("time", ({ columns, row }) => columns.start_ns[row] * 1000);
  const lasted = unit("time", ({ length }) => length * 1000);
  const stored = unit("bytes", ({ columns, row }) => columns.occupancy_bytes[row]);
  const allowed = unit("bytes", ({ columns, row }) => columns.threshold_bytes[row]);
  const rows = found.map(({ scheme, seed, columns, row, length }) => {
    const {
      node,
      port,
      peer,
      class: cls,
      scope,
      queue,
      start_ns,
      duration_ns,
      occupancy_bytes,
      threshold_bytes,
    } = columns;
    return [
      ...cells(scheme),
      ...(seeds ? [String(seed)] : []),
      peer[row],
      `${node[row]} (port ${port[row]})`,
      scope[row] === "port" ? "all" : `${cls[row]}${oneOf(scope[row], queue[row])}`,
      why(columns, row),
      began.number(start_ns[row] * 1000),
      lasted.number(length * 1000) + (Number.isNaN(duration_ns[row]) ? " and on" : ""),
      stored.number(occupancy_bytes[row]),
      allowed.number(threshold_bytes[row]),
    ];
  });
  const names = [...paths, ...(seeds ? ["seed"] : [])];
  const head = [
    ...["paused", "by", "class", "why", `from, ${began.name}`, `for, ${lasted.name}`],
    ...[`occupancy, ${stored.name}`, `threshold, ${allowed.name}`],
  ];
  return html`<div class="full">
    <h3>The longest PAUSEs, and why</h3>
    <p class="note">
      Occupancy and threshold of the ingress queue at the decision to pause. "and on": the PAUSE was active when the run
      ended.${found.some(({ columns, row }) => columns.queue[row] >= 0) ? ONE : ""}${seeds ? " The longest of all seeds are listed." : ""}
    </p>
    ${tableOf([...names, ...head], rows, { texts: names.length + 4, grouped: paths.length, dense: true })}
  </div> `;
}

/** The `most` rows of greatest length, found in one pass over all rows. */
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

/** The note on PAUSEs of single queues and flows. */
const ONE =
  " For a single queue or flow: occupancy of the queue because of which it was paused. The policy keeps the threshold.";

/** For a PAUSE of a single queue or flow: which one, such as ", flow 3". Empty: the PAUSE paused a whole class or port. */
const oneOf = (scope: string, queue: number): string =>
  queue < 0 ? "" : `, ${scope === "one flow" ? "flow" : "queue"} ${queue}`;

/** The causal chain of a PAUSE, such as "spine1 had paused leaf0; it began at spine1, towards leaf3". */
function why({ node, egress_peer, caused_by }: Pauses, row: number): string {
  const hops: string[] = [];
  let at = row;
  for (; caused_by[at] >= 0 && caused_by[at] < at; at = caused_by[at]) {
    hops.push(`${node[caused_by[at]]} had paused ${node[at]}`);
  }
  const towards = egress_peer[at] === "" ? ", direction not known" : `, towards ${egress_peer[at]}`;
  if (hops.length === 0) return `congestion here${towards}`;
  const said = hops.length <= HOPS ? hops : [...hops.slice(0, HOPS - 1), `${hops.length - HOPS + 1} more such`];
  return `${said.join("; ")}; it began at ${node[at]}${towards}`;
}
