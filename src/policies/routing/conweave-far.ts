/**
 * ConWeave at the leaf of a flow's receiver. Packets of phase 1 wait there until the last packet of phase 0, called
 * TAIL, has passed or is overdue.
 *
 * The leaf expects TAIL at a time that it computes from the last packet of phase 0 that it saw. TAIL should follow that
 * packet with the same gap as at the source leaf. If no packet of phase 0 was seen, a default gap applies.
 */
import { ns, type Ps } from "../../base/units.ts";
import { CONGESTED } from "../../base/view.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import { EPOCH, INIT, KIND, NOTIFY, PATH, PHASE, readTime, SENT, TAG_WORDS, TAIL, TAIL_SENT } from "./conweave-tag.ts";

export interface FarRules {
  /** At each tick of its clock, a leaf deletes the state of flows that were idle for longer than this. */
  readonly age: Ps;
  /** The held packets are released this much later than TAIL is expected. */
  readonly flushExtra: Ps;
  /**
   * The expected time from the first packet of phase 1 to TAIL, the last packet on the old path. It applies if the leaf
   * saw no packet of phase 0, the phase of packets on the old path.
   */
  readonly flushDefault: Ps;
}

/** The time from the arrival of TAIL to the release of held packets. */
const AFTER_TAIL: Ps = ns(1);
/** The size of a control packet: a reply, a CLEAR or a NOTIFY. */
const CONTROL_BYTES = 64;

export class FarLeaves {
  private readonly view: RoutingView;
  private readonly rules: FarRules;
  private readonly words: Int32Array;
  private readonly lastTick: (leaf: number) => Ps;
  private readonly flush: ReturnType<RoutingView["timer"]>;
  private readonly control = new Int32Array(TAG_WORDS);
  // By flow.
  private readonly active: Float64Array;
  private readonly epoch: Int32Array;
  private readonly phase: Uint8Array;
  /** By flow: 1 if a packet of phase 0 has arrived in this epoch. */
  private readonly isSeen: Uint8Array;
  /** By flow: the time at which the last packet of phase 0 left the source leaf. */
  private readonly sent: Float64Array;
  /** By flow: the time at which the last packet of phase 0 arrived here. */
  private readonly came: Float64Array;
  private readonly tailSent: Float64Array;
  private readonly isHolding: Uint8Array;

  /** `lastTick` is the time of the latest tick of a leaf's clock, at which it deleted the state of idle flows. */
  constructor(view: RoutingView, rules: FarRules, words: Int32Array, lastTick: (leaf: number) => Ps) {
    const flows = view.source.length;
    this.view = view;
    this.rules = rules;
    this.words = words;
    this.lastTick = lastTick;
    this.active = new Float64Array(flows).fill(-Infinity);
    this.epoch = new Int32Array(flows).fill(1);
    this.phase = new Uint8Array(flows);
    this.isSeen = new Uint8Array(flows);
    this.sent = new Float64Array(flows);
    this.came = new Float64Array(flows);
    this.tailSent = new Float64Array(flows);
    this.isHolding = new Uint8Array(flows);
    this.flush = view.timer((flow) => {
      const leaf = view.leafOf[view.destination[flow]];
      // Held packets are released even if the leaf has deleted the flow's state because the flow was idle. The release
      // then creates a new state. Its last use is dated back by `rules.age`, so the next tick deletes the new state.
      if (this.age(leaf, flow)) this.active[flow] = lastTick(leaf) - rules.age;
      this.isHolding[flow] = 0;
      this.phase[flow] = 1;
      view.release(flow);
    });
  }

  /**
   * Handles a data packet of `flow` that arrives. `at`: the index of its tag in `words`. Returns true if the packet
   * must be held.
   */
  receive(here: number, packet: number, flow: number, at: number): boolean {
    const { view, rules, words, epoch, phase, isSeen, sent, came, tailSent, isHolding } = this;
    const { now } = view;
    this.age(here, flow);
    this.active[flow] = now;
    const packetEpoch = words[at + EPOCH];
    if (packetEpoch < epoch[flow]) return false;
    const kind = words[at + KIND];
    const packetPhase = kind & PHASE;
    const isTail = (kind & TAIL) !== 0;
    const isFirst = packetEpoch > epoch[flow];
    epoch[flow] = packetEpoch;
    if (packetPhase === 0) {
      sent[flow] = readTime(words, at + SENT);
      came[flow] = now;
    }

    let isAhead = false;
    if (isFirst) {
      phase[flow] = isTail ? 1 : 0;
      isAhead = packetPhase > phase[flow];
      isSeen[flow] = 1 - packetPhase;
    } else {
      if (!isTail) isAhead = packetPhase > phase[flow];
      else if (isHolding[flow] === 0) phase[flow] = 1;
      if (packetPhase === 0) isSeen[flow] = 1;
    }
    if (isTail || packetPhase === 1) tailSent[flow] = readTime(words, at + TAIL_SENT);
    const gap = isSeen[flow] === 1 ? Math.max(0, tailSent[flow] - sent[flow]) : rules.flushDefault;

    if (packetPhase === 0) {
      if (isHolding[flow] === 1) this.flush.arm(flow, now + (isTail ? AFTER_TAIL : gap + rules.flushExtra));
    } else if (isAhead && isHolding[flow] === 0) {
      isHolding[flow] = 1;
      const from = isSeen[flow] === 1 ? came[flow] : now;
      this.flush.arm(flow, Math.max(now, from + gap + rules.flushExtra));
    }

    if (view.mark(packet) === CONGESTED) this.reply(here, flow, NOTIFY, packetEpoch, words[at + PATH]);
    if ((kind & INIT) !== 0) this.reply(here, flow, INIT, packetEpoch, 0);
    if (isTail) this.reply(here, flow, TAIL | PHASE, packetEpoch, 0);
    return isAhead;
  }

  private reply(here: number, flow: number, kind: number, epoch: number, path: number): void {
    const { control, view } = this;
    control[PATH] = path;
    control[EPOCH] = epoch;
    control[KIND] = kind;
    view.reply(here, flow, control, CONTROL_BYTES);
  }

  /**
   * Deletes the state of a flow if, at the latest tick of the leaf's clock, the flow had been idle for longer than
   * `age`. Otherwise keeps the state and returns false.
   */
  private age(here: number, flow: number): boolean {
    if (this.lastTick(here) - this.active[flow] <= this.rules.age) return false;
    this.active[flow] = -Infinity;
    this.epoch[flow] = 1;
    this.phase[flow] = 0;
    this.isSeen[flow] = 0;
    this.sent[flow] = 0;
    this.came[flow] = 0;
    this.tailSent[flow] = 0;
    this.isHolding[flow] = 0;
    return true;
  }
}
