/** A run as terminal text: its ending, its flows and PAUSEs, the busiest links and drops. */
import { formatBytes, formatCounted, formatPercent, formatRate, formatTime } from "../base/format.ts";
import type { Job } from "../run/measure/collectives.ts";
import type { Results } from "../run/measure/results.ts";
import type { Summary } from "../run/measure/summary.ts";
import type { Table } from "../run/measure/tables.ts";
import { PS_PER_NS } from "../base/units.ts";
import { linkNamer } from "../run/measure/link-names.ts";
import { inOneUnit } from "../base/one-unit.ts";
import { faultText } from "./fault-text.ts";
import { layerText } from "./layer-text.ts";
import { slowestText } from "./slowest.ts";
import { table } from "./table.ts";

/** Maximum number of rows of ports, and of long-lived flows. The text has only the number of the others. */
const SHOWN = 8;
/** Maximum rows of the slowest flows. */
const SLOWEST = 5;

export function runText(results: Results): string {
  const { summary, tables } = results;
  const { name, seed, ending, simulated_ns, counters, digest } = summary;
  const parts = [
    `${name}, seed ${seed}: ${ending} after ${time(simulated_ns)}\n` +
      `${count(counters.packet_hops)} packet-hops, digest ${digest}${modulesText(summary)}`,
    settledText(summary),
    skippedText(summary),
    deadlockText(summary.deadlock),
    faultText(results),
    flowText(summary),
    jobText(summary.collectives ?? []),
    layerText(results),
    slowestText(tables, SLOWEST, summary.policies),
    longText(tables.flows, simulated_ns),
    pauseText(tables.ports, summary),
    queuePauseText(tables.ports, summary),
    linkText(tables.ports),
    headroomText(summary.headroom),
    counterText(summary),
    probeText(results),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The user modules of the run with their hashes. A changed module makes it a different run. */
const modulesText = ({ modules = [] }: Summary): string =>
  modules.map(({ of, name, hash }) => `\n${of} ${name}, module hash ${hash.slice(0, 16)}`).join("");

function settledText({ settled_ns, simulated_ns, flows }: Summary): string {
  if (settled_ns === undefined) return "";
  const open = flows.finite - flows.finished;
  const hung = open === 0 ? "" : ` ${count(open)} ${open === 1 ? "flow hangs" : "flows hang"}.`;
  return `Ended at ${time(settled_ns)}, because nothing can change any more.${hung} All numbers are those of a run to ${time(simulated_ns)}.`;
}

function skippedText({ fast_forward }: Summary): string {
  if (fast_forward === undefined) return "";
  const { skips, skipped_ns, share, error_bound, memory, obstacle } = fast_forward;
  if (skips === 0 && memory === undefined)
    return [
      "Fast-forward found no repetition: every packet was simulated.",
      ...(obstacle === undefined ? [] : [`No flow was replayed, because ${obstacle}.`]),
    ].join("\n");
  const part = `${(100 * share).toFixed(1)}% of the bytes`;
  const skipped = `skipped ${time(skipped_ns)} in ${formatCounted(skips, "step")}`;
  if (memory === undefined)
    return `Fast-forward ${skipped}, ${part}. Every number equals that of the exact run. Only the digest differs.`;
  const { replayed, frozen, thawed, compared, agreed, error_mean } = memory;
  const both =
    agreed === compared
      ? `${formatCounted(compared, "flow")} simulated both ways differ`
      : `Of ${formatCounted(compared, "flow")} simulated both ways ${count(agreed)} agreed. They differ`;
  const back = thawed === 0 ? "" : ` ${count(thawed)} of them returned to packets.`;
  return [
    `Fast-forward ${skipped}, and replayed ${formatCounted(replayed + frozen, "flow")} without packets: ${part}.${back}`,
    `A completion time may err by ${formatPercent(error_bound)}. ${both} by ${formatPercent(error_mean)} on average.`,
  ].join("\n");
}

/** The probes of the run, with the number of recorded rows. */
function probeText({ probes = {} }: Results): string {
  const rows = Object.entries(probes).map(([name, { rows, shape }]) => [name, shape.about, count(rows)]);
  return rows.length === 0 ? "" : table(["probe", "", "rows"], rows, 2);
}

function deadlockText(queues: readonly string[]): string {
  if (queues.length === 0) return "";
  return `Deadlock. These paused queues wait for each other in a circle:\n  ${queues.join("\n  ")}`;
}

function flowText({ flows, fct, count: window }: Summary): string {
  if (flows.finite === 0) return "";
  const filled = fct.by_size.classes.filter(({ flows: n }) => n > 0);
  const all = fct.by_size.classes.slice(-1);
  // If all flows are in one size class, its row equals the row of all flows, so one row suffices.
  const shown = filled.length === 2 ? filled.slice(0, 1) : filled.length === 0 ? all : filled;
  const lines = shown.flatMap(({ sizes, flows: n, unfinished, finished, ...times }) => [
    { names: [sizes, count(n), count(unfinished)], times },
    ...(unfinished === 0 ? [] : [{ names: ["  flows done", count(n - unfinished), ""], times: finished }]),
  ]);
  const columns = (["mean", "p50", "p99"] as const).map((which) =>
    times(lines.map(({ times: { fct_ns } }) => fct_ns[which] ?? NaN)),
  );
  const rows = lines.map(({ names, times: { slowdown } }, row) => [
    ...names,
    ...columns.map((column) => column[row]),
    ...[slowdown.mean, slowdown.p50, slowdown.p99].map((value) => value?.toFixed(2) ?? "-"),
  ]);
  const head = ["flows", "n", "not done", "FCT mean", "p50", "p99", "slowdown mean", "p50", "p99"];
  const isPart = window.from_ns > 0 || window.to_ns !== null;
  const to = window.to_ns === null ? "" : ` and before ${time(window.to_ns)}`;
  const notes = [
    ...(isPart ? [`Flows count if they began at ${time(window.from_ns)} or later${to}.`] : []),
    ...(shown.some(({ unfinished }) => unfinished > 0) ? ["An unfinished flow counts with its age."] : []),
  ];
  return [table(head, rows), ...notes].join("\n");
}

function jobText(jobs: readonly Job[]): string {
  if (jobs.length === 0) return "";
  const column = (of: (job: Job) => number | null): string[] => times(jobs.map((job) => of(job) ?? NaN));
  const shown = [
    column((job) => job.completion_ns),
    column((job) => job.time_mean_ns),
    column((job) => job.time_p99_ns),
    ...(["algbw_bps", "busbw_bps"] as const).map((name) =>
      inOneUnit(
        "rate",
        jobs.map((job) => job[name] ?? NaN),
      ),
    ),
  ];
  const rows = jobs.map(({ operation, ranks, size_bytes, iterations, finished }, row) => [
    `${operation} of ${formatBytes(size_bytes)}`,
    count(ranks),
    `${count(finished)} of ${count(iterations)}`,
    ...shown.map((cells) => cells[row]),
  ]);
  const head = ["collective", "ranks", "done", "job", "iteration mean", "p99", "algbw", "busbw"];
  return table(head, rows);
}

function longText({ columns, rows: flows }: Table<"flows">, simulatedNs: number): string {
  const { size_bytes, source, destination, received_bytes, start_ns } = columns;
  const long = indices(flows).filter((flow) => Number.isNaN(size_bytes[flow]));
  if (long.length === 0) return "";
  const shown = long.slice(0, SHOWN);
  const received = inOneUnit(
    "bytes",
    shown.map((flow) => received_bytes[flow]),
  );
  const goodputs = inOneUnit(
    "rate",
    shown.map((flow) => (received_bytes[flow] * 8e9) / (simulatedNs - start_ns[flow])),
  );
  const rows = shown.map((flow, row) => [`${source[flow]} -> ${destination[flow]}`, received[row], goodputs[row]]);
  return table(["long-lived flow", "received", "goodput"], rows) + more(long.length, "flows");
}

function pauseText({ columns, rows: ports }: Table<"ports">, { simulated_ns, counters }: Summary): string {
  const { node, port: number, peer, pauses_sent, paused_ns } = columns;
  const { name, otherEnd } = linkNamer({ columns, rows: ports });
  const pausing = indices(ports)
    .filter((port) => pauses_sent[port] > 0)
    .sort((a, b) => pauses_sent[b] - pauses_sent[a]);
  const { pauses, queue_pauses = 0, pauses_unrecorded } = counters;
  const unrecorded =
    pauses_unrecorded > 0
      ? `\n${count(pauses_unrecorded)} of ${count(pauses + queue_pauses)} PAUSEs are counted without a row.`
      : "";
  if (pausing.length === 0)
    return `${counters.queue_pauses === undefined ? "No PAUSE was sent." : "No PAUSE of a class was sent."}${unrecorded}`;
  const pausedAt = new Map(indices(ports).map((port) => [name(node[port], number[port], peer[port]), paused_ns[port]]));
  const shown = pausing.slice(0, SHOWN);
  const paused = shown.map((port) => pausedAt.get(otherEnd(node[port], number[port], peer[port])) ?? 0);
  const stopped = times(paused);
  const rows = shown.map((port, row) => [
    name(node[port], number[port], peer[port]),
    count(pauses_sent[port]),
    stopped[row],
    percent(paused[row] / simulated_ns),
  ]);
  return table(["PAUSEs", "sent", "paused for", "of the run"], rows) + more(pausing.length, "ports") + unrecorded;
}

/**
 * The ports that paused single queues or flows of their peers. Also the number of lost frames that should have paused or
 * resumed a queue. Empty if the scheduling policy has no queues within a class.
 */
function queuePauseText({ columns, rows: ports }: Table<"ports">, { counters }: Summary): string {
  const { queue_pauses, queue_frames_lost = 0 } = counters;
  if (queue_pauses === undefined) return "";
  const { node, port: number, peer, queue_pauses_sent: sent } = columns;
  const { name } = linkNamer({ columns, rows: ports });
  const pausing = indices(ports)
    .filter((port) => sent[port] > 0)
    .sort((a, b) => sent[b] - sent[a]);
  const rows = pausing.slice(0, SHOWN).map((port) => [name(node[port], number[port], peer[port]), count(sent[port])]);
  const lost =
    queue_frames_lost === 1
      ? "1 frame that pauses or resumes a queue was"
      : `${count(queue_frames_lost)} frames that pause or resume a queue were`;
  return [
    pausing.length === 0
      ? "No PAUSE of a single queue was sent."
      : table(["queue PAUSEs", "sent"], rows) + more(pausing.length, "ports"),
    ...(queue_frames_lost === 0 ? [] : [`${lost} lost. The model does not repeat them.`]),
  ].join("\n");
}

function linkText({ columns, rows: ports }: Table<"ports">): string {
  const { node, port: number, peer, utilisation, sent_bytes, queue_peak_bytes } = columns;
  const { name } = linkNamer({ columns, rows: ports });
  const busy = indices(ports)
    .sort((a, b) => utilisation[b] - utilisation[a])
    .slice(0, SHOWN);
  const of = (column: Float64Array): string[] =>
    inOneUnit(
      "bytes",
      busy.map((port) => column[port]),
    );
  const [sent, longest] = [of(sent_bytes), of(queue_peak_bytes)];
  const rows = busy.map((port, row) => [
    name(node[port], number[port], peer[port]),
    percent(utilisation[port]),
    sent[row],
    longest[row],
  ]);
  return table(["busiest links", "used", "sent", "longest queue"], rows);
}

function headroomText(rows: Summary["headroom"]): string {
  if (rows.length === 0) return "";
  const of = (column: "exact_bytes" | "equation1_bytes"): string[] =>
    inOneUnit(
      "bytes",
      rows.map((row) => row[column]),
    );
  const [exact, equation1] = [of("exact_bytes"), of("equation1_bytes")];
  const cells = rows.map(({ rate_bps, delay_ns, ports }, row) => [
    `${formatRate(rate_bps)}, ${time(delay_ns)}`,
    count(ports),
    exact[row],
    equation1[row],
  ]);
  return table(["headroom of a lossless queue", "switch ports", "real frames (h*)", "DSH's equation 1"], cells);
}

function counterText({ counters, reads = [], policies }: Summary): string {
  const { data_packets, marked_packets, nacks, cnps, repeated_packets, out_of_order_packets, reordering_bytes } =
    counters;
  const { messages_dropped = 0, held_packets = 0 } = counters;
  const dropped = Object.entries(counters).flatMap(([name, n]) =>
    name.startsWith("dropped_") && n > 0 ? [`${count(n)} ${name.slice(8).replaceAll("_", " ")}`] : [],
  );
  const words = [
    `${count(data_packets)} data packets`,
    `${count(marked_packets)} marked${data_packets === 0 ? "" : ` (${percent(marked_packets / data_packets)})`}`,
    `${count(nacks)} NACKs`,
    ...(cnps > 0 ? [`${count(cnps)} CNPs`] : []),
    ...(repeated_packets > 0 ? [`${count(repeated_packets)} retransmitted`] : []),
    ...(out_of_order_packets > 0
      ? [`${count(out_of_order_packets)} out of order (by up to ${formatBytes(reordering_bytes)})`]
      : []),
    dropped.length === 0 ? "nothing dropped" : `dropped: ${dropped.join(", ")}`,
    ...(messages_dropped > 0 ? [`of these ${count(messages_dropped)} messages of the transport`] : []),
  ];
  const notes = [
    ...(reads.includes("ECN marks") && data_packets > 0 && marked_packets === 0
      ? [`No packet was ECN-marked, although ${hostPolicy(policies)} reads ECN marks.`]
      : []),
    ...(held_packets > 0
      ? [`${formatCounted(held_packets, "packet")} remained held by the routing policy at the end of the run.`]
      : []),
  ];
  return [words.join(", "), ...notes].join("\n");
}

/** The name of the policy that controls the hosts' sending: the transport, or congestion control. */
function hostPolicy({ transport, congestion }: Summary["policies"]): string {
  const one = transport ?? congestion;
  return "name" in one ? one.name : "";
}

const indices = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row);
/** Formats times in ns, all in one unit. */
const times = (ns: readonly number[]): string[] =>
  inOneUnit(
    "time",
    ns.map((one) => one * PS_PER_NS),
  );
const time = (ns: number): string => formatTime(Math.round(ns * PS_PER_NS));
const more = (n: number, what: string): string => (n > SHOWN ? `\nand ${count(n - SHOWN)} more ${what}` : "");
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
