/** Reports the result of a run of HPCC's ns-3 simulator: as text on stderr, and as one JSON object for programs. */
import { formatDuration, formatLarge, formatRate, formatTime } from "../../../base/format.ts";
import { headroomOf, switchPorts } from "../../../formats/hpcc/import-memory.ts";
import {
  deadlockedQueues,
  drops,
  nearestToPause,
  unfinishedFlows,
  type Ending,
  type Ns3Options,
  type Ns3Setup,
} from "../../../run/lab/ns3.ts";
import { PS_PER_NS } from "../../../base/units.ts";
import type { Ns3Files } from "./input.ts";
import type { Ns3Outputs, OutputKey } from "./outputs.ts";
import type { Verified } from "./verify.ts";
import { count, counted, say } from "../terminal/terminal.ts";

export interface Ns3Result {
  readonly files: Ns3Files;
  readonly setup: Ns3Setup;
  readonly plan: ReadonlyMap<OutputKey, string>;
  readonly outputs: Ns3Outputs;
  /** The buffer policy whose thresholds replace those of HPCC's simulator. Undefined: the simulator's own thresholds apply. */
  readonly buffer: Ns3Options["buffer"];
  readonly ending: Ending | "interrupted";
  /** Wall-clock time of the simulation in seconds, without setup and output. */
  readonly seconds: number;
  readonly warnings: readonly string[];
  /** The results of --verify, one for each file. */
  readonly verified: readonly Verified[];
}

export function report(result: Ns3Result): void {
  const lines = [
    ...unfinished(result),
    ...stuck(result),
    ...dropped(result),
    ...empty(result),
    ...files(result),
    ...thresholds(result),
    headline(result),
  ];
  for (const line of lines) say(line);
}

function headline({ files, setup, ending, seconds }: Ns3Result): string {
  const { fabric, flows, queue, unfinished, isSettled, settledAt } = setup.network;
  const at = formatTime(queue.now);
  const settled = `ended at ${formatTime(settledAt)}, because nothing can change any more; ${hangs(unfinished)}`;
  const how = {
    "all flows are done": `all flows are done at ${at}`,
    "all flows that count are done": `all flows that count are done at ${at}`,
    "time is up": isSettled
      ? settled
      : `time limit reached, SIMULATOR_STOP_TIME ${formatTime(files.config.stopTimeNs * PS_PER_NS)}`,
    "nothing can move": `nothing can move any more at ${at}`,
    deadlock: `a deadlock at ${at}`,
    stopped: `stopped at ${at}`,
    interrupted: `cut short at ${at}`,
  }[ending];
  const speed = `${formatLarge(fabric.hops / seconds)} packet-hops/s`;
  const total = formatDuration(performance.now() / 1000);
  return (
    `${count(flows.count - unfinished)} of ${counted(flows.count, "flow")} done: ${how}. ` +
    `${counted(fabric.hops, "packet-hop")}, ${speed}, ${total} in all.`
  );
}

function thresholds({ buffer }: Ns3Result): string[] {
  if (buffer === undefined) return [];
  const values = Object.entries(buffer.values).filter(([, value]) => value !== undefined);
  const named = values.map(([name, value]) => `, ${name} ${String(value)}`).join("");
  return [`Thresholds are those of ${buffer.name}${named}, in place of the simulator's own.`];
}

const hangs = (flows: number): string => `${counted(flows, "flow")} ${flows === 1 ? "hangs" : "hang"}`;

const NAMED = 10;
/** The cause under which the network counts packets that were dropped because their headroom was full. */
const NO_HEADROOM = "no headroom";

function unfinished({ files, setup }: Ns3Result): string[] {
  const { flows, queue } = setup.network;
  const left = unfinishedFlows(setup.network);
  if (left.length === 0) return [];
  const lines = left.slice(0, NAMED).map((flow) => {
    const { src, dst, line } = files.flows[flow];
    const who = `  ${src} -> ${dst} (${files.config.flowFile}:${line})`;
    if (flows.start[flow] > queue.now) return `${who}: starts only at ${formatTime(flows.start[flow])}`;
    return `${who}: ${count(flows.sndUna[flow])} of ${counted(flows.size[flow], "byte")} acknowledged`;
  });
  if (left.length > NAMED) lines.push(`  and ${count(left.length - NAMED)} more`);
  return [`${counted(left.length, "flow")} did not finish:`, ...lines];
}

/** The reason why no packet can move any more. */
function stuck({ files, setup, ending }: Ns3Result): string[] {
  if (ending !== "nothing can move" && !setup.network.isSettled) return [];
  const queues = deadlockedQueues(setup.network);
  const { live } = setup.network.fabric.packets;
  if (queues.length === 0 && live > 0)
    return [
      `${counted(live, "packet")} cannot move: no RESUME came to the port where each waits, or its link is down.`,
    ];
  if (queues.length === 0 && drops(setup.network).length === 0) {
    const interval = `L2_ACK_INTERVAL ${files.config.l2AckInterval}`;
    return [`Nothing was lost and nothing is under way: with ${interval} the last packet of a flow can go unanswered.`];
  }
  if (queues.length === 0) {
    const why = "the packets for which the flows wait were lost, and the simulator has no retransmission timeout";
    return [`Nothing is under way: ${why}.`];
  }
  const names = [...queues, queues[0]].map(({ node, port, cls }) => `${node}:${port} class ${cls}`);
  const since = formatTime(setup.network.deadlockSince);
  return [`Deadlock since ${since}: each of these queues (switch:port) is paused by the next: ${names.join(" -> ")}`];
}

function dropped({ setup, files }: Ns3Result): string[] {
  const causes = drops(setup.network).map(({ cause, packets }) => `${count(packets)} (${cause})`);
  return causes.length === 0 ? [] : [`Packets dropped: ${causes.join(", ")}.`, ...smallHeadroom({ setup, files })];
}

/**
 * If packets were dropped because their headroom was full, states a likely cause: ports whose headroom is smaller than a packet. The
 * simulator reserves three times the link's bandwidth-delay product, which is less than a packet for a short or slow link.
 */
function smallHeadroom({ setup, files }: Pick<Ns3Result, "setup" | "files">): string[] {
  if (drops(setup.network).every(({ cause }) => cause !== NO_HEADROOM)) return [];
  const packet = files.config.packetPayload + setup.network.fabric.fidelity.frames.dataHeader;
  const kinds = new Map<string, { readonly size: number; readonly link: string; ports: number }>();
  for (const port of switchPorts(files.topology)) {
    const size = headroomOf(port);
    if (size >= packet) continue;
    const link = `${formatRate(port.bps)}, ${formatTime(port.delayNs * PS_PER_NS)}`;
    const kind = kinds.get(link);
    if (kind === undefined) kinds.set(link, { size, link, ports: 1 });
    else kind.ports++;
  }
  return [...kinds.values()].map(
    ({ size, link, ports }) =>
      `Headroom of ${counted(ports, "switch port")} (${link}) is ${counted(size, "byte")}, three times what the link holds. ` +
      `A packet has ${counted(packet, "byte")}, so none fits there.`,
  );
}

/** The reason why an output file is empty. */
function empty({ files, setup, plan }: Ns3Result): string[] {
  const { recorder, network, queues, trace } = setup;
  const { config } = files;
  const lines: string[] = [];
  const pfc = plan.get("PFC_OUTPUT_FILE");
  if (pfc !== undefined && recorder.frames.count === 0) lines.push(`${pfc} is empty: ${noPause(setup)}`);
  const qlen = plan.get("QLEN_MON_FILE");
  if (qlen !== undefined && queues?.dumped === 0) {
    const [start, end, now] = [config.qlenMonStartNs * PS_PER_NS, config.qlenMonEndNs * PS_PER_NS, network.queue.now];
    const window = `QLEN_MON_START, ${formatTime(start)}, and QLEN_MON_END, ${formatTime(end)}`;
    const why = `no time to dump (each 100 ms, or see --qlen-dump) came between ${window}`;
    lines.push(`${qlen} is empty: ${why}, before the run ended at ${formatTime(now)}.`);
  }
  const tr = plan.get("TRACE_OUTPUT_FILE");
  if (tr !== undefined && config.enableTrace && (trace?.records ?? 0) === 0) {
    const why =
      files.traced.length === 0 ? `${config.traceFile || "no TRACE_FILE"} lists no node` : "no packet was sent";
    lines.push(`${tr} holds no packet: ${why}.`);
  }
  if (network.flows.count === 0) lines.push(`${config.fctOutputFile} is empty: ${config.flowFile} holds no flow.`);
  return lines;
}

function noPause(setup: Ns3Setup): string {
  const { fabric } = setup.network;
  if (fabric.linkFrames.count > 0) return "no PFC frame had arrived when the run ended.";
  const nearest = nearestToPause(setup.network);
  if (nearest === undefined) return "no packet of a lossless class came to a switch.";
  const { node, port, cls, backlog, threshold } = nearest;
  const share = Number(((100 * backlog) / threshold).toPrecision(2));
  return (
    `no queue reached its threshold. Port ${port} of switch ${node} came nearest in class ${cls}, with ` +
    `${count(backlog)} of ${count(threshold)} shared bytes (${share}%).`
  );
}

function files({ files, setup, plan }: Ns3Result): string[] {
  const { recorder, queues, trace } = setup;
  const records = trace?.records ?? 0;
  const what: Record<OutputKey, string> = {
    FCT_OUTPUT_FILE: counted(recorder.completed.length, "flow"),
    PFC_OUTPUT_FILE: counted(recorder.frames.count, "PFC frame"),
    QLEN_MON_FILE: counted(queues?.dumped ?? 0, "dump"),
    TRACE_OUTPUT_FILE: files.config.enableTrace ? counted(records, "record") : "header only: ENABLE_TRACE is 0",
  };
  if (plan.size === 0) return [];
  return [`Wrote ${[...plan].map(([key, path]) => `${path} (${what[key]})`).join(", ")}.`];
}

/** The result as an object for `--json`. Times are in ns, as in the simulator's files. */
export function summary({
  files,
  setup,
  plan,
  outputs,
  buffer,
  ending,
  seconds,
  warnings,
  verified,
}: Ns3Result): object {
  const { network, recorder } = setup;
  const { fabric, flows } = network;
  const left = unfinishedFlows(network);
  return {
    config: files.configFile,
    ...(buffer === undefined ? {} : { buffer }),
    ending,
    time_ns: Math.round(network.queue.now / PS_PER_NS),
    settled_ns: network.isSettled ? Math.round(network.settledAt / PS_PER_NS) : null,
    flows: flows.count,
    flows_done: recorder.completed.length,
    unfinished: left.slice(0, NAMED).map((flow) => ({
      src: flows.source[flow],
      dst: flows.destination[flow],
      line: files.flows[flow].line,
      size_bytes: flows.size[flow],
      acked_bytes: flows.sndUna[flow],
    })),
    deadlock: deadlockedQueues(network),
    dropped: drops(network),
    pfc_frames: recorder.frames.count,
    nearest_to_pause: nearestToPause(network) ?? null,
    packet_hops: fabric.hops,
    run_seconds: seconds,
    total_seconds: performance.now() / 1000,
    digest: fabric.digest.toString(),
    outputs: [...plan].map(([key, path]) => ({ key, path, bytes: outputs.bytes(key) })),
    warnings,
    verified: verified.map(({ expected, found, same, difference = null }) => ({ expected, found, same, difference })),
  };
}
