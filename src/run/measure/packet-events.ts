/**
 * Lists drops, ECN marks and retransmissions of a time range one by one. The studio repeats a run for this list. Other
 * runs only count these events, so the list costs them nothing (docs/decisions/0017-why-repeats-the-run.md).
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import { DROP_CAUSES, PACKET_KINDS } from "../../contracts/probe.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { UNMARKED } from "../../base/view.ts";
import type { Network } from "../../sim/model/network.ts";
import {
  CLASS_SHIFT,
  DATA,
  FLOW,
  KIND_MASK,
  LINK_FRAME,
  META,
  PAYLOAD,
  REPEATED,
  SEQ,
  SIZE,
} from "../../sim/model/packet-record.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import { addTracer } from "./add-tracer.ts";
import type { Watcher } from "./run-recorder.ts";
import { inNs } from "./times.ts";

const PACKET_EVENTS = ["drop", "ECN mark", "retransmission"] as const;
const [DROP, MARK, RETRANSMISSION] = [0, 1, 2];

/** The events as columns, in order of time. */
export interface PacketEvents {
  readonly rows: number;
  /** The names for the numbers in the columns `kind` and `packet`, and the names of the causes of drops. */
  readonly words: {
    readonly kind: readonly string[];
    readonly packet: readonly string[];
    readonly cause: readonly string[];
  };
  readonly time_ns: Float64Array;
  /** The kind of the event, as an index into `words.kind`: "drop", "ECN mark" or "retransmission". */
  readonly kind: Uint8Array;
  /**
   * The row of the port in the table `ports`. A drop has the port where the packet arrived. A mark has the egress port
   * of the switch. A retransmission has the port of the host.
   */
  readonly port: Int32Array;
  readonly class: Uint8Array;
  /** The flow number. -1: the packet belongs to no flow, such as a PAUSE frame. */
  readonly flow: Int32Array;
  /** The packet's kind, an index of `words.packet`. */
  readonly packet: Uint8Array;
  /**
   * A number whose meaning depends on the kind of event:
   * - drop: its cause, an index of `words.cause`
   * - ECN mark: the bytes that remain in the egress queue
   * - retransmission: its first byte in the flow
   */
  readonly detail: Float64Array;
  /** The size of the frame in bytes. */
  readonly size: Int32Array;
  /**
   * By kind of event: the number of events in the time range that have no row, because there are more than
   * `MAX_OF_KIND`.
   */
  readonly leftOut: readonly number[];
}

/** The maximum number of events of each kind. All kinds together take about 12 MB. */
const MAX_OF_KIND = 100_000;

export class PacketEventLog implements Tracer, Watcher {
  private readonly network: Network;
  private readonly from: Ps;
  private readonly to: Ps;
  private readonly limit: number;
  private rows = 0;
  private readonly counts = PACKET_EVENTS.map(() => 0);
  private columns = emptyColumns(1024);

  /** Records the events from `from` to `to`, in ps. Create it before the run, and add it to the recorder's watchers. */
  constructor(network: Network, from: Ps, to: Ps, limit = MAX_OF_KIND) {
    this.network = network;
    this.from = from;
    this.to = to;
    this.limit = limit;
    addTracer(network, this);
  }

  onDrop(port: number, packet: number, cause: number): void {
    this.add(DROP, port, packet, cause);
  }

  onDequeue(node: number, port: number, _queue: number, packet: number, backlog: Bytes, mark: number): void {
    const { words, doubles } = this.network.fabric.packets;
    const meta = words[(packet << 4) | META];
    if ((meta & KIND_MASK) !== DATA || words[(packet << 4) | PAYLOAD] === 0) return;
    if (this.network.switches[node] === null) {
      if ((meta & REPEATED) !== 0) this.add(RETRANSMISSION, port, packet, doubles[(packet << 3) | SEQ]);
    } else if (mark !== UNMARKED) this.add(MARK, port, packet, backlog);
  }

  onReceive(): void {
    // Nothing to do: no event of the list is an arrival.
  }

  onEnqueue(): void {
    // Nothing to do: an ECN mark is recorded in `onDequeue`, because a packet is marked when it leaves its queue.
  }

  onStopped(): void {
    // Nothing to do: PAUSEs are in the results of every run.
  }

  onStarted(): void {
    // Nothing to do: resumes are in the results of every run.
  }

  /** The events so far. */
  events(): PacketEvents {
    const { rows, columns, counts, limit } = this;
    return {
      rows,
      words: { kind: PACKET_EVENTS, packet: PACKET_KINDS, cause: DROP_CAUSES },
      time_ns: columns.time.slice(0, rows).map(inNs),
      kind: columns.kind.slice(0, rows),
      port: columns.port.slice(0, rows),
      class: columns.cls.slice(0, rows),
      flow: columns.flow.slice(0, rows),
      packet: columns.packet.slice(0, rows),
      detail: columns.detail.slice(0, rows),
      size: columns.size.slice(0, rows),
      leftOut: counts.map((count) => Math.max(0, count - limit)),
    };
  }

  private add(kind: number, port: number, packet: number, detail: number): void {
    const { queue, packets } = this.network.fabric;
    const { now } = queue;
    if (now < this.from || now > this.to || ++this.counts[kind] > this.limit) return;
    if (this.rows === this.columns.kind.length) this.columns = grown(this.columns);
    const { columns } = this;
    const k = this.rows++;
    const at = packet << 4;
    const meta = packets.words[at | META];
    columns.time[k] = now;
    columns.kind[k] = kind;
    columns.port[k] = port;
    columns.cls[k] = (meta >> CLASS_SHIFT) & CLASS_MASK;
    columns.packet[k] = meta & KIND_MASK;
    columns.flow[k] = (meta & KIND_MASK) === LINK_FRAME ? -1 : packets.words[at | FLOW];
    columns.detail[k] = detail;
    columns.size[k] = packets.words[at | SIZE];
  }
}

const emptyColumns = (rows: number) => ({
  time: new Float64Array(rows),
  kind: new Uint8Array(rows),
  port: new Int32Array(rows),
  cls: new Uint8Array(rows),
  flow: new Int32Array(rows),
  packet: new Uint8Array(rows),
  detail: new Float64Array(rows),
  size: new Int32Array(rows),
});

type EventColumns = ReturnType<typeof emptyColumns>;

/** The columns in arrays of twice the length. */
function grown(columns: EventColumns): EventColumns {
  const more = emptyColumns(columns.kind.length * 2);
  for (const name of Object.keys(more) as (keyof EventColumns)[]) more[name].set(columns[name]);
  return more;
}
