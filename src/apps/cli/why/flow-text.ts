/** Explains the completion time of a flow for a terminal: its path, the parts of its time, and their meaning. */
import { formatBytes, formatTime } from "../../../base/format.ts";
import {
  partText,
  transportWaitText,
  type AckWait,
  type PartAt,
  type RootCause,
  type WhyFlow,
} from "../../../run/lab/lab.ts";
import { table } from "../../../report/table.ts";
import { wrap } from "../../../base/wrap.ts";
import { counted } from "../terminal/terminal.ts";

/** Maximum number of root causes or queues that the table lists below each part of the completion time. */
const ROOTS = 4;
/** Maximum number of flows that the text lists as having filled a queue. */
const FILLERS = 4;

/** Returns a follow-up command with the given options. */
export type GoOn = (options: string) => string;

/** The explanation in lines of at most `width` characters. Long node names may exceed the width. */
export function whyFlowText(why: WhyFlow, goOn: GoOn, width: number): string {
  const parts = [
    wrap(headline(why), width).join("\n"),
    wrap(pathText(why), width).join("\n"),
    partTable(why),
    ...sentences(why).map((sentence) => wrap(sentence, width).join("\n")),
    ...moreOfPause(why, goOn),
  ];
  return `${parts.join("\n\n")}\n`;
}

function headline({ flow, source, destination, class: cls, size_bytes, start_ps, done, ...times }: WhyFlow): string {
  const size = size_bytes === null ? "without an end" : formatBytes(size_bytes);
  const took = done
    ? `It took ${formatTime(times.total_ps)}`
    : `It was not done ${formatTime(times.total_ps)} later, when the run ended`;
  const ideal =
    times.ideal_fct_ps === null
      ? ""
      : `; alone it takes ${formatTime(times.ideal_fct_ps)}${done ? `, so its slowdown is ${(times.slowdown ?? NaN).toFixed(2)}` : ""}`;
  return `Flow ${flow}, ${source} -> ${destination}, ${size}, class ${cls}, began at ${formatTime(start_ps)}. ${took}${ideal}.`;
}

function pathText({ path, hops, done, losses }: WhyFlow): string {
  if (path.length === 0) {
    if (done) return "Its last byte was not followed.";
    return losses.length > 0 ? "Its last byte was not sent, or was lost." : "Its last byte was not sent.";
  }
  // If several links lead to a node, the node's name has the link's number, as `paths` in a scenario spells it.
  const nodes = path.map((node, k) => `${node}${k === 0 ? "" : (/#\d+$/.exec(hops[k - 1])?.[0] ?? "")}`);
  return `Path of its last byte: ${nodes.join(", ")}.`;
}

function partTable({ parts, total_ps, done }: WhyFlow): string {
  const time = exact(total_ps);
  const share = (ps: number): string => `${((ps * 100) / total_ps).toFixed(1)}%`;
  const rows = parts.flatMap((part) => [
    [partText(part.part, part.by_transport === true), part.port, time(part.time_ps), share(part.time_ps)],
    ...(part.acks ?? []).slice(0, ROOTS).map((wait) => ["", `  ${waitName(wait)}`, time(wait.time_ps), ""]),
    ...((part.acks?.length ?? 0) > ROOTS
      ? [["", `  and ${(part.acks?.length ?? 0) - ROOTS} more queues`, "", ""]]
      : []),
    ...(part.roots ?? []).slice(0, ROOTS).map((root) => ["", `  ${rootName(root)}`, time(root.time_ps), ""]),
    ...((part.roots?.length ?? 0) > ROOTS
      ? [["", `  and ${(part.roots?.length ?? 0) - ROOTS} more roots`, "", ""]]
      : []),
  ]);
  const what = done ? "completion time" : "age";
  return table(
    ["part", "where", "time", done ? "of FCT" : "of age"],
    [...rows, [what, "", time(total_ps), "100.0%"]],
    2,
  );
}

/** The name of the place where the acknowledged packets were delayed. */
const waitName = ({ queue }: AckWait): string => (queue === "" ? "round trip without queues" : `queue: ${queue}`);

const rootName = ({ node, egress_peer, egress_port }: RootCause): string =>
  node === ""
    ? "no PAUSE on record"
    : `root: ${egress_port !== "" ? egress_port : egress_peer === "" ? node : `${node}, towards ${egress_peer}`}`;

/** Formats times in the unit of the largest, with all digits down to the picosecond, so that the printed parts add up exactly. */
function exact(largest: number): (ps: number) => string {
  const units = ["ps", "ns", "us", "ms", "s"];
  let steps = 0;
  while (steps < units.length - 1 && largest >= 1000 ** (steps + 1)) steps++;
  return (ps) => {
    const digits = String(ps).padStart(steps * 3 + 1, "0");
    const cut = digits.length - steps * 3;
    return `${digits.slice(0, cut)}${steps === 0 ? "" : `.${digits.slice(cut)}`} ${units[steps]}`;
  };
}

/** Sentences on the largest part of the time, and on lost packets. */
function sentences(why: WhyFlow): string[] {
  const largest = largestOf(why);
  if (largest === undefined) return ["Nothing delayed it."];
  const share = Math.round((largest.time_ps * 100) / why.total_ps);
  const losses = lossText(why);
  return [`${share}%: ${meaning(largest, why.flow)}`, ...(losses === "" ? [] : [losses])];
}

/** Returns a command that shows the flows in the paused queue, if a PAUSE caused the largest part of the flow's time. */
function moreOfPause(why: WhyFlow, goOn: GoOn): string[] {
  const largest = largestOf(why);
  const root = largest?.roots?.[0];
  if (largest === undefined || typeof root?.start_ns !== "number") return [];
  return [`The flows in these queues:\n  ${goOn(`--port ${largest.port} --at ${root.start_ns}ns`)}`];
}

function largestOf({ parts }: WhyFlow): PartAt | undefined {
  let largest: PartAt | undefined;
  for (const part of parts) if (part.part !== "ideal" && part.time_ps > (largest?.time_ps ?? 0)) largest = part;
  return largest;
}

/** The flows whose packets delayed the ACKs, at the queue with the longest delay. */
function acksText({ acks = [], time_ps }: PartAt, flow: number): string {
  const [most] = acks;
  if (most === undefined) return "";
  const share = `${Math.round((most.time_ps * 100) / time_ps)}%`;
  if (most.queue === "")
    return `${share} of that is the round trip without queues: the window is smaller than the bandwidth-delay product of the path.`;
  const all = most.filled_by.reduce((sum, { bytes }) => sum + bytes, 0);
  const names = most.filled_by.slice(0, FILLERS).map((one) => {
    const whose = one.flow === flow ? "this flow" : `flow ${one.flow}, ${one.source} -> ${one.destination}`;
    return `${whose} (${Math.round((one.bytes * 100) / all)}%)`;
  });
  const rest = most.filled_by.length > FILLERS ? ` and ${most.filled_by.length - FILLERS} more flows` : "";
  return `For ${share} of that time the ACKed packets waited in the queue of ${most.queue}. Meanwhile it sent packets of ${names.join("; ")}${rest}.`;
}

function meaning(part: PartAt, flow: number): string {
  const { node, peer } = part;
  if (part.by_transport === true) return `${transportWaitText(part.part)}.`;
  switch (part.part) {
    case "ideal":
    case "detour":
      return "the ideal time is that of the first shortest path. This path was longer, or one of its links was slower.";
    case "opening":
      return "its first byte waited for the end of the handshake.";
    case "window":
      return `its window was full, and it waited for ACKs. ${acksText(part, flow)}`;
    case "rate":
      return "its rate was below the link rate: congestion control limited it.";
    case "nic":
      return `other packets of ${node} used its port to ${peer}.`;
    case "queued":
      return `packets ahead of it in the queue to ${peer}, or of a higher-priority class, left ${node} before it.`;
    case "nic_stopped":
    case "stopped":
      return pausedText(part);
    case "held":
      return `${node} held it for its routing policy, which put packets in order or waited for another reason.`;
    case "queue_stopped":
      return `${peer} had paused the queue of ${node} in which it waited. Other queues of its class could send.${beganText(part)}`;
    case "timeout":
      return "packets were lost, and the sender waited for its retransmission timeout.";
    case "again":
      return "the sender retransmitted packets.";
    case "disorder":
      return (
        "when its last byte arrived, an earlier packet was still on its way. They took different paths, or one " +
        "overtook the other."
      );
  }
}

function pausedText({ node, peer, time_ps, roots = [] }: PartAt): string {
  const [root] = roots;
  const stopped = `${peer} had paused ${node}`;
  if (root === undefined || root.node === "")
    return `${stopped}, or had given it no credits, without a PAUSE on record.`;
  return `${stopped}.${beganText({ peer, time_ps, roots })}`;
}

/**
 * A sentence on the place that caused the largest share of the flow's paused time (`time_ps`), because PAUSEs began there.
 * The sentence gives this share and the place. Empty if the place is unknown.
 */
function beganText({ peer, time_ps, roots: [root] = [] }: Pick<PartAt, "peer" | "time_ps" | "roots">): string {
  if (root === undefined || root.node === "") return "";
  const share = `${Math.round((root.time_ps * 100) / time_ps)}% of that`;
  const where = root.node === peer ? `${root.node} itself` : root.node;
  const towards = root.egress_peer === "" ? "" : `, where arrivals for ${root.egress_peer} exceeded the link rate`;
  return ` ${share} began at ${where}${towards}.`;
}

function lossText({ losses, nacks, timeouts, repeated_packets }: WhyFlow): string {
  if (repeated_packets === 0 && losses.length === 0) return "";
  const where = losses.map(({ packets, cause, node, peer }) => `${packets} at ${node}, from ${peer} (${cause})`);
  const lost = losses.length === 0 ? "No packet was lost" : `Packets lost: ${where.join("; ")}`;
  const heard = [counted(nacks, "NACK"), counted(timeouts, "timeout")].join(" and ");
  return `${lost}. Retransmitted: ${counted(repeated_packets, "packet")}, after ${heard}.`;
}
