/**
 * Defines each column of a run's results once. A definition has name, type, unit and meaning. These files use the
 * definitions:
 *
 * - `report/tables/`, which writes Parquet and CSV
 * - `probe-columns.ts` for the columns of probes, and `report/columns.ts` for comparisons
 * - docs/results.md, the report page and OpenMetrics
 *
 * Counters are in `counters.ts`. The compiler checks that the code that fills a table has cells for each of its
 * columns.
 *
 * Column names are public, so each name ends with its unit. Times are nanoseconds since the start of the run. They have
 * three decimals, because the simulation counts picoseconds. Sizes are bytes, rates bit/s. A cell is empty if its value
 * does not exist, such as the FCT of an unfinished flow.
 */

export type ColumnType = "double" | "int32" | "text" | "boolean";

/** The definition of a column: the type of its cells, their meaning, and the condition for empty cells. */
export interface Column {
  readonly type: ColumnType;
  readonly about: string;
  /** The condition under which a cell is empty, in words. Absent: no cell is empty. */
  readonly empty?: string;
  /** True if results of earlier versions do not have the column. A reader of such results gets empty cells. */
  readonly isRecent?: true;
}

export interface TableShape {
  readonly about: string;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Definitions of columns that several tables have. */
export const node = { type: "text", about: "Name of the node." } as const;
export const port = {
  type: "int32",
  about: "Number of the port at that node, from 1 in the order of the topology's links.",
} as const;
export const peer = { type: "text", about: "The node at the other end of the link." } as const;
export const cls = { type: "int32", about: "Class of traffic (priority), 0 to 7." } as const;
const time = { type: "double", about: "Time of the sample, ns." } as const;
export const flowNumber = { type: "int32", about: "Number of the flow in the table of flows." } as const;
const ingressNode = { type: "text", about: "Name of the switch." } as const;
const ingressPort = { ...port, about: "Number of its ingress port, from 1." } as const;

/**
 * The columns of each table of results (docs/results.md). A column has its type, its meaning, and the condition for
 * empty cells.
 */
export const tables = {
  flows: {
    about:
      "The table has one row for each flow. Flows that are planned before the run come first, in the order of their starts. Flows that are created during the run, such as those of `bursts`, follow in the order in which they began.",
    columns: {
      flow: { type: "int32", about: "Number of the flow, from 0." },
      traffic: { type: "int32", about: "Index of its entry in the scenario's `traffic`, from 0." },
      kind: { type: "text", about: "Kind of that traffic entry, such as poisson." },
      source: { type: "text", about: "Sending host." },
      destination: { type: "text", about: "Receiving host." },
      class: cls,
      size_bytes: { type: "double", about: "Payload of the flow.", empty: "the flow never ends" },
      start_ns: { type: "double", about: "Start of the flow at the sender." },
      fct_ns: {
        type: "double",
        about: "Flow completion time: from the start until the receiver has every byte in order.",
        empty: "not within the run",
      },
      fct_ack_ns: {
        type: "double",
        about: "Time from the start until the sender has the last ACK. HPCC's simulator calls this time the FCT.",
        empty: "not within the run",
      },
      ideal_fct_ns: {
        type: "double",
        about:
          "fct_ns of the same flow alone on its first shortest path, with real headers, without queueing and pacing.",
        empty: "the flow never ends",
      },
      standalone_fct_ns: {
        type: "double",
        about:
          "Time by which HPCC's simulator divides fct_ack_ns: base round trip + (size + headers) / rate of the slowest link. " +
          "The formula counts the first packet twice, so a short flow can be faster.",
        empty: "the flow never ends",
      },
      slowdown: { type: "double", about: "fct_ns / ideal_fct_ns.", empty: "not within the run" },
      received_bytes: {
        type: "double",
        about:
          "Payload that the receiver had in order at the end of the run. Under a transport: payload delivered, in any order.",
      },
      out_of_order_packets: {
        type: "int32",
        about: "Data packets of the flow that arrived while an earlier byte was missing.",
      },
      reordering_bytes: {
        type: "double",
        about: "Maximum distance in bytes between such a packet and the first missing byte.",
      },
      nacks: { type: "int32", about: "NACKs that the receiver sent." },
      repeated_packets: { type: "int32", about: "Data packets that the sender retransmitted." },
    },
  },
  parts: {
    about:
      "The table has one row for each flow, with the parts of its time. The columns from ideal_ns to disorder_ns are these parts. " +
      "They add up to the fct_ns of the flow, to the picosecond. For an unfinished flow they add up to the time from its start to the " +
      "end of the run. The parts divide the time along the way of the flow's last byte. If this byte was sent several times, its way " +
      "is that of the first copy that the receiver accepted. `xoff why --flow` shows the queued and paused times separately for " +
      "each port of the path.",
    columns: {
      flow: flowNumber,
      ideal_ns: {
        type: "double",
        about:
          "ideal_fct_ns, or less if the flow was faster. For an unfinished flow: the time for the bytes sent, and for the progress of the last byte.",
      },
      detour_ns: {
        type: "double",
        about: "Additional time of the path, compared with the flow's first shortest path.",
      },
      opening_ns: {
        type: "double",
        about:
          "TCP's handshake, before the first byte may leave. Under a transport: the time before its first data packet.",
      },
      window_ns: { type: "double", about: "Time for which the flow was window-limited." },
      rate_ns: { type: "double", about: "Time for which the flow was rate-limited." },
      nic_stopped_ns: {
        type: "double",
        about: "Time for which the flow's class was paused at its NIC, or had no credits.",
      },
      nic_ns: { type: "double", about: "Time for which the NIC sent other packets." },
      queued_ns: {
        type: "double",
        about: "Time for which the last byte waited in switches behind other packets, at ports that were not paused.",
      },
      stopped_ns: {
        type: "double",
        about: "Time for which the last byte waited in switches at paused ports, or at ports without credits.",
      },
      timeout_ns: {
        type: "double",
        about: "Time for which the flow waited for a retransmission timeout after a loss.",
      },
      queue_stopped_ns: {
        type: "double",
        about: "Time for which the flow was paused on its own at its NIC, or the queue of its last byte in a switch.",
      },
      held_ns: {
        type: "double",
        about: "Time for which a switch held the flow's last byte for its routing policy.",
      },
      again_ns: {
        type: "double",
        about: "Retransmission of packets that were lost or seemed lost, if an answer of the receiver reported this.",
      },
      disorder_ns: { type: "double", about: "Time for which the last byte had arrived, but an earlier byte had not." },
      largest: {
        type: "text",
        about: "Largest part at one hop, except ideal_ns: the name of its column without _ns.",
        empty: "all other parts are 0",
      },
      largest_ns: { type: "double", about: "Time of that part at that hop." },
      largest_node: { type: "text", about: "Node at whose port the flow lost that time.", empty: "at no port" },
      largest_peer: { type: "text", about: "Node at the other end of that port's link.", empty: "at no port" },
      largest_port: { type: "text", about: "Name of that port.", empty: "at no port", isRecent: true },
      lost_packets: { type: "int32", about: "Data packets of the flow that were dropped or damaged." },
      timeouts: { type: "int32", about: "Number of retransmission timeouts." },
    },
  },
  pauses: {
    about:
      "The table has one row for each PAUSE, in the order in which switches and hosts decided to pause. " +
      "It has the pausing port, the paused port, the duration and the cause. A repeated frame of a PAUSE has no row of its own.",
    columns: {
      pause: { type: "int32", about: "Number of the PAUSE, from 0." },
      node: { type: "text", about: "Switch or host that decided to pause its upstream." },
      port: ingressPort,
      peer: { type: "text", about: "Node whose port was paused." },
      class: cls,
      scope: {
        type: "text",
        about:
          "Value queue: one class exceeded its threshold. Value port: the whole port exceeded it (DSH). Values one queue and one flow: " +
          "a scheduling policy paused one queue of a class, or one flow of a host (BFC).",
      },
      queue: {
        type: "int32",
        about: "The paused queue of the class at `peer`. If `peer` is a host, the paused flow.",
        empty: "the PAUSE is for all queues of the class or port",
        isRecent: true,
      },
      start_ns: { type: "double", about: "Time of the decision to pause." },
      duration_ns: {
        type: "double",
        about: "Time until the decision to resume.",
        empty: "the PAUSE had not ended at the end of the run",
      },
      occupancy_bytes: {
        type: "double",
        about:
          "Shared bytes of the ingress queue at start_ns. If `queue` is given: bytes of the egress queue because of which the policy paused.",
        empty: "a scheduling policy paused in a timer",
      },
      threshold_bytes: {
        type: "double",
        about: "Threshold of the ingress queue at start_ns.",
        empty: "`queue` is given, and the threshold is inside the scheduling policy",
      },
      caused_by: {
        type: "int32",
        about:
          "Number of the downstream PAUSE that caused this one. At least half of this ingress queue's bytes waited in paused egress queues, " +
          "and that PAUSE paused the one with most of the bytes.",
        empty: "less than half of the bytes waited in paused egress queues, so the congestion began at this switch",
      },
      egress_peer: {
        type: "text",
        about: "Next hop of most of the ingress queue's bytes.",
        empty: "no inspected egress queue had bytes of this ingress queue",
      },
      paused_port: {
        type: "text",
        about: "Name of the paused port, for `xoff why --port`: h0-leaf0, or s-t#2.",
        isRecent: true,
      },
      egress_port: {
        type: "text",
        about: "Name of the port towards egress_peer.",
        empty: "egress_peer is empty",
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
          "Name of the port, for `--port` and scenarios: its node and peer, such as leaf0-spine1. The second of several links between two nodes " +
          "is s-t#2.",
        isRecent: true,
      },
      rate_bps: { type: "double", about: "Rate of the link." },
      sent_bytes: { type: "double", about: "Bytes of all frames that the port sent, without preamble and gap." },
      payload_bytes: { type: "double", about: "Payload bytes of these frames, including retransmissions." },
      utilisation: {
        type: "double",
        about: "Share of the run in which the port was sending, with preamble and gap.",
      },
      pauses_sent: { type: "int32", about: "PAUSEs that this port sent to its peer, each counted once." },
      paused_ns: { type: "double", about: "Time for which the peer paused this port, summed over the classes." },
      queue_pauses_sent: {
        type: "double",
        about: "Frames by which this port paused one queue of its peer, or one flow at a host.",
        empty: "the scheduling policy has no queues within a class",
        isRecent: true,
      },
      queue_peak_bytes: { type: "double", about: "Maximum backlog of the port's egress queues, all classes together." },
      headroom_peak_bytes: {
        type: "double",
        about: "Maximum bytes in the headroom of this port, for the class with most bytes.",
        empty: "the node is a host",
      },
    },
  },
  counters: {
    about: "The table has counters over the whole run.",
    columns: {
      counter: { type: "text", about: "Name of the counter, as in the list below." },
      value: { type: "double", about: "Value of the counter." },
    },
  },
  collectives: {
    about: "The table has one row for each iteration of each collective. It exists if the traffic has collectives.",
    columns: {
      traffic: { type: "int32", about: "Index of the collective in the scenario's `traffic`, from 0." },
      operation: { type: "text", about: "Operation of the ranks and its algorithm, such as all-reduce-ring." },
      ranks: { type: "int32", about: "Number of ranks." },
      size_bytes: { type: "double", about: "Size as nccl-tests defines it." },
      iteration: { type: "int32", about: "Number of the iteration, from 0." },
      start_ns: { type: "double", about: "Start of its first message.", empty: "no message has begun" },
      time_ns: {
        type: "double",
        about: "Time from start_ns until every rank has all its data and has reduced or computed the rest.",
        empty: "not within the run",
      },
      algbw_bps: {
        type: "double",
        about: "Algorithm bandwidth: size divided by time.",
        empty: "not within the run",
      },
      busbw_bps: {
        type: "double",
        about:
          "Bus bandwidth of nccl-tests: algbw times 2 (n - 1) / n for an all-reduce, and algbw times (n - 1) / n for the other operations. " +
          "For an ideal ring it is the rate of the links.",
        empty: "not within the run",
      },
      messages: { type: "int32", about: "Number of flows of the iteration." },
      message_fct_p50_ns: { type: "double", about: "Median of the flows' completion times.", empty: "no flow is done" },
      message_fct_p99_ns: {
        type: "double",
        about: "99th percentile of the flows' completion times.",
        empty: "no flow is done",
      },
      message_fct_max_ns: {
        type: "double",
        about: "Maximum of the flows' completion times.",
        empty: "no flow is done",
      },
    },
  },
  layers: {
    about:
      "The table has the layers of each trace, such as those of a neural network. A layer can have several rows. " +
      "A row has some computations of its layer, and the collectives that follow these computations. " +
      "All collectives of a row have the same kind, size and number of ranks. The table exists if the traffic has traces.",
    columns: {
      traffic: { type: "int32", about: "Index of the trace in the scenario's `traffic`, from 0." },
      layer: { type: "int32", about: "Number of the layer in the order of its file, from 0." },
      name: {
        type: "text",
        about:
          "Name of the layer, in Chakra traces of the node. Operations without a layer have the last row, named unnamed.",
      },
      pass: {
        type: "text",
        about: "Pass of the iteration: forward, input gradient or weight gradient.",
        empty: "the trace does not name it",
      },
      operation: {
        type: "text",
        about: "Kind of the collectives, such as all-reduce. Messages have send or recv.",
        empty: "the row has only computations, or operations without a layer",
      },
      group: {
        type: "text",
        about: "Kind of the group of ranks, such as TP or DP.",
        empty: "the trace does not name it",
      },
      ranks: { type: "int32", about: "Number of ranks of one collective. 0: the row has none." },
      size_bytes: { type: "double", about: "Size of one collective as nccl-tests defines it. 0: the row has none." },
      collectives: { type: "int32", about: "Number of collectives or messages that ended within the run." },
      time_ns: {
        type: "double",
        about: "Mean time of these collectives, from the begin at the first rank to the end at the last one.",
        empty: "none ended within the run",
      },
      time_max_ns: {
        type: "double",
        about: "Longest time of these collectives.",
        empty: "none ended within the run",
      },
      algbw_bps: {
        type: "double",
        about: "Algorithm bandwidth: size_bytes divided by time_ns.",
        empty: "none ended within the run, or nccl-tests define none for the operation",
      },
      busbw_bps: {
        type: "double",
        about:
          "Bus bandwidth of nccl-tests: algbw times 2 (n - 1) / n for an all-reduce, and algbw times (n - 1) / n for the other operations.",
        empty: "algbw_bps is empty",
      },
      compute_ns: {
        type: "double",
        about: "Time for which a rank runs computations of the row, as the mean over the ranks of the trace.",
      },
      communication_ns: {
        type: "double",
        about:
          "Time for which a rank has a collective or message of the row in progress, as the mean over the ranks of the trace.",
      },
      exposed_ns: {
        type: "double",
        about:
          "Part of communication_ns for which the rank waits for this communication and runs no computation, as the mean over the ranks of the trace.",
      },
    },
  },
  faults: {
    about: "The table has the events of the scenario's faults in order of time. It exists if the scenario has faults.",
    columns: {
      time_ns: { type: "double", about: "Time of the event." },
      fault: { type: "int32", about: "Index of the fault in the scenario's `faults`, from 0." },
      kind: { type: "text", about: "Kind of the fault, such as link-down." },
      event: {
        type: "text",
        about:
          "`begins`, `ends`, `begins again`, `ends again` or `routes follow`. A watchdog has `storm:` with its action, and `restored`. A fault `delay` has " +
          "`the other path` and `the first path again`.",
      },
      node: { type: "text", about: "Node of the fault's first port, or of the watchdog's port." },
      port,
      peer,
      class: { type: "int32", about: "Class of the watchdog's queue.", empty: "the event is not about one class" },
    },
  },
  losses: {
    about: "The table has the losses by place and cause, the largest first. It exists if the scenario has faults.",
    columns: {
      cause: {
        type: "text",
        about: "Cause of the losses, named as in the counters: `link down`, `no route` and so on.",
      },
      node: { type: "text", about: "Node that the packets were about to reach, or where they waited." },
      port,
      peer,
      packets: { type: "int32", about: "Number of packets, including frames of flow control." },
      bytes: { type: "double", about: "Frame bytes of these packets." },
      first_ns: { type: "double", about: "Time of the first loss." },
      last_ns: { type: "double", about: "Time of the last loss." },
    },
  },
  skip_errors: {
    about:
      "The table compares each flow's completion times in two runs: one with fast-forward, and the exact run, which simulates every packet. " +
      "The flow with the largest error comes first. `xoff run --fast-forward verify` writes the table.",
    columns: {
      flow: flowNumber,
      source: { type: "text", about: "Sending host." },
      destination: { type: "text", about: "Receiving host." },
      size_bytes: { type: "double", about: "Payload of the flow.", empty: "the flow never ends" },
      exact_fct_ns: { type: "double", about: "fct_ns in the exact run.", empty: "not within that run" },
      fct_ns: { type: "double", about: "fct_ns in the run with fast-forward.", empty: "not within the run" },
      difference_ns: {
        type: "double",
        about: "fct_ns - exact_fct_ns. A flow that is unfinished in one of the runs has its age there.",
        empty: "not done in any of the runs",
      },
      error: {
        type: "double",
        about: "difference_ns without its sign, as a part of the time in the exact run.",
        empty: "not done in any of the runs",
      },
    },
  },
  headroom: {
    about:
      "The table has one row for each period in which a port's headroom was in use. A period begins with the first byte in headroom, and ends when headroom is empty again. " +
      "A period that has not ended when the run ends has no row. The setting `measure.headroom` records the table.",
    columns: {
      start_ns: { type: "double", about: "Time when the first packet entered the headroom." },
      duration_ns: { type: "double", about: "Time until the headroom was empty." },
      node: ingressNode,
      port: ingressPort,
      peer,
      peak_bytes: { type: "double", about: "Maximum bytes in the headroom, all classes of the port together." },
    },
  },
  headroom_maxima: {
    about:
      "The table has one row for each local maximum of the bytes in a port's headroom. The setting `measure.headroom` records this table and the table `headroom`. " +
      "A row has the time at which the bytes in headroom begin to decrease. If they still increase at the end of the run, this maximum has no row.",
    columns: {
      time_ns: { type: "double", about: "Time of the maximum." },
      node: ingressNode,
      port: ingressPort,
      peer,
      held_bytes: { type: "double", about: "Bytes in the headroom at that time, all classes of the port together." },
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
      egress_bytes: { type: "double", about: "Backlog of the egress queue." },
      ingress_bytes: { type: "double", about: "Occupancy of the ingress queue." },
      threshold_bytes: {
        type: "double",
        about: "Threshold of the ingress queue by the buffer policy.",
        empty: "the class is lossy",
      },
      paused: { type: "boolean", about: "True if the peer has paused this class of the port." },
      xoff_bytes: {
        type: "double",
        about: "X_OFF: shared bytes at which the queue pauses its upstream.",
        empty: "the class is lossy, or the port has its own memory, for which the link policy decides",
      },
      xon_bytes: {
        type: "double",
        about: "X_ON: shared bytes at which the queue resumes its upstream.",
        empty: "xoff_bytes is empty",
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
      sent_bps: {
        type: "double",
        about: "Rate of the port: bytes of frames whose transmission began in the interval.",
      },
    },
  },
  goodputs: {
    about:
      "The table has the bytes that receivers of chosen flows received between two samples. The setting `measure.goodputs` records them.",
    columns: {
      time_ns: { type: "double", about: "End of the interval, ns." },
      flow: flowNumber,
      received_bps: {
        type: "double",
        about: "Goodput of the flow: payload that the receiver got in order in the interval.",
      },
    },
  },
  totals: {
    about:
      "The table has the bytes that all receivers together received between two samples. The table exists if the setting `measure.goodputs` names at least one flow. It sums up all flows, not only the named ones.",
    columns: {
      time_ns: { type: "double", about: "End of the interval, ns." },
      received_bps: {
        type: "double",
        about: "Total goodput: payload of all flows that their receivers got in order in the interval.",
      },
    },
  },
  inflight: {
    about:
      "The table shows where the payload in flight of chosen flows is. The setting `measure.inFlight` names the flows. " +
      "Payload is in flight until its ACK reaches the sender. Without losses, `inflight_bytes` is the sum of `queued_bytes`, `wire_bytes` and `delivered_bytes`.",
    columns: {
      time_ns: time,
      flow: flowNumber,
      inflight_bytes: { type: "double", about: "Payload that the sender has sent and that is not acknowledged." },
      queued_bytes: { type: "double", about: "Bytes in flight that wait in switches." },
      wire_bytes: { type: "double", about: "Bytes in flight on links, with packets whose transmission has begun." },
      delivered_bytes: {
        type: "double",
        about: "Bytes in order at the receiver whose ACK has not reached the sender.",
      },
      acked_bytes: { type: "double", about: "Bytes acknowledged since the flow began." },
      pacing_bps: { type: "double", about: "Pacing rate of the flow, also while it may not send." },
    },
  },
  backlogs: {
    about:
      "The table has the queued bytes of chosen flows at chosen ports. The setting `measure.inFlight` names the flows, and `measure.queues` the ports.",
    columns: {
      time_ns: time,
      flow: flowNumber,
      node,
      port,
      peer,
      queued_bytes: { type: "double", about: "Payload of the flow in the port's egress queues, all classes together." },
    },
  },
} as const satisfies Record<string, TableShape>;

/** The names of the tables of results, such as "flows" and "pauses". */
export type TableName = keyof typeof tables;

/**
 * The cells of a column in memory, by column type. An empty cell is NaN, -1 or "". In an integer column with empty
 * cells, values are 0 or more.
 */
export interface CellsOf {
  readonly double: Float64Array;
  readonly int32: Int32Array;
  readonly text: readonly string[];
  /** 0 or 1. */
  readonly boolean: Uint8Array;
}

/** The cells of one column, of any type. */
export type Cells = CellsOf[ColumnType];

type Shapes = typeof tables;

/** A table as columns of equal length. `table.columns.fct_ns[row]` is a cell. */
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

/** The tables that the results of every run have. Every other table may be missing. */
type Always = "flows" | "pauses" | "ports" | "counters";

/** The tables of a run, by name. */
export type Tables = { readonly [Name in Always]: Table<Name> } & {
  readonly [Name in Exclude<TableName, Always>]?: Table<Name>;
};

/** The columns of a table, each with name, definition and cells. For code that handles all tables in the same way. */
export const columnsOf = <Name extends TableName>(name: Name, table: Table<Name>): [string, Column, Cells][] =>
  columnsIn(tables[name], table);

/** The columns of any table, each with name, definition and cells. `shape` has the definitions of the columns. */
export function columnsIn(shape: TableShape, table: AnyTable): [string, Column, Cells][] {
  const cells = table.columns as Readonly<Record<string, Cells>>;
  return Object.entries(shape.columns).map(([name, column]) => [name, column, cells[name]]);
}

/** A table whose columns are unknown to the compiler. */
export interface AnyTable {
  readonly rows: number;
  readonly columns: object;
}
