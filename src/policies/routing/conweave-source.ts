/**
 * ConWeave at the leaf of a flow's sender. It decides when a flow requests a reply, when the flow changes its path, and
 * which path it takes.
 *
 * The packets of a flow are divided into epochs. An epoch begins in phase 0, and its first packet requests a reply
 * (INIT). If the reply arrives in time, the epoch ends. Otherwise the next packet is the last one on the old path
 * (TAIL), and phase 1 begins on another path. The receiver's leaf answers TAIL with a CLEAR, which ends the epoch.
 */
import type { Ps } from "../../base/units.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import { PathTable, type LeafPair } from "./conweave-paths.ts";
import { EPOCH, HOP, INIT, KIND, PATH, PHASE, SENT, TAIL, TAIL_SENT, writeTime } from "./conweave-tag.ts";

export interface SourceRules {
  /** If a flow sends nothing for longer than this, its next packet begins an epoch on a newly drawn path. */
  readonly expiry: Ps;
  /** A reply is late after one round trip plus this time. */
  readonly replyExtra: Ps;
  /** The time for which no flow moves to a path after that path was reported as congested. */
  readonly pathPause: Ps;
}

const NEVER = Infinity;
const NO_PATH = -1;

export class SourceLeaves {
  private readonly view: RoutingView;
  private readonly rules: SourceRules;
  private readonly words: Int32Array;
  private readonly isAged: (leaf: number, active: Ps) => boolean;
  /** By source leaf: the table of congested paths. It is created when it is first needed. */
  private readonly tables: PathTable[] = [];
  // By flow.
  private readonly active: Float64Array;
  private readonly isStable: Uint8Array;
  private readonly deadline: Float64Array;
  private readonly epoch: Int32Array;
  private readonly phase: Uint8Array;
  private readonly path: Int32Array;
  private readonly tailSent: Float64Array;

  /**
   * `isAged` is true if a flow that was last active at the given time is so old that the leaf has deleted its state.
   */
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
   * Writes the tag of a data packet of `flow`, at index `at` of `words`. `choices`: the indices in `paths` of the paths
   * that the leaf may use now. Returns the index of the packet's path.
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

    // As in ConWeave's simulator, each packet draws three random numbers, and the first one is not used.
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

  /** Handles the answer to an epoch's INIT or TAIL. It is a CLEAR if `kind` contains PHASE, and otherwise a reply. */
  answered(here: number, flow: number, kind: number, epoch: number): void {
    this.age(here, flow);
    const isClear = (kind & PHASE) !== 0;
    if (epoch !== this.epoch[flow] || this.phase[flow] !== (isClear ? 1 : 0)) return;
    if (!isClear && !(this.view.now < this.deadline[flow] && this.deadline[flow] !== NEVER)) return;
    this.isStable[flow] = 1;
    this.deadline[flow] = NEVER;
  }

  /** Records that path `k` of the pair of leaves is congested. */
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
