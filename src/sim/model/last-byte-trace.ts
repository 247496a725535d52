/**
 * Traces the last byte of each flow, hop by hop. A stay is the time that the packet spends at one egress port, from its
 * arrival in the queue to its departure. A trace has each stay, and the time for which the port was paused meanwhile.
 *
 * A journey is the way of one packet with a flow's last byte through the network. The packet carries the number of its journey (META in
 * `packet-record.ts`), so other packets cost nothing. Each retransmitted copy has a journey of its own.
 * One journey counts for the flow. If a copy of the last byte completes the flow, its journey counts. If the last byte
 * arrives while other bytes are missing, the journey of the copy that arrives first counts. The record of a journey is
 * reused when the journey ends; the data of completed flows is copied.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { NOW } from "../engine/clock.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Ps } from "../../base/units.ts";
import type { Flows } from "./flows.ts";
import { STALL_DOUBLES_LOG, OPENING, WINDOW } from "./sender-stalls.ts";
import { LAST_BYTE, LAST_BYTE_SHIFT, REPEATED, TIMED_OUT } from "./packet-record.ts";
import type { PauseTimes } from "./pause-times.ts";

/**
 * The maximum number of packets that are traced at one time, limited by the bits of META. Each of them carries the last
 * byte of a flow. Further packets are not traced.
 */
const MAX_TRACES = 1 << 18;

// A journey is the way of one packet with a flow's last byte. Its record is a list of doubles with the following
// indices. The doubles from WINDOW to OPENING (`sender-stalls.ts`) are the waiting times of the flow before the packet
// left the sender. When the flow completes, the doubles with an index below FLOW are copied to `done`.
/** Index of the time at which the first bit of the packet left the NIC. In `done` (by flow) it is NaN if the flow was not traced. */
export const SENT = 0;
/** Index of the time of arrival at the receiver, which is NaN before the arrival. */
export const ARRIVED = 1;
// The following fields are not copied when the flow completes.
/** Index in a record: the flow whose last byte the packet carries. The value -1 means that the record is not in use. */
const FLOW = 8;
/**
 * The field with the length of the list of stays, in doubles. The list begins at index STAYS. Each stay (the packet's
 * time at one port) has five doubles:
 * - the port
 * - the start of the stay
 * - the end of the stay, or Infinity while it lasts
 * - the time for which the class was paused during the stay
 * - the time for which the queue alone was paused during the stay
 *
 * While the stay lasts, the last two doubles have other values: the total paused times of class and queue until the stay
 * began. At its end they are subtracted from the totals of that time.
 */
const COUNT = 9;
/**
 * Index in a record: the place of the queue in which the packet waits, if its class has several queues
 * (`class-queues.ts`). The value -1 means that the packet is in no such queue.
 */
const PLACE = 10;
/**
 * Index in a record: the time that the flow waited at its sender because the switch of the host had paused this flow alone.
 * At a host, each flow is a queue.
 */
const BY_QUEUE = 11;
const STAYS = 12;
/** The number of doubles in the record of a stay. A stay is the time that the packet spends at one egress port. */
const STAY = 5;
/** Value of the last double in the record of a stay: during this stay, a switch held the packet for its routing policy. */
const HELD = -1;

/**
 * Called with a stay of a packet, that is, its time at one egress port. The stay at port `port` lasted from `from` to
 * `to`, in ps. `stopped` is the part of the stay for which the class of the packet was paused. `byQueue` is the part
 * for which the queue of the packet was paused, but not its class. A negative `byQueue` means that the switch held the
 * packet for its routing policy.
 */
type VisitStay = (port: number, from: Ps, to: Ps, stopped: Ps, byQueue: Ps) => void;

/** The flow was completed by the first transmission of its last missing packet. */
export const FIRST_COPY = 0;
/** The flow was completed by a retransmission, after an answer (an ACK or NACK) that reported a loss. */
export const BY_ANSWER = 1;
/** The flow was completed by a retransmission after a timeout. */
export const BY_TIMEOUT = 2;

/**
 * The traces of one partition.
 * - `lost`, by flow: the number of its lost packets
 * - `stays`: for each completed flow three parts follow: its number, a length in doubles, and a list of this length. The
 *   list has the stays of the flow's last byte, that is, its times at each port
 * - `underWay`: for each unfinished journey the length of its record, then a flag, then the record. The flag is 1 if
 *   the packet has arrived at the receiver, which still waits for other bytes of the flow. Otherwise it is 0
 */
export interface LastByteState {
  readonly lost: Int32Array;
  readonly stays: Float64Array;
  readonly underWay: Float64Array;
}

export class LastByteTrace {
  /** The copied records of completed flows, at `(flow << STALL_DOUBLES_LOG) | field`. */
  readonly done: Float64Array;
  /** By completed flow: the kind of packet that completed it, as FIRST_COPY, BY_ANSWER or BY_TIMEOUT. */
  readonly completedBy: Uint8Array;
  /** By flow, if a retransmission completed it: the time in ps at which this retransmission was sent. */
  readonly completingSent: Float64Array;
  /**
   * By completed flow: the time for which its sender waited because this flow alone was paused. Null if no policy
   * pauses single flows.
   */
  doneByQueue: Float64Array | null = null;
  /** By flow: the number of its lost packets. */
  readonly lost: Int32Array;
  /** The queues within classes (`class-queues.ts`). Null: each class has one queue. */
  queues: { readonly pausedUpTo: (place: number) => Ps } | null = null;
  /**
   * By flow: the time for which its sender has waited because this flow alone was paused (`sender-stalls.ts`). Null if
   * no policy pauses single flows.
   */
  stalledByQueue: Float64Array | null = null;

  /**
   * A stay is the time that the packet spends at one port. True if stays of length zero are stored, too. They show the path
   * of the flow, but add nothing to its completion time.
   */
  keepsPaths = false;

  private readonly clock: Float64Array;
  private readonly pauseTimes: PauseTimes;
  private readonly received: Float64Array;
  private readonly sendCls: Uint8Array;
  private readonly timeouts: Int32Array;
  /**
   * By flow: 0 if its last byte was not sent yet. Otherwise 1 plus the number of timeouts before the first transmission
   * of that byte.
   */
  private readonly timeoutsThen: Int32Array;
  /**
   * Base-2 logarithm of the number of doubles in a record. At first a record has 64 doubles: 12 fields, and room for 10
   * stays of 5 doubles. A stay is the time that the packet spends at one port.
   */
  private widthLog = 6;
  /** The records of all journeys. A journey is the way of one packet with a flow's last byte. Record 0 means "none". */
  private records = new Float64Array(64 << this.widthLog);
  private numbers = 1;
  private readonly free: number[] = [];
  /** By flow: the record of its last byte, if that byte has reached the receiver and other bytes are missing. 0: none. */
  private readonly waiting: Int32Array;
  /** For all completed flows: the stays of the last byte, that is, the times that it spent at each port of its path. */
  private stays = new Float64Array(1024);
  /** The number of doubles of `stays` in use. */
  private used = 0;
  /**
   * By flow: the index in `stays` at which the stays of its last byte are stored. Their length in doubles is at this
   * index, and the first stay follows. A stay is the time at one port.
   */
  private readonly firstStay: Float64Array;

  constructor(
    { queue, pauseTimes }: { readonly queue: EventQueue; readonly pauseTimes: PauseTimes },
    { capacity, received, sendCls }: Flows,
    timeouts: Int32Array,
  ) {
    this.clock = queue.clock;
    this.pauseTimes = pauseTimes;
    this.received = received;
    this.sendCls = sendCls;
    this.timeouts = timeouts;
    this.done = new Float64Array(capacity << STALL_DOUBLES_LOG);
    this.completedBy = new Uint8Array(capacity);
    this.completingSent = new Float64Array(capacity);
    this.timeoutsThen = new Int32Array(capacity);
    this.lost = new Int32Array(capacity);
    this.waiting = new Int32Array(capacity);
    this.firstStay = new Float64Array(capacity);
  }

  /**
   * Begins a journey, when the flow's last byte is put on the wire. Returns the bits of META that identify it. `held`
   * has the records of `sender-stalls.ts`.
   */
  begin(flow: number, held: Float64Array): number {
    if (this.timeoutsThen[flow] === 0) this.timeoutsThen[flow] = this.timeouts[flow] + 1;
    const number = this.next();
    if (number === 0) return 0;
    const { records } = this;
    const at = number << this.widthLog;
    for (let field = WINDOW; field <= OPENING; field++) records[at + field] = held[(flow << STALL_DOUBLES_LOG) | field];
    records[at + SENT] = this.clock[NOW];
    records[at + ARRIVED] = NaN;
    records[at + FLOW] = flow;
    records[at + COUNT] = 0;
    records[at + PLACE] = -1;
    records[at + BY_QUEUE] = this.stalledByQueue === null ? 0 : this.stalledByQueue[flow];
    return number << LAST_BYTE_SHIFT;
  }

  /** Returns the flags of a retransmitted packet's META word: REPEATED, and perhaps TIMED_OUT (`packet-record.ts`). */
  repeated(flow: number): number {
    return this.timeouts[flow] >= this.timeoutsThen[flow] ? REPEATED | TIMED_OUT : REPEATED;
  }

  /** Begins a stay: the packet starts to wait at egress `port`. */
  waits(meta: number, port: number, cls: number): void {
    const number = meta >> LAST_BYTE_SHIFT;
    const count = this.records[(number << this.widthLog) + COUNT];
    if (STAYS + count + STAY > 1 << this.widthLog) this.grow(this.widthLog + 1);
    const { records } = this;
    const at = number << this.widthLog;
    const now = this.clock[NOW];
    const stay = at + STAYS + count;
    records[stay] = port;
    records[stay + 1] = now;
    records[stay + 2] = Infinity;
    records[stay + 3] = this.pauseTimes.upTo((port << CLASS_BITS) | cls, now);
    records[stay + 4] = 0;
    records[at + COUNT] = count + STAY;
  }

  /**
   * Begins the record of a time (a stay) for which the switch holds the packet for its routing policy. `port`: the egress
   * port if it is known, otherwise the ingress port.
   */
  holds(meta: number, port: number): void {
    this.waits(meta, port, 0);
    const { records } = this;
    const at = (meta >> LAST_BYTE_SHIFT) << this.widthLog;
    const stay = at + STAYS + records[at + COUNT] - STAY;
    records[stay + 3] = 0;
    records[stay + 4] = HELD;
  }

  /** Ends the stay that `holds` began: the routing policy releases the packet, which the switch has held until now. */
  releases(meta: number): void {
    const { records } = this;
    const at = (meta >> LAST_BYTE_SHIFT) << this.widthLog;
    const stay = at + STAYS + records[at + COUNT] - STAY;
    records[stay + 2] = this.clock[NOW];
    if (records[stay + 1] === records[stay + 2]) records[at + COUNT] -= STAY;
  }

  /**
   * Records that the packet joins the queue `place` at its present port. `byQueue`: the total time for which this queue
   * has been paused so far, in ps.
   */
  joins(meta: number, place: number, byQueue: Ps): void {
    const at = (meta >> LAST_BYTE_SHIFT) << this.widthLog;
    this.records[at + PLACE] = place;
    this.records[at + STAYS + this.records[at + COUNT] - 1] = byQueue;
  }

  /**
   * Ends the measurement of how long the packet's queue alone was paused, when the packet leaves the queue. Call this
   * before `leaves`, at a port where the packet's class has several queues. `byQueue`: the total time so far for
   * which the queue was paused although its class was not, in ps.
   */
  quits(meta: number, byQueue: Ps): void {
    const at = (meta >> LAST_BYTE_SHIFT) << this.widthLog;
    const last = at + STAYS + this.records[at + COUNT] - 1;
    this.records[at + PLACE] = -1;
    this.records[last] = byQueue - this.records[last];
  }

  leaves(meta: number, port: number, cls: number): void {
    const { records } = this;
    const at = (meta >> LAST_BYTE_SHIFT) << this.widthLog;
    const now = this.clock[NOW];
    const stay = at + STAYS + records[at + COUNT] - STAY;
    if (records[stay + 1] === now && !this.keepsPaths) {
      records[at + COUNT] -= STAY;
      return;
    }
    records[stay + 2] = now;
    records[stay + 3] = this.pauseTimes.upTo((port << CLASS_BITS) | cls, now) - records[stay + 3];
  }

  /** The number of doubles that `handOver` writes: the length of the packet's record. */
  lengthOf(meta: number): number {
    return STAYS + this.records[((meta >> LAST_BYTE_SHIFT) << this.widthLog) + COUNT];
  }

  /**
   * Ends the packet's record in this partition, because the packet leaves for another one. Copies the record into the
   * array `to`, from index `at` on. The record has `lengthOf(meta)` doubles.
   */
  handOver(meta: number, to: Float64Array, at: number): void {
    const number = meta >> LAST_BYTE_SHIFT;
    const from = number << this.widthLog;
    for (let k = 0, length = this.lengthOf(meta); k < length; k++) to[at + k] = this.records[from + k];
    this.end(number);
  }

  /**
   * Continues the record of a packet that carries the last byte of its flow, and arrives from another partition.
   * Returns the number of the new record, as bits for the packet's META word.
   */
  takeOver(from: Float64Array, at: number, length: number): number {
    const number = this.next();
    if (number === 0) return 0;
    while (length + STAY > 1 << this.widthLog) this.grow(this.widthLog + 1);
    const to = number << this.widthLog;
    for (let k = 0; k < length; k++) this.records[to + k] = from[at + k];
    return number << LAST_BYTE_SHIFT;
  }

  /**
   * Returns the traces of this partition. The network that joins all partitions adds them with `put`. `isDone` is
   * true for flows that this partition has completed.
   */
  taken(isDone: (flow: number) => boolean): LastByteState {
    const stays: number[] = [];
    for (let flow = 0; flow < this.lost.length; flow++) {
      if (!isDone(flow) || Number.isNaN(this.done[(flow << STALL_DOUBLES_LOG) + SENT])) continue;
      const from = this.firstStay[flow];
      stays.push(flow, ...this.stays.subarray(from, from + 1 + this.stays[from]));
    }
    const underWay: number[] = [];
    for (let number = 1; number < this.numbers; number++) {
      const at = number << this.widthLog;
      const flow = this.records[at + FLOW];
      if (flow < 0) continue;
      const length = STAYS + this.records[at + COUNT];
      underWay.push(length, this.waiting[flow] === number ? 1 : 0, ...this.records.subarray(at, at + length));
    }
    return { lost: this.lost, stays: Float64Array.from(stays), underWay: Float64Array.from(underWay) };
  }

  /**
   * Adds the traces of last bytes from a partition, when the partitions of a run are joined into one network.
   * `numberOf` converts a flow number of the partition to the number in the joined network.
   */
  put({ lost, stays, underWay }: LastByteState, numberOf: (flow: number) => number): void {
    for (let flow = 0; flow < lost.length; flow++) if (lost[flow] > 0) this.lost[numberOf(flow)] += lost[flow];
    for (let at = 0; at < stays.length; at += 2 + stays[at + 1])
      this.keep(numberOf(stays[at]), stays, at + 2, stays[at + 1]);
    for (let at = 0; at < underWay.length; at += 2 + underWay[at]) {
      const number = this.takeOver(underWay, at + 2, underWay[at]) >> LAST_BYTE_SHIFT;
      if (number === 0) return;
      const record = number << this.widthLog;
      const flow = numberOf(this.records[record + FLOW]);
      this.records[record + FLOW] = flow;
      if (underWay[at + 1] === 1) this.waiting[flow] = number;
    }
  }

  /** Counts the loss of a data packet. If the packet carried a last byte that is traced, its record ends. */
  drop(flow: number, meta: number): void {
    this.lost[flow]++;
    if (meta >= LAST_BYTE) this.end(meta >> LAST_BYTE_SHIFT);
  }

  /**
   * The flow's last byte has arrived in a packet that does not complete the flow: earlier bytes are missing, or the
   * flow was complete before.
   */
  came(flow: number, meta: number): void {
    const number = meta >> LAST_BYTE_SHIFT;
    if (this.waiting[flow] !== 0 || !Number.isNaN(this.received[flow])) this.end(number);
    else {
      this.records[(number << this.widthLog) + ARRIVED] = this.clock[NOW];
      this.waiting[flow] = number;
    }
  }

  /** Called when a flow completes whose last byte was not traced. */
  leaveOut(flow: number): void {
    this.done[(flow << STALL_DOUBLES_LOG) | SENT] = NaN;
  }

  /** Called when a packet completes its flow. `meta` is the packet's META, `sent` the time at which it was sent. */
  complete(flow: number, meta: number, sent: Ps): void {
    const { records, waiting, done } = this;
    const last = meta >> LAST_BYTE_SHIFT;
    const number = last > 0 ? last : waiting[flow];
    const at = number << this.widthLog;
    const to = flow << STALL_DOUBLES_LOG;
    if ((meta & REPEATED) !== 0) {
      this.completedBy[flow] = (meta & TIMED_OUT) !== 0 ? BY_TIMEOUT : BY_ANSWER;
      this.completingSent[flow] = sent;
    }
    if (number === 0) {
      done[to + SENT] = NaN;
      return;
    }
    for (let field = 0; field <= OPENING; field++) done[to + field] = records[at + field];
    if (last > 0) done[to + ARRIVED] = this.clock[NOW];
    if (this.doneByQueue !== null) this.doneByQueue[flow] = records[at + BY_QUEUE];
    this.keepStays(flow, at);
    this.end(number);
    if (waiting[flow] > 0 && waiting[flow] !== number) this.end(waiting[flow]);
    waiting[flow] = 0;
  }

  /** Converts all recorded times by `real`, after a run that has skipped time. */
  mapTimes(real: (time: Ps) => Ps): void {
    const { done, records, stays, completingSent } = this;
    for (let record = 0; record < done.length; record += 1 << STALL_DOUBLES_LOG)
      for (const field of [SENT, ARRIVED]) done[record + field] = real(done[record + field]);
    for (let flow = 0; flow < completingSent.length; flow++) completingSent[flow] = real(completingSent[flow]);
    for (let at = 0; at < this.used; at += 1 + stays[at]) mapStays(stays, at + 1, stays[at], real);
    for (let number = 1; number < this.numbers; number++) {
      const at = number << this.widthLog;
      for (const field of [SENT, ARRIVED]) records[at + field] = real(records[at + field]);
      mapStays(records, at + STAYS, records[at + COUNT], real);
    }
  }

  /**
   * Adds the waiting times of flows at their senders in the time that fast-forward has skipped. The fields of `waits` are
   * those of `sender-stalls.ts`.
   */
  addWaits(waits: Float64Array): void {
    const { done, records } = this;
    for (let k = 0; k < done.length; k++) done[k] += waits[k];
    for (let number = 1; number < this.numbers; number++) {
      const at = number << this.widthLog;
      const flow = records[at + FLOW];
      if (flow < 0) continue;
      for (let field = WINDOW; field <= OPENING; field++)
        records[at + field] += waits[(flow << STALL_DOUBLES_LOG) | field];
    }
  }

  /**
   * Calls `visit` for each stay (time at one port) of the last byte of a completed flow, beginning at the first hop.
   */
  staysOf(flow: number, visit: VisitStay): void {
    const { stays } = this;
    const from = this.firstStay[flow] + 1;
    for (let at = from; at < from + stays[from - 1]; at += STAY)
      visit(stays[at], stays[at + 1], stays[at + 2], stays[at + 3], stays[at + 4]);
  }

  /**
   * Calls `visit` for each stay (time at one port) that the record of an unfinished packet has so far. The record begins
   * at `at`. If the packet is still at a port, its time there is counted up to now.
   */
  staysSoFar(at: number, visit: VisitStay): void {
    const { records } = this;
    const now = this.clock[NOW];
    for (let stay = at + STAYS; stay < at + STAYS + records[at + COUNT]; stay += STAY) {
      const [port, from, to, stopped, byQueue] = records.subarray(stay, stay + STAY);
      if (to !== Infinity) visit(port, from, to, stopped, byQueue);
      else if (byQueue === HELD) visit(port, from, now, 0, HELD);
      else
        visit(
          port,
          from,
          now,
          this.pauseTimes.upTo((port << CLASS_BITS) | this.sendCls[records[at + FLOW]], now) - stopped,
          this.queues === null || records[at + PLACE] < 0 ? 0 : this.queues.pausedUpTo(records[at + PLACE]) - byQueue,
        );
    }
  }

  /**
   * The time that an unfinished flow waited at its sender because a frame had paused this flow, and not its class or port.
   * `at` is the place at which the record of the flow's last byte begins.
   */
  byQueueSoFar(at: number): Ps {
    return this.records[at + BY_QUEUE];
  }

  /**
   * Maps each unfinished flow to the journey of its last byte. Of several copies it selects the one that has arrived
   * and waits for other bytes. If none has arrived, it selects the one that was sent first.
   */
  underWay(): Map<number, number> {
    const found = new Map<number, number>();
    const { records } = this;
    for (let number = 1; number < this.numbers; number++) {
      const at = number << this.widthLog;
      const flow = records[at + FLOW];
      if (flow < 0 || !Number.isNaN(this.received[flow])) continue;
      const other = found.get(flow);
      const isFirst =
        other === undefined ||
        (this.waiting[flow] !== other >> this.widthLog && records[at + SENT] < records[other + SENT]);
      if (isFirst || this.waiting[flow] === number) found.set(flow, at);
    }
    return found;
  }

  get underWayRecords(): Float64Array {
    return this.records;
  }

  /** Returns the number of a free record, or 0 if all are in use. */
  private next(): number {
    const number = this.free.length > 0 ? (this.free.pop() as number) : this.numbers;
    if (number === this.numbers) {
      if (number >= MAX_TRACES) return 0;
      this.numbers++;
      if (this.numbers << this.widthLog > this.records.length) this.grow(this.widthLog);
    }
    return number;
  }

  private end(number: number): void {
    this.records[(number << this.widthLog) + FLOW] = -1;
    this.free.push(number);
  }

  /** Doubles the memory for the records. The new memory has more records, or wider ones if `widthLog` has grown. */
  private grow(widthLog: number): void {
    const before = this.records;
    const records = new Float64Array(before.length * 2);
    const width = 1 << this.widthLog;
    for (let from = 0, to = 0; from < before.length; from += width, to += 1 << widthLog)
      records.set(before.subarray(from, from + width), to);
    this.records = records;
    this.widthLog = widthLog;
  }

  private keepStays(flow: number, at: number): void {
    this.keep(flow, this.records, at + STAYS, this.records[at + COUNT]);
  }

  private keep(flow: number, from: Float64Array, at: number, count: number): void {
    if (this.used + count + 1 > this.stays.length) {
      const room = new Float64Array(this.stays.length * 2 + count);
      room.set(this.stays);
      this.stays = room;
    }
    const { stays, used } = this;
    stays[used] = count;
    for (let k = 0; k < count; k++) stays[used + 1 + k] = from[at + k];
    this.firstStay[flow] = used;
    this.used = used + 1 + count;
  }
}

/**
 * Applies `real` to the start and end of each stay (a packet's time at one port). All stays together are `count` doubles of
 * `stays`, from index `from` on.
 */
function mapStays(stays: Float64Array, from: number, count: number, real: (time: Ps) => Ps): void {
  for (let at = from; at < from + count; at += STAY) {
    stays[at + 1] = real(stays[at + 1]);
    stays[at + 2] = real(stays[at + 2]);
  }
}
