/**
 * ConWeave at the leaf of a flow's sender: when the flow asks for a reply, when it changes its path, and to which.
 *
 * A flow is in an epoch, and in phase 0 until it is rerouted there. The first packet of an epoch asks for a reply, INIT. A timely reply ends the
 * epoch. Without one the next packet is TAIL, the last on the old path, and phase 1 begins. A CLEAR for it ends the epoch.
 */
import type { Ps } from "../../base/units.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import { PathTable, type LeafPair } from "./conweave-paths.ts";
import { EPOCH, HOP, INIT, KIND, PATH, PHASE, SENT, TAIL, TAIL_SENT, writeTime } from "./conweave-tag.ts";

export interface SourceRules {
  /** A flow that pauses longer than this begins an epoch on another path. */
  readonly expiry: Ps;
  /** A reply is late after a round trip and this. */
  readonly replyExtra: Ps;
  /** For so long no flow moves to a path that is reported congested. */
  readonly pathPause: Ps;
}

const NEVER = Infinity;
const NO_PATH = -1;

export class SourceLeaves {
  private readonly view: RoutingView;
  private readonly rules: SourceRules;
  private readonly words: Int32Array;
  private readonly isAged: (leaf: number, active: Ps) => boolean;
  /** By leaf, made when it is first needed. */
  private readonly tables: PathTable[] = [];
  // By flow.
  private readonly active: Float64Array;
  private readonly isStable: Uint8Array;
  private readonly deadline: Float64Array;
  private readonly epoch: Int32Array;
  private readonly phase: Uint8Array;
  private readonly path: Int32Array;
  private readonly tailSent: Float64Array;

  /** `isAged` is true if a leaf forgets a flow that was last active then. */
  constructor(view: RoutingView, rules: SourceRules, words: Int32Array, isAged: (leaf: number, active: Ps) => boolean) {
    const flows = view.source.length;
    this.view = view;
    this.rules = rules;
    this.words = words;
    this.isAged = isAged;
    this.active = new Float64Array(flows).fill(-Infinity);
    this.isStable = new Uint8Array(flows).fill(1);
    this.deadline = new Float64Array(flows);
    this.epoch = new Int32Array(flows);
    this.phase = new Uint8Array(flows);
    this.path = new Int32Array(flows).fill(NO_PATH);
    this.tailSent = new Float64Array(flows);
  }

  /**
   * Tags a data packet of `flow`, whose words begin at `at`. `choices` are numbers of paths of `pair`: those that the leaf may use now. Returns the
   * number of the packet's path.
   */
  send(here: number, flow: number, at: number, { paths, roundTrip }: LeafPair, choices: readonly number[]): number {
    const { view, rules, words, active, isStable, deadline, epoch, phase, path, tailSent } = this;
    const { now } = view;
    this.age(here, flow);

    const isIdle = active[flow] + rules.expiry < now;
    const begins = isIdle || isStable[flow] === 1;
    if (begins) isStable[flow] = 0;
    active[flow] = now;
    const timesOut = !begins && deadline[flow] < now;
    if (begins) {
      deadline[flow] = now + roundTrip + rules.replyExtra;
      epoch[flow]++;
      phase[flow] = 0;
      tailSent[flow] = 0;
    } else if (timesOut) {
      deadline[flow] = NEVER;
      tailSent[flow] = now;
    }
    const packetPhase = phase[flow];
    if (timesOut) phase[flow] = 1;

    // Each packet draws three times, and the first draw has no use.
    view.pick(here, choices.length);
    const first = choices[view.pick(here, choices.length)];
    const second = choices[view.pick(here, choices.length)];
    const table = (this.tables[here] ??= new PathTable(here));
    let good = NO_PATH;
    if (!table.isAvoided(paths[first], now)) good = first;
    else if (!table.isAvoided(paths[second], now)) good = second;

    if (path[flow] === NO_PATH || !choices.includes(path[flow])) path[flow] = good === NO_PATH ? first : good;
    if (isIdle && good !== NO_PATH) path[flow] = good;
    const taken = path[flow];
    if (timesOut && good !== NO_PATH) path[flow] = good;

    words[at + PATH] = taken + 1;
    words[at + HOP] = 0;
    words[at + EPOCH] = epoch[flow];
    words[at + KIND] = packetPhase | (begins ? INIT : timesOut ? TAIL : 0);
    writeTime(words, at + SENT, now);
    writeTime(words, at + TAIL_SENT, tailSent[flow]);
    return taken;
  }

  /** A reply to INIT, or with PHASE in `kind` a CLEAR, has come for `epoch`. */
  answered(here: number, flow: number, kind: number, epoch: number): void {
    this.age(here, flow);
    const isClear = (kind & PHASE) !== 0;
    if (epoch !== this.epoch[flow] || this.phase[flow] !== (isClear ? 1 : 0)) return;
    if (!isClear && !(this.view.now < this.deadline[flow] && this.deadline[flow] !== NEVER)) return;
    this.isStable[flow] = 1;
    this.deadline[flow] = NEVER;
  }

  /** Path `k` of `pair` is congested. */
  congested(here: number, { paths }: LeafPair, k: number): void {
    (this.tables[here] ??= new PathTable(here)).avoid(paths[k], this.view.now + this.rules.pathPause);
  }

  private age(here: number, flow: number): void {
    if (!this.isAged(here, this.active[flow])) return;
    this.active[flow] = -Infinity;
    this.isStable[flow] = 1;
    this.deadline[flow] = 0;
    this.epoch[flow] = 0;
    this.phase[flow] = 0;
    this.path[flow] = NO_PATH;
    this.tailSent[flow] = 0;
  }
}
