/**
 * The summary of a run: the content of `summary.json`, which programs read first.
 *
 * Field names are public, so each ends with its unit, as columns do. No field depends on the machine or the time of day. The same scenario
 * and seed give the same summary, byte for byte. Missing numbers are null.
 */
import type { KeptModule } from "./kept-modules.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import { eta, exactHeadroom } from "../../theory/headroom.ts";
import type { Bytes } from "../../base/units.ts";
import type { CountSpan } from "./completion.ts";
import type { Job } from "./collectives.ts";
import { countersOf, type Counters } from "./counters.ts";
import { faultSummary, type FaultSummary } from "./faults.ts";
import { deadlockedQueues } from "./findings.ts";
import type { PauseRecord } from "./pause-record.ts";
import { fctStatistics, type FctStatistics } from "./fct-statistics.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** The format of summary.json and its tables. It increases when an older reader would misread them. */
export const FORMAT = 2;

/** A policy and its parameters in base units: ps, bytes and bit/s. Parameters that are lists have their rows. */
export interface NamedPolicy {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A size distribution of the traffic. Distributions of the same name differ, so the source is part of the result. */
interface NamedCdf {
  readonly name: string;
  readonly title: string;
  readonly source: string;
}

/** The properties of a run that are known before it begins. */
export interface RunOrigin {
  /** The version of xoff. */
  readonly xoff: string;
  /** The name of the scenario's file without folder and extension, and the question that the scenario states. */
  readonly name: string;
  readonly about: string;
  /** SHA-256 of the checked scenario (`scenario/hash.ts`). Equal hashes mean equal runs. */
  readonly hash: string;
  readonly seed: number;
  /** The problem that the run removes (docs/ideals.md). Absent: none. */
  readonly ideal?: string;
  /** The model of frames and time. `exact` is xoff's own. Frame sizes are real or those of HPCC's simulator. */
  readonly fidelity: "exact";
  readonly frame_sizes: "real" | "hpcc" | "htsim";
  /** "stop" if a drop in a lossless class ends the run, "count" if it is only counted. */
  readonly on_drop: "stop" | "count";
  /** The latest end of the run. */
  readonly until_ns: number;
  /** The time in which flows begin that count in completion times. */
  readonly count: CountSpan;
  readonly topology: string;
  readonly policies: Readonly<Record<string, NamedPolicy | readonly NamedPolicy[]>>;
  /** The user modules of the run. Absent: none. */
  readonly modules?: readonly KeptModule[];
  /** The traffic entries of the scenario, and their size distributions. */
  readonly traffic: readonly { readonly kind: string }[];
  readonly cdfs: readonly NamedCdf[];
}

/** The headroom that a lossless class needs after a PAUSE, at switch ports of one rate, delay and reaction time. */
interface HeadroomRow {
  readonly rate_bps: number;
  readonly delay_ns: number;
  readonly ports: number;
  /** The need h* with real frames, and the need by DSH's equation 1 (docs/errata.md). */
  readonly exact_bytes: Bytes;
  readonly equation1_bytes: Bytes;
}

/** The content of summary.json. */
export interface Summary extends Omit<RunOrigin, "traffic"> {
  readonly format: typeof FORMAT;
  /** "interrupted": the user ended the run. */
  readonly ending: Ending | "interrupted";
  readonly simulated_ns: number;
  /** The time since which no result could change any more. Absent: until the end. */
  readonly settled_ns?: number;
  /** A hash of all deliveries, frames and drops with their times. Equal digests mean equal runs. */
  readonly digest: string;
  readonly hosts: number;
  readonly switches: number;
  readonly links: number;
  readonly traffic: readonly { readonly kind: string; readonly flows: number }[];
  /** Flows that began: those with an end, those whose last byte arrived, and long-lived ones. */
  readonly flows: { readonly finite: number; readonly finished: number; readonly endless: number };
  readonly counters: Counters;
  readonly headroom: readonly HeadroomRow[];
  /** Queues in a deadlock at the end of the run. Each waits for the next, the last for the first. Empty: no deadlock. */
  readonly deadlock: readonly string[];
  /** The time since which all of them are paused. */
  readonly deadlock_since_ns: number | null;
  readonly fct: FctStatistics;
  /** Present if the traffic has collectives. */
  readonly collectives?: readonly Job[];
  /** Present if the scenario has faults. */
  readonly faults?: readonly FaultSummary[];
  /** Present if the scenario has faults: frame bytes of packets of every kind. sent = received + lost + in_flight. */
  readonly bytes?: {
    readonly sent: Bytes;
    readonly received: Bytes;
    /** By cause. Causes without losses are left out. */
    readonly lost: Readonly<Record<string, Bytes>>;
    readonly in_flight: Bytes;
  };
}

/** The meaning of each field of summary.json, in its order. `settings`, `files`, `tables` and `probes` are added when it is stored. */
export const summaryFields: Readonly<Record<keyof Summary | "settings" | "files" | "tables" | "probes", string>> = {
  format: `Of this file and the tables beside it: ${FORMAT}.`,
  xoff: "Version of xoff.",
  name: "The scenario's file without folder and ending.",
  about: "What the scenario says it asks.",
  hash: "SHA-256 of what decides the run.",
  seed: "Of all random numbers.",
  ideal: "Where the scenario has one, the problem that the run did without: pauses, paths or rates.",
  fidelity: "exact: xoff's own model.",
  frame_sizes: "real, or those of a simulator: hpcc or htsim.",
  on_drop: "stop: a drop in a lossless class would have ended the run; count: it was counted.",
  until_ns: "When the scenario ends the run at the latest.",
  count: "Flows that begin at or after from_ns and before to_ns (null: the end of the run) count in completion times.",
  topology: "Kind of topology.",
  policies: "By role: name, and parameters in base units (ps, bytes, bit/s); of detection a list.",
  modules:
    "Policies, topologies, kinds of traffic and probes from files, where there are any: what each is, its name in the scenario, SHA-256 over its files, and where the folder has it.",
  traffic: "For each entry: its kind, and how many of its flows began.",
  cdfs: "Size distributions that flows were drawn from: name, title, source. Those of one name differ from paper to paper.",
  ending:
    'How the run ended: "all flows are done", "all flows that count are done", "time is up", "nothing can move", "deadlock", or ' +
    '"interrupted".',
  simulated_ns: "When it ended.",
  settled_ns:
    "Where nothing could change any more before that: since when. The run skipped the timers that were left. All numbers are those of the whole run.",
  digest: "Of all deliveries, frames and drops with their times.",
  hosts: "How many.",
  switches: "How many.",
  links: "How many.",
  flows:
    "Of those that began, how many were to end (finite), had their last byte arrive (finished), and never end (endless).",
  counters: "What was counted, as in the table of counters.",
  headroom:
    "For each rate and delay of switch ports, and how fast the peer heeds a PAUSE: how many there are, and what a lossless queue needs to lose nothing after a PAUSE, by real " +
    "frames and by DSH's equation 1.",
  deadlock: "Queues that waited for each other at the end, each for the next and the last for the first.",
  deadlock_since_ns: "Since when all of them had stood still; null: no deadlock.",
  fct: "Completion times and slowdowns, see above.",
  collectives:
    "For each collective of the traffic, where there are some: its iterations, how many ended, when the last one did since the entry's start, their " +
    "times, and size over mean time as nccl-tests count it.",
  faults: "Where the scenario has some: kind, target, at_ns and until_ns (null: it stays) of each.",
  bytes:
    "Where it has faults: bytes of frames of every kind that were sent, received, lost by cause, and in flight at the end, which add up.",
  settings: "What was set over scenario.yaml, as written.",
  files: "The scenario and the files that it names.",
  tables: "By name: rows, and files.",
  probes: "Tables of its probes, where it has some: the same, and what each is and its columns are.",
};

export function summarize(
  network: Network,
  pauses: PauseRecord,
  flows: Table<"flows">,
  origin: RunOrigin,
  ending: Summary["ending"],
): Summary {
  const { fabric, queue } = network;
  const { isSwitch, links } = fabric.wiring;
  const { columns } = flows;
  const switches = isSwitch.filter(Boolean).length;
  const began = columns.flow.filter((flow) => columns.start_ns[flow] <= inNs(queue.now));
  const endless = began.filter((flow) => Number.isNaN(columns.size_bytes[flow])).length;
  const flowsOf = new Int32Array(origin.traffic.length);
  for (const flow of began) flowsOf[columns.traffic[flow]]++;
  return {
    format: FORMAT,
    ...origin,
    ending,
    simulated_ns: inNs(queue.now),
    ...(network.isSettled ? { settled_ns: inNs(network.settledAt) } : {}),
    digest: fabric.digest.toString(),
    hosts: isSwitch.length - switches,
    switches,
    links: links.length,
    traffic: origin.traffic.map((entry, k) => ({ ...entry, flows: flowsOf[k] })),
    flows: {
      finite: began.length - endless,
      finished: columns.fct_ns.filter((fct) => !Number.isNaN(fct)).length,
      endless,
    },
    counters: countersOf(network, pauses),
    headroom: headroomRows(network),
    deadlock: deadlockedQueues(network).map(({ node, port, cls }) => `${node} port ${port} class ${cls}`),
    deadlock_since_ns: network.deadlock.length === 0 ? null : inNs(network.deadlockSince),
    fct: fctStatistics(flows, inNs(queue.now), bandwidthDelay(network), origin.count),
    ...(network.faultLog === null
      ? {}
      : { faults: network.faultLog.faults.map(faultSummary), bytes: bytesOf(network) }),
  };
}

function bytesOf({ fabric: { ledger } }: Network): NonNullable<Summary["bytes"]> {
  const { created, delivered, dropped, droppedBytes } = ledger;
  const lost = DROP_CAUSES.flatMap((cause, k) => (droppedBytes[k] > 0 ? [[cause, droppedBytes[k]] as const] : []));
  return {
    sent: created,
    received: delivered,
    lost: Object.fromEntries(lost),
    in_flight: created - delivered - dropped,
  };
}

/** The largest base RTT of a flow times its sender's rate. */
function bandwidthDelay({ flows }: Network): Bytes {
  let most = 0;
  for (let flow = 0; flow < flows.count; flow++)
    most = Math.max(most, (flows.baseRtt[flow] * flows.lineRate[flow]) / 8e12);
  return Math.ceil(most);
}

function headroomRows({ fabric, hosts, switches, reaction: reactionOf }: Network): HeadroomRow[] {
  const { dataHeader, wireOverhead, pause } = fabric.fidelity.frames;
  const frame = hosts.payload + dataHeader;
  const rows = new Map<string, HeadroomRow>();
  for (let port = 0; port < fabric.ports; port++) {
    if (switches[fabric.node[port]] === null) continue;
    const rate = fabric.rate[port];
    const delay = fabric.delay[port];
    const reaction = reactionOf(port);
    const key = `${rate} ${delay} ${reaction}`;
    rows.set(key, {
      rate_bps: rate,
      delay_ns: inNs(delay),
      ports: (rows.get(key)?.ports ?? 0) + 1,
      exact_bytes: exactHeadroom({ frame, wireOverhead, pfcWire: pause + wireOverhead, rate, delay, reaction }),
      equation1_bytes: eta(rate, delay, frame),
    });
  }
  return [...rows.values()];
}
