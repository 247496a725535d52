/** A run, as a person reads it in a terminal: how it ended, flows, PAUSEs, the busiest links, drops. */
import { formatBytes, formatRate, formatTime, inOneUnit } from "../format.ts";
import type { Results } from "../measure/results.ts";
import type { Summary } from "../measure/summary.ts";
import type { Table } from "../measure/tables.ts";
import { PS_PER_NS } from "../units.ts";
import { table } from "./table.ts";

/** Rows shown of ports and endless flows; the rest is counted. */
const SHOWN = 8;

export function runText({ summary, tables }: Results): string {
  const { name, seed, ending, simulated_ns, counters, digest } = summary;
  const parts = [
    `${name}, seed ${seed}: ${ending} after ${time(simulated_ns)}\n` +
      `${count(counters.packet_hops)} packet-hops, ${count(counters.events)} events, digest ${digest}`,
    deadlockText(summary.deadlock),
    flowText(summary),
    longText(tables.flows, simulated_ns),
    pauseText(tables.ports, summary),
    linkText(tables.ports),
    headroomText(summary.headroom),
    counterText(counters),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function deadlockText(queues: readonly string[]): string {
  if (queues.length === 0) return "";
  return `Deadlock. Each of these queues is stopped and waits for the next, the last for the first:\n  ${queues.join("\n  ")}`;
}

function flowText({ flows, fct, count: window }: Summary): string {
  if (flows.finite === 0) return "";
  const filled = fct.by_size.classes.filter(({ flows: n }) => n > 0);
  const all = fct.by_size.classes.slice(-1);
  // Where all flows are of one class, that is all there is to say.
  const shown = filled.length === 2 ? filled.slice(0, 1) : filled.length === 0 ? all : filled;
  const rows = shown.flatMap(({ sizes, flows: n, unfinished, finished, ...times }) => {
    const own = [sizes, count(n), count(unfinished), ...timeCells(times)];
    return unfinished === 0 ? [own] : [own, ["  those done", count(n - unfinished), "", ...timeCells(finished)]];
  });
  const head = ["flows", "n", "not done", "FCT mean", "p50", "p99", "slowdown mean", "p50", "p99"];
  const isPart = window.from_ns > 0 || window.to_ns !== null;
  const to = window.to_ns === null ? "" : ` and before ${time(window.to_ns)}`;
  const notes = [
    ...(isPart ? [`Counted are flows that began at ${time(window.from_ns)} or later${to}.`] : []),
    ...(shown.some(({ unfinished }) => unfinished > 0) ? ["A flow that was not done counts at its age."] : []),
  ];
  return [table(head, rows), ...notes].join("\n");
}

type Times = Summary["fct"]["by_size"]["classes"][0]["finished"];

const timeCells = ({ fct_ns, slowdown }: Times): string[] => [
  ...[fct_ns.mean, fct_ns.p50, fct_ns.p99].map((value) => (value === null ? "-" : time(value))),
  ...[slowdown.mean, slowdown.p50, slowdown.p99].map((value) => value?.toFixed(2) ?? "-"),
];

function longText({ columns, rows: flows }: Table<"flows">, simulatedNs: number): string {
  const { size_bytes, source, destination, received_bytes, start_ns } = columns;
  const long = indices(flows).filter((flow) => Number.isNaN(size_bytes[flow]));
  if (long.length === 0) return "";
  const shown = long.slice(0, SHOWN);
  const { unit, cells } = inOneUnit(shown.map((flow) => received_bytes[flow]));
  const rows = shown.map((flow, k) => [
    ...[`${source[flow]} -> ${destination[flow]}`, cells[k]],
    formatRate(Math.round((received_bytes[flow] * 8e9) / (simulatedNs - start_ns[flow]))),
  ]);
  return table(["long-lived flow", `received, ${unit}`, "goodput"], rows) + more(long.length, "flows");
}

function pauseText({ columns, rows: ports }: Table<"ports">, { simulated_ns, counters }: Summary): string {
  const { node, peer, pauses_sent, paused_ns } = columns;
  const pausing = indices(ports)
    .filter((port) => pauses_sent[port] > 0)
    .sort((a, b) => pauses_sent[b] - pauses_sent[a]);
  if (pausing.length === 0) return "No PAUSE was sent.";
  const pausedAt = new Map(indices(ports).map((port) => [`${peer[port]} ${node[port]}`, paused_ns[port]]));
  const rows = pausing.slice(0, SHOWN).map((port) => {
    const paused = pausedAt.get(`${node[port]} ${peer[port]}`) ?? 0;
    return [`${node[port]} to ${peer[port]}`, count(pauses_sent[port]), time(paused), percent(paused / simulated_ns)];
  });
  const { pauses, pauses_unrecorded } = counters;
  const unrecorded =
    pauses_unrecorded > 0 ? `\n${count(pauses_unrecorded)} of ${count(pauses)} PAUSEs are counted without a row.` : "";
  return table(["PAUSEs", "sent", "stopped for", "of the run"], rows) + more(pausing.length, "ports") + unrecorded;
}

function linkText({ columns, rows: ports }: Table<"ports">): string {
  const { node, peer, utilisation, sent_bytes, queue_peak_bytes } = columns;
  const busy = indices(ports)
    .sort((a, b) => utilisation[b] - utilisation[a])
    .slice(0, SHOWN);
  const sent = inOneUnit(busy.map((port) => sent_bytes[port]));
  const queues = inOneUnit(busy.map((port) => queue_peak_bytes[port]));
  const rows = busy.map((port, k) => [
    ...[`${node[port]} to ${peer[port]}`, percent(utilisation[port]), sent.cells[k], queues.cells[k]],
  ]);
  return table(["busiest links", "used", `sent, ${sent.unit}`, `longest queue, ${queues.unit}`], rows);
}

function headroomText(rows: Summary["headroom"]): string {
  const { unit, cells } = inOneUnit(rows.flatMap(({ exact_bytes, equation1_bytes }) => [exact_bytes, equation1_bytes]));
  const lines = rows.map(({ rate_bps, delay_ns, ports }, k) => [
    ...[`${formatRate(rate_bps)}, ${time(delay_ns)}`, count(ports), cells[2 * k], cells[2 * k + 1]],
  ]);
  const head = [`headroom of a lossless queue, ${unit}`, "ports", "real frames (h*)", "DSH's equation 1"];
  return table(head, lines);
}

function counterText(counters: Summary["counters"]): string {
  const { data_packets, marked_packets, nacks, cnps, repeated_packets, out_of_order_packets, reordering_bytes } =
    counters;
  const dropped = Object.entries(counters).flatMap(([name, n]) =>
    name.startsWith("dropped_") && n > 0 ? [`${count(n)} ${name.slice(8).replaceAll("_", " ")}`] : [],
  );
  const words = [
    `${count(data_packets)} data packets`,
    `${count(marked_packets)} marked (${percent(marked_packets / data_packets)})`,
    `${count(nacks)} NACKs`,
    ...(cnps > 0 ? [`${count(cnps)} CNPs`] : []),
    ...(repeated_packets > 0 ? [`${count(repeated_packets)} sent again`] : []),
    ...(out_of_order_packets > 0
      ? [`${count(out_of_order_packets)} out of order (by up to ${formatBytes(reordering_bytes)})`]
      : []),
    dropped.length === 0 ? "nothing dropped" : `dropped: ${dropped.join(", ")}`,
  ];
  return words.join(", ");
}

const indices = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row);
const time = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));
const more = (n: number, what: string): string => (n > SHOWN ? `\nand ${count(n - SHOWN)} more ${what}` : "");
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
