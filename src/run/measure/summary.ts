/**
 * The summary of a run, which is the content of `summary.json`. Programs that read results begin with this file.
 *
 * Field names are public, so each name ends with its unit, as column names do. No field depends on the machine or the
 * time of day. So the same scenario and seed give the same summary, byte for byte. A missing number is null.
 */
import type { KeptModule } from "./kept-modules.ts";
import type { Ending, Network } from "../../sim/model/network.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import { eta, exactHeadroom } from "../../theory/headroom.ts";
import type { Signal } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { CountSpan } from "./completion.ts";
import type { Job } from "./collectives.ts";
import { countersOf, type Counters } from "./counters.ts";
import { faultSummary, type FaultSummary } from "./faults.ts";
import { deadlockedQueues } from "./findings.ts";
import type { TraceTotals } from "./layers.ts";
import type { PauseRecord } from "./pause-record.ts";
import { fctStatistics, type FctStatistics } from "./fct-statistics.ts";
import type { Table } from "./tables.ts";
import { inNs } from "./times.ts";

/** The version of the format of summary.json and its tables. It increases when an older reader would misread them. */
export const FORMAT = 2;

/**
 * A policy with its parameters. Parameters are in base units: ps, bytes and bit/s. The value of a parameter may be a
 * list of rows.
 */
export interface NamedPolicy {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * A size distribution of the traffic. Papers use different distributions under one name, so the source is part of the
 * result.
 */
interface NamedCdf {
  readonly name: string;
  readonly title: string;
  readonly source: string;
}

/** The properties of a run that are known before it begins. */
export interface RunOrigin {
  /** The version of xoff. */
  readonly xoff: string;
  /** The name of the scenario's file without folder and extension. */
  readonly name: string;
  /** The purpose of the scenario, from its field `about`. */
  readonly about: string;
  /** SHA-256 of the checked scenario (`scenario/hash.ts`). Equal hashes mean equal results. */
  readonly hash: string;
  readonly seed: number;
  /**
   * The name of the ideal under which the scenario ran: a network from which one problem, such as pauses, is removed
   * (docs/ideals.md). Absent: the scenario ran without an ideal.
   */
  readonly ideal?: string;
  /** The model of frames and time. `exact` is xoff's own model. */
  readonly fidelity: "exact";
  /** The frame sizes: real ones, or those of another simulator. */
  readonly frame_sizes: "real" | "hpcc" | "htsim";
  /** The effect of a drop in a lossless class. "stop": it ends the run. "count": it is only counted. */
  readonly on_drop: "stop" | "count";
  /** The time at which the run ends at the latest, in ns. */
  readonly until_ns: number;
  /** Completion times include the flows that begin within this span. */
  readonly count: CountSpan;
  readonly topology: string;
  readonly policies: Readonly<Record<string, NamedPolicy | readonly NamedPolicy[]>>;
  /**
   * The signals that the hosts read, such as ECN marks. The transport reads them. In a run without a transport,
   * congestion control reads them. Absent: the hosts read no signal.
   */
  readonly reads?: readonly Signal[];
  /** The user modules of the run. Absent: the run uses none. */
  readonly modules?: readonly KeptModule[];
  /** The traffic entries of the scenario. */
  readonly traffic: readonly { readonly kind: string }[];
  /** The size distributions that the traffic entries use. */
  readonly cdfs: readonly NamedCdf[];
}

/**
 * The headroom that a lossless class needs after a PAUSE, for a group of switch ports. The ports of a group have the
 * same rate, delay and reaction time.
 */
interface HeadroomRow {
  readonly rate_bps: number;
  readonly delay_ns: number;
  readonly ports: number;
  /** The headroom for the exact worst case: h* of docs/errata.md. It depends on the run's frame sizes, in memory and on the wire. */
  readonly exact_bytes: Bytes;
  /** The headroom by equation 1 of the DSH paper (docs/errata.md). */
  readonly equation1_bytes: Bytes;
}

/** The content of summary.json. */
export interface Summary extends Omit<RunOrigin, "traffic"> {
  readonly format: typeof FORMAT;
  /** "interrupted": the user ended the run. */
  readonly ending: Ending | "interrupted";
  readonly simulated_ns: number;
  /** The time since which no result could change. Absent: results could change until the end. */
  readonly settled_ns?: number;
  /**
   * Present with `fastForward`: the number of skips and their time, and the payload bytes that were not simulated.
   * `share` is the ratio of these bytes to all received bytes. `error_bound` is the largest relative error to expect of
   * a completion time. Only replays of flows cause errors. Skips do not, because the skipped time repeats simulated
   * time exactly.
   */
  readonly fast_forward?: {
    readonly skips: number;
    readonly skipped_ns: number;
    readonly skipped_bytes: Bytes;
    readonly share: number;
    readonly error_bound: number;
    /** Why no flow was replayed, as a clause after "because". Absent if flows were replayed. */
    readonly obstacle?: string;
    /**
     * Present if flows were replayed without packets.
     *
     * - `replayed`: flows that were replayed from their start
     * - `frozen`: flows that were replayed from a later time
     * - `thawed`: replayed flows that returned to packets
     * - `kinds`: kinds of flows that the run could learn. Flows of one kind have the same path, queue pair, class and
     *   number of packets
     * - `compared`: flows that were simulated both ways
     * - `agreed`: compared flows whose completion times agreed. Kinds of flows that disagree are not replayed
     * - `error_mean`: the mean relative difference of the completion times of the flows that agreed
     */
    readonly memory?: {
      readonly replayed: number;
      readonly frozen: number;
      readonly thawed: number;
      readonly kinds: number;
      readonly compared: number;
      readonly agreed: number;
      readonly error_mean: number;
    };
  };
  /** A hash of all deliveries and link frames with their times, and of all drops. Equal digests mean equal runs. */
  readonly digest: string;
  readonly hosts: number;
  readonly switches: number;
  readonly links: number;
  readonly traffic: readonly { readonly kind: string; readonly flows: number }[];
  /**
   * Flows that began. `finite`: flows with an end. `finished`: those whose last byte arrived. `endless`: long-lived
   * flows.
   */
  readonly flows: { readonly finite: number; readonly finished: number; readonly endless: number };
  readonly counters: Counters;
  readonly headroom: readonly HeadroomRow[];
  /**
   * The queues of a deadlock at the end of the run. Each queue waits for the next one, and the last waits for the
   * first. Empty: no deadlock.
   */
  readonly deadlock: readonly string[];
  /** The time since which all queues of the deadlock are paused. Null: no deadlock. */
  readonly deadlock_since_ns: number | null;
  readonly fct: FctStatistics;
  /** The collectives of the run. Absent if the traffic has none. */
  readonly collectives?: readonly Job[];
  /** The traces of the run. Absent if the traffic has none. */
  readonly traces?: readonly TraceTotals[];
  /** The faults of the run. Absent if the scenario has none. */
  readonly faults?: readonly FaultSummary[];
  /**
   * Bytes of all frames, of every kind of packet: sent = received + lost + in_flight. Absent if the scenario has no
   * faults.
   */
  readonly bytes?: {
    readonly sent: Bytes;
    readonly received: Bytes;
    /** Lost bytes by cause. Causes without losses are left out. */
    readonly lost: Readonly<Record<string, Bytes>>;
    readonly in_flight: Bytes;
  };
}

/**
 * The meaning of each field of summary.json, in the order of the file. `settings`, `files`, `tables` and `probes` are
 * added when the file is written.
 */
export const summaryFields: Readonly<Record<keyof Summary | "settings" | "files" | "tables" | "probes", string>> = {
  format: `Version of the format of this file and of the tables: ${FORMAT}.`,
  xoff: "Version of xoff.",
  name: "Name of the scenario's file, without folder and extension.",
  about: "Question that the scenario states.",
  hash: "SHA-256 of the checked scenario. Equal hashes mean equal results.",
  seed: "Seed of all random numbers.",
  ideal: "Problem that the run removes: pauses, paths or rates. Present if the scenario has an ideal.",
  fidelity: "exact: xoff's own model.",
  frame_sizes: "real, or those of a simulator: hpcc or htsim.",
  on_drop: "stop: a drop in a lossless class ends the run. count: it is only counted.",
  until_ns: "Latest end of the run that the scenario permits.",
  count:
    "Time in which the flows begin that count in completion times: from_ns to before to_ns. Null: the end of the run.",
  topology: "Kind of topology.",
  policies: "Policy of each role: its name and parameters in base units (ps, bytes, bit/s). `detection` is a list.",
  reads:
    "Signals that the transport reads, for example ECN marks. Without a transport these are the signals that congestion control reads. Present if there are any.",
  modules:
    "User modules: role, name in the scenario, and path in the folder. `hash`, the module hash, is the SHA-256 over the names and contents of its files. Present if the scenario uses some.",
  traffic: "For each traffic entry: its kind, and the number of its flows that began.",
  cdfs: "Size distributions of the traffic: name, title and source. Papers use different distributions under one name.",
  ending:
    'Reason of the end: "all flows are done", "all flows that count are done", "time is up", "nothing can move", "deadlock" or ' +
    '"interrupted".',
  fast_forward:
    "Number of skips and their time, and the payload bytes that were not simulated. The `share` is the part of these bytes in all received bytes. " +
    "The `error_bound` is the largest relative error of a completion time to expect. Flows in `memory` were replayed without packets. " +
    "The `obstacle` says why no flow was replayed. Present with fastForward.",
  simulated_ns: "End of the run.",
  settled_ns:
    "Time since which no result could change. The run skipped the remaining timers, and all numbers are those of the whole run. Present if the run settled.",
  digest: "Hash of all deliveries and link frames with their times, and of all drops. Equal digests mean equal runs.",
  hosts: "Number of hosts.",
  switches: "Number of switches.",
  links: "Number of links.",
  flows:
    "Numbers of flows that began. finite: flows with an end. finished: flows whose last byte arrived. endless: long-lived flows.",
  counters: "Counters of the run, as in the table of counters.",
  headroom:
    "Headroom that a lossless queue needs after a PAUSE, with real frame sizes and by DSH's equation 1. Each entry is for the switch ports " +
    "with one rate, delay and reaction time of the peer.",
  deadlock:
    "Queues of a deadlock at the end of the run. Each queue waits for the next one, and the last waits for the first.",
  deadlock_since_ns: "Time since which all these queues are paused. Null: no deadlock.",
  fct: "Completion times and slowdowns by three conventions (Slowdown, in three ways).",
  collectives:
    "For each collective: the numbers of all and of finished iterations, and their times. algbw and busbw are the bandwidths of nccl-tests. " +
    "Present if the traffic has collectives.",
  traces:
    "For each trace: its time, and the times for which a rank computes and communicates. The exposed part is communication without computation. These are means over the ranks. " +
    "Null: the trace did not end within the run. Present if the traffic has traces.",
  faults:
    "Faults of the scenario: kind, target, at_ns and until_ns. Null: the fault lasts to the end of the run. Present if the scenario has faults.",
  bytes:
    "Bytes of all frames: sent = received + lost (by cause) + in_flight at the end of the run. Present if the scenario has faults.",
  settings: "Settings that override scenario.yaml, as the user wrote them.",
  files: "The scenario and the files that it names.",
  tables: "For each table, by name: its number of rows and its files.",
  probes:
    "For each probe's table, by name: rows and files, and the meaning of its columns. Present if the scenario has probes.",
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
    deadlock: deadlockedQueues(network).map(
      ({ node, port, cls, within }) =>
        `${node} port ${port} class ${cls}${within === undefined ? "" : ` queue ${within}`}`,
    ),
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

/** The largest bandwidth-delay product of a flow: its base RTT times its sender's rate. */
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
