/**
 * The columns of a run's results, each defined once: name, type, unit and meaning. These read them:
 *
 * - Parquet and CSV (`report/tables/`), and what a run's folder must contain
 * - the columns of probes (`probe-columns.ts`) and of comparisons (`report/columns.ts`)
 * - docs/results.md, the report page and OpenMetrics
 *
 * Counters are in `counters.ts`. The compiler requires the cells of every column from the file that fills its table.
 *
 * Column names are public, so each ends with its unit. Times are nanoseconds with three decimals, because the simulation counts
 * picoseconds. They count from the start of the run. Sizes are bytes, rates bit/s. A cell is empty if its value does not exist, such as the
 * FCT of an unfinished flow.
 */

export type ColumnType = "double" | "int32" | "text" | "boolean";

/** A column of a table. */
export interface Column {
  readonly type: ColumnType;
  readonly about: string;
  /** The condition under which cells are empty. Absent: never. */
  readonly empty?: string;
  /** True if results of earlier versions lack the column. Its cells are then empty. */
  readonly isRecent?: true;
}

export interface TableShape {
  readonly about: string;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Columns of several tables. */
export const node = { type: "text", about: "Name of the node." } as const;
export const port = {
  type: "int32",
  about: "Port of that node, counted from 1 in the order in which the topology names its links.",
} as const;
export const peer = { type: "text", about: "The node at the other end of the link." } as const;
export const cls = { type: "int32", about: "Class of traffic (priority), 0 to 7." } as const;
const time = { type: "double", about: "Time of the sample, ns." } as const;
export const flowNumber = { type: "int32", about: "Number of the flow, as in the table of flows." } as const;
const ingressNode = { type: "text", about: "The switch." } as const;
const ingressPort = { ...port, about: "Its ingress port, counted from 1." } as const;

/** The columns of each table of results: type, unit, meaning, and the condition of empty cells (docs/results.md). */
export const tables = {
  flows: {
    about:
      "The table has one row for each flow. Planned flows come first, in the order of their starts. Flows of bursts follow as they began.",
    columns: {
      flow: { type: "int32", about: "Number of the flow, counted from 0." },
      traffic: { type: "int32", about: "Which entry of the scenario's `traffic` it belongs to, counted from 0." },
      kind: { type: "text", about: "Kind of that entry, such as poisson." },
      source: { type: "text", about: "Sending host." },
      destination: { type: "text", about: "Receiving host." },
      class: cls,
      size_bytes: { type: "double", about: "Payload asked for.", empty: "the flow never ends" },
      start_ns: { type: "double", about: "When the sender was given the flow." },
      fct_ns: {
        type: "double",
        about: "Flow completion time: until the receiver has the last byte, in order.",
        empty: "not within the run",
      },
      fct_ack_ns: {
        type: "double",
        about: "Until the sender has the last ACK; HPCC's simulator calls this the FCT.",
        empty: "not within the run",
      },
      ideal_fct_ns: {
        type: "double",
        about: "fct_ns of the same flow alone on its first shortest path: no queue, no pacing, real headers.",
        empty: "the flow never ends",
      },
      standalone_fct_ns: {
        type: "double",
        about:
          "What HPCC's simulator divides fct_ack_ns by: base round trip + (size + headers) / rate of the slowest link. It counts " +
          "the first packet twice, so that a short flow can be faster.",
        empty: "the flow never ends",
      },
      slowdown: { type: "double", about: "fct_ns / ideal_fct_ns.", empty: "not within the run" },
      received_bytes: { type: "double", about: "Payload that the receiver had in order at the end of the run." },
      out_of_order_packets: {
        type: "int32",
        about: "Its data packets that arrived although an earlier byte was missing.",
      },
      reordering_bytes: { type: "double", about: "The farthest that one of them was ahead of the first missing byte." },
      nacks: { type: "int32", about: "NACKs that the receiver sent." },
      repeated_packets: { type: "int32", about: "Data packets that the sender sent again." },
    },
  },
  parts: {
    about:
      "The table has one row for each flow, with the parts of its time. The times from ideal_ns to disorder_ns add up to its fct_ns, to the " +
      "picosecond. For an unfinished flow they add up to the time from its start to the end of the run. The parts follow the last byte, in its first copy that " +
      "the receiver accepted. `xoff why --flow` has them by hop.",
    columns: {
      flow: flowNumber,
      ideal_ns: {
        type: "double",
        about:
          "ideal_fct_ns of the flow, less where it was faster; of one that is not done, what it has sent and how far its last byte has come.",
      },
      detour_ns: { type: "double", about: "What its path took longer than its first shortest one does." },
      opening_ns: { type: "double", about: "Before the first byte might go: TCP's handshake." },
      window_ns: { type: "double", about: "Its window had no room." },
      rate_ns: { type: "double", about: "Its rate did not let it send yet." },
      nic_stopped_ns: { type: "double", about: "Its class was stopped at its NIC, or had no credits." },
      nic_ns: { type: "double", about: "Its NIC sent something else." },
      queued_ns: { type: "double", about: "Its last byte waited behind others in switches, ports not stopped." },
      stopped_ns: {
        type: "double",
        about: "Its last byte waited in switches at ports that were stopped, or had no credits.",
      },
      timeout_ns: { type: "double", about: "It waited for a timeout to tell that something was lost." },
      again_ns: {
        type: "double",
        about: "It sent again what was lost, or taken for lost, and learnt of it by an answer.",
      },
      disorder_ns: { type: "double", about: "Its last byte had come, and an earlier one was still on its way." },
      largest: {
        type: "text",
        about: "The largest part but ideal_ns, by hop: its column without _ns.",
        empty: "there is none",
      },
      largest_ns: { type: "double", about: "That part, at that hop." },
      largest_node: { type: "text", about: "Where: the node whose port it waited at.", empty: "at no port" },
      largest_peer: { type: "text", about: "And the node at the other end of the link.", empty: "at no port" },
      largest_port: { type: "text", about: "That port by name.", empty: "at no port", isRecent: true },
      lost_packets: { type: "int32", about: "Its data packets that were dropped or damaged." },
      timeouts: { type: "int32", about: "Times that a timeout had it send again." },
    },
  },
  pauses: {
    about:
      "The table has one row for each PAUSE, in the order of the decisions. It has the pausing port, the paused port, the duration and the cause. " +
      "Repetitions of a PAUSE are part of it.",
    columns: {
      pause: { type: "int32", about: "Number of the PAUSE, counted from 0." },
      node: { type: "text", about: "Switch whose ingress queue ran over." },
      port: ingressPort,
      peer: { type: "text", about: "The node that was told to stop." },
      class: cls,
      scope: { type: "text", about: "queue: one class was over its threshold; port: the port as a whole was (DSH)." },
      start_ns: { type: "double", about: "When the switch decided to pause." },
      duration_ns: { type: "double", about: "Until it decided to resume.", empty: "it held when the run ended" },
      occupancy_bytes: { type: "double", about: "Shared bytes of the ingress queue at start_ns." },
      threshold_bytes: { type: "double", about: "The threshold they were held against." },
      caused_by: {
        type: "int32",
        about:
          "`pause` of the PAUSE downstream that made this one: at least half of this ingress queue's bytes waited in stopped egress queues, and " +
          "it held the one with most of them.",
        empty: "less than half of the bytes waited in stopped egress queues: the congestion began at this switch",
      },
      egress_peer: {
        type: "text",
        about: "Next hop of most of the ingress queue's bytes: towards where this switch could not send fast enough.",
        empty: "none of the bytes looked at came in by this ingress queue",
      },
      paused_port: {
        type: "text",
        about: "The port that was paused, as `xoff why --port` takes it: h0-leaf0, or s-t#2.",
        isRecent: true,
      },
      egress_port: {
        type: "text",
        about: "The port towards egress_peer, by name.",
        empty: "egress_peer is",
        isRecent: true,
      },
    },
  },
  ports: {
    about: "The table has one row for each port, with values over the whole run.",
    columns: {
      node,
      port,
      peer,
      name: {
        type: "text",
        about:
          "The port by name, as `--port` and scenarios take it: node and peer, such as leaf0-spine1. Of several links between two nodes the " +
          "second is s-t#2.",
        isRecent: true,
      },
      rate_bps: { type: "double", about: "Rate of the link." },
      sent_bytes: { type: "double", about: "Bytes of frames sent, preamble and gap not counted." },
      payload_bytes: { type: "double", about: "Payload of data packets among them, repeats included." },
      utilisation: {
        type: "double",
        about: "Share of the run in which the port was sending, preamble and gap included.",
      },
      pauses_sent: { type: "int32", about: "PAUSEs that this port told its peer." },
      paused_ns: { type: "double", about: "How long the peer had this port stopped, all classes added up." },
      queue_peak_bytes: { type: "double", about: "Most bytes that waited to leave, all classes." },
      headroom_peak_bytes: {
        type: "double",
        about: "Most bytes that came in here and lay in headroom, of the class that had most.",
        empty: "the node is a host",
      },
    },
  },
  counters: {
    about: "The table has counters over the whole run.",
    columns: {
      counter: { type: "text", about: "Its name, as in the list below." },
      value: { type: "double", about: "How many." },
    },
  },
  collectives: {
    about: "The table has one row for each iteration of each collective. It exists if the traffic has collectives.",
    columns: {
      traffic: { type: "int32", about: "Which entry of the scenario's `traffic` it is, counted from 0." },
      operation: { type: "text", about: "What the ranks did, and by which algorithm." },
      ranks: { type: "int32", about: "How many." },
      size_bytes: { type: "double", about: "Bytes, as nccl-tests count them." },
      iteration: { type: "int32", about: "Counted from 0." },
      start_ns: { type: "double", about: "When its first message began.", empty: "none has" },
      time_ns: {
        type: "double",
        about: "Until every rank has all of its data, and has reduced or computed what is left to.",
        empty: "not within the run",
      },
      algbw_bps: {
        type: "double",
        about: "Algorithm bandwidth: size over time, as a rate.",
        empty: "not within the run",
      },
      busbw_bps: {
        type: "double",
        about:
          "Bus bandwidth of nccl-tests: algbw times 2 (n - 1) / n for an all-reduce, (n - 1) / n for all-gather, reduce-scatter and all-to-all; of an " +
          "ideal ring the rate of the links.",
        empty: "not within the run",
      },
      messages: { type: "int32", about: "Flows that it consists of." },
      message_fct_p50_ns: { type: "double", about: "Median of their completion times.", empty: "none is done" },
      message_fct_p99_ns: { type: "double", about: "99th percentile of them.", empty: "none is done" },
      message_fct_max_ns: { type: "double", about: "The slowest of them.", empty: "none is done" },
    },
  },
  faults: {
    about: "The table has the events of the scenario's faults in order of time. It exists if the scenario has faults.",
    columns: {
      time_ns: { type: "double", about: "When." },
      fault: { type: "int32", about: "Which entry of the scenario's `faults`, counted from 0." },
      kind: { type: "text", about: "Kind of that entry, such as link-down." },
      event: {
        type: "text",
        about:
          "begins, ends, begins again, ends again, routes follow; storm: drop, restored (of a watchdog); the other path, the first path again.",
      },
      node: { type: "text", about: "Where: the node of the first port that it befalls, or of the watchdog's port." },
      port,
      peer,
      class: { type: "int32", about: "Of a watchdog's queue.", empty: "it is about no class" },
    },
  },
  losses: {
    about: "The table has the losses by place and cause, the largest first. It exists if the scenario has faults.",
    columns: {
      cause: { type: "text", about: "As in the counters: link down, no route, damaged, watchdog and so on." },
      node: { type: "text", about: "Where: the node that it was about to reach, or waited at." },
      port,
      peer,
      packets: { type: "int32", about: "How many, frames of flow control included." },
      bytes: { type: "double", about: "Bytes of their frames." },
      first_ns: { type: "double", about: "When the first one was lost." },
      last_ns: { type: "double", about: "When the last one was." },
    },
  },
  headroom: {
    about:
      "The table has one row for each period in which a port's headroom was in use. The period lasts from its first byte until it was empty again. The setting " +
      "`measure.headroom` records it. A period that lasts at the end of the run has no row.",
    columns: {
      start_ns: { type: "double", about: "When the first packet went to headroom." },
      duration_ns: { type: "double", about: "Until the headroom was empty." },
      node: ingressNode,
      port: ingressPort,
      peer,
      peak_bytes: { type: "double", about: "Most bytes in it meanwhile, all classes of the port together." },
    },
  },
  headroom_maxima: {
    about:
      "The table has one row for each local maximum of the bytes in a port's headroom, when they begin to decrease. `measure.headroom` records it too. " +
      "A use that still grows at the end of the run has no row.",
    columns: {
      time_ns: { type: "double", about: "When it was reached." },
      node: ingressNode,
      port: ingressPort,
      peer,
      held_bytes: { type: "double", about: "Bytes in it then, all classes of the port together." },
    },
  },
  queues: {
    about:
      "The table has the bytes queued at chosen ports of switches over time. The setting `measure.queues` records them.",
    columns: {
      time_ns: time,
      node,
      port,
      peer,
      class: cls,
      egress_bytes: { type: "double", about: "Bytes that waited to leave by this port." },
      ingress_bytes: { type: "double", about: "Bytes stored that had come in by this port." },
      threshold_bytes: {
        type: "double",
        about: "The buffer policy's threshold for the ingress queue.",
        empty: "the class is lossy",
      },
      paused: { type: "boolean", about: "Had the peer this class of the port stopped?" },
      xoff_bytes: {
        type: "double",
        about: "Shared bytes at which the headroom policy has the peer stopped, by that threshold.",
        empty: "the class is lossy, or the port has memory of its own, whose link policy decides",
      },
      xon_bytes: {
        type: "double",
        about: "Shared bytes to which a stopped queue must fall before the peer may go again.",
        empty: "the same",
      },
    },
  },
  rates: {
    about:
      "The table has the bytes that chosen ports sent between two samples. The setting `measure.rates` records them.",
    columns: {
      time_ns: { type: "double", about: "End of the interval, ns." },
      node,
      port,
      peer,
      sent_bps: { type: "double", about: "Bytes of frames that began to be sent in the interval, as a rate." },
    },
  },
  goodputs: {
    about:
      "The table has the bytes that receivers of chosen flows received between two samples. The setting `measure.goodputs` records them.",
    columns: {
      time_ns: { type: "double", about: "End of the interval, ns." },
      flow: flowNumber,
      received_bps: { type: "double", about: "Payload that the receiver got in order in the interval, as a rate." },
    },
  },
  inflight: {
    about:
      "The table shows where the payload that chosen flows have in flight is. The setting `measure.inFlight` records them. " +
      "Without losses, in flight = queued + on wires + delivered.",
    columns: {
      time_ns: time,
      flow: flowNumber,
      inflight_bytes: { type: "double", about: "Sent and not acknowledged, as the sender sees it." },
      queued_bytes: { type: "double", about: "Of these, waiting in switches." },
      wire_bytes: { type: "double", about: "On links, packets that are being sent included." },
      delivered_bytes: { type: "double", about: "With the receiver, in order, and not acknowledged at the sender." },
      acked_bytes: { type: "double", about: "Acknowledged since the flow began." },
      pacing_bps: { type: "double", about: "Rate at which the sender paces it, whether or not it may send." },
    },
  },
  backlogs: {
    about: "The table has the queued bytes of the flows of `measure.inFlight` at the ports of `measure.queues`.",
    columns: {
      time_ns: time,
      flow: flowNumber,
      node,
      port,
      peer,
      queued_bytes: { type: "double", about: "Payload that waits to leave by the port, all classes." },
    },
  },
} as const satisfies Record<string, TableShape>;

/** Names of the tables of results. */
export type TableName = keyof typeof tables;

/** Cells in memory, by type of column. An empty cell is NaN, -1 or "". Integer columns with empty cells count from 0. */
export interface CellsOf {
  readonly double: Float64Array;
  readonly int32: Int32Array;
  readonly text: readonly string[];
  /** 0 or 1. */
  readonly boolean: Uint8Array;
}

/** The cells of a column. */
export type Cells = CellsOf[ColumnType];

type Shapes = typeof tables;

/** Columns of equal length, by name: `table.columns.fct_ns[row]`. */
export interface Table<Name extends TableName = TableName> {
  readonly rows: number;
  readonly columns: {
    readonly [C in keyof Shapes[Name]["columns"]]: Shapes[Name]["columns"][C] extends {
      readonly type: infer Type extends ColumnType;
    }
      ? CellsOf[Type]
      : never;
  };
}

/** Tables of every run. The others exist if the scenario requests them. */
type Always = "flows" | "pauses" | "ports" | "counters";

/** The tables of a run, by name. */
export type Tables = { readonly [Name in Always]: Table<Name> } & {
  readonly [Name in Exclude<TableName, Always>]?: Table<Name>;
};

/** The columns of a table with their cells, for code that treats all tables alike. */
export const columnsOf = <Name extends TableName>(name: Name, table: Table<Name>): [string, Column, Cells][] =>
  columnsIn(tables[name], table);

/** The columns with their cells of a table of any form. */
export function columnsIn(shape: TableShape, table: AnyTable): [string, Column, Cells][] {
  const cells = table.columns as Readonly<Record<string, Cells>>;
  return Object.entries(shape.columns).map(([name, column]) => [name, column, cells[name]]);
}

/** A table with any columns. */
export interface AnyTable {
  readonly rows: number;
  readonly columns: object;
}
