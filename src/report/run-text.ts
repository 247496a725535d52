/** A run, as a person reads it in a terminal: how it ended, flows, PAUSEs, the busiest links, drops. */
import { formatBytes, formatRate, formatTime } from "../format.ts";
import type { FlowRow, PortRow, Results } from "../measure/results.ts";
import { distribution } from "./statistics.ts";
import { table } from "./table.ts";

/** Rows shown of ports and endless flows; the rest is counted. */
const SHOWN = 8;

export function runText({ run, flows, ports, headroom }: Results): string {
  const parts = [
    `${run.scenario}, seed ${run.seed}: ${run.ending} after ${formatTime(run.simulated)}\n` +
      `${count(run.packetHops)} packet-hops, ${count(run.events)} events, digest ${run.digest}`,
    deadlockText(run.deadlock),
    flowText(flows),
    longText(flows, run.simulated),
    pauseText(ports, run.simulated),
    linkText(ports),
    headroomText(headroom),
    counterText(run),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function deadlockText(queues: readonly string[]): string {
  if (queues.length === 0) return "";
  return `Deadlock. Each of these queues is stopped and waits for the next, the last for the first:\n  ${queues.join("\n  ")}`;
}

function flowText(flows: readonly FlowRow[]): string {
  const finite = flows.filter((flow) => flow.bytes !== Infinity);
  if (finite.length === 0) return "";
  const done = finite.filter((flow) => !Number.isNaN(flow.fct));
  const row = (name: string, some: readonly FlowRow[]): string[] => {
    const fct = distribution(some.map((flow) => flow.fct));
    const slowdown = distribution(some.map((flow) => flow.slowdown));
    const ratio = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(2));
    const time = (value: number): string => (Number.isNaN(value) ? "-" : formatTime(Math.round(value)));
    return [
      name,
      count(fct.count),
      ...[fct.mean, fct.p50, fct.p99].map(time),
      ...[slowdown.mean, slowdown.p50, slowdown.p99].map(ratio),
    ];
  };
  const bins: [string, number, number][] = [
    ["up to 10 KB", 0, 10_000],
    ["to 100 KB", 10_000, 100_000],
    ["to 1 MB", 100_000, 1_000_000],
    ["above 1 MB", 1_000_000, Infinity],
  ];
  const rows = bins
    .map(([name, above, to]) =>
      row(
        name,
        done.filter((flow) => flow.bytes > above && flow.bytes <= to),
      ),
    )
    .filter((cells) => cells[1] !== "0");
  if (rows.length !== 1) rows.push(row("all", done));
  const head = ["flows", "done", "FCT mean", "p50", "p99", "slowdown mean", "p50", "p99"];
  const left = finite.length - done.length;
  return table(head, rows) + (left === 0 ? "" : `\n${count(left)} of ${count(finite.length)} flows were not done.`);
}

function longText(flows: readonly FlowRow[], simulated: number): string {
  const long = flows.filter((flow) => flow.bytes === Infinity);
  if (long.length === 0) return "";
  const rows = long
    .slice(0, SHOWN)
    .map((flow) => [
      `${flow.source} -> ${flow.destination}`,
      formatBytes(flow.received),
      formatRate(Math.round((flow.received * 8e12) / (simulated - flow.start))),
    ]);
  return table(["long-lived flow", "received", "goodput"], rows) + more(long.length, "flows");
}

function pauseText(ports: readonly PortRow[], simulated: number): string {
  const pausing = ports.filter((port) => port.pauses > 0).sort((a, b) => b.pauses - a.pauses);
  if (pausing.length === 0) return "No PAUSE was sent.";
  const stoppedAt = new Map(ports.map((port) => [`${port.peer} ${port.node}`, port.stopped]));
  const rows = pausing.slice(0, SHOWN).map((port) => {
    const stopped = stoppedAt.get(`${port.node} ${port.peer}`) ?? 0;
    return [
      `${port.node} to ${port.peer}`,
      count(port.pauses),
      formatTime(Math.round(stopped)),
      percent(stopped / simulated),
    ];
  });
  return table(["PAUSEs", "sent", "stopped for", "of the run"], rows) + more(pausing.length, "ports");
}

function linkText(ports: readonly PortRow[]): string {
  const busy = [...ports].sort((a, b) => b.utilisation - a.utilisation).slice(0, SHOWN);
  const rows = busy.map((port) => [
    `${port.node} to ${port.peer}`,
    percent(port.utilisation),
    formatBytes(port.sent),
    formatBytes(port.peak),
  ]);
  return table(["busiest links", "used", "sent", "longest queue"], rows);
}

function headroomText(rows: Results["headroom"]): string {
  const cells = rows.map(({ rate, delay, ports, exact, equation1 }) => [
    `${formatRate(rate)}, ${formatTime(delay)}`,
    count(ports),
    formatBytes(exact),
    formatBytes(equation1),
  ]);
  return table(["headroom a lossless queue needs", "switch ports", "real frames (h*)", "DSH's equation 1"], cells);
}

function counterText({ dataPackets, marked, nacks, cnps, outOfOrder, drops }: Results["run"]): string {
  const dropped = Object.entries(drops).filter(([, n]) => n > 0);
  const words = [
    `${count(dataPackets)} data packets`,
    `${count(marked)} marked (${percent(marked / dataPackets)})`,
    `${count(nacks)} NACKs`,
    ...(cnps > 0 ? [`${count(cnps)} CNPs`] : []),
    ...(outOfOrder > 0 ? [`${count(outOfOrder)} out of order`] : []),
    dropped.length === 0 ? "nothing dropped" : `dropped: ${dropped.map(([why, n]) => `${count(n)} ${why}`).join(", ")}`,
  ];
  return words.join(", ");
}

const more = (n: number, what: string): string => (n > SHOWN ? `\nand ${count(n - SHOWN)} more ${what}` : "");
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
