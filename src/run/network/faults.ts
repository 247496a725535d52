/** Schedules the faults of a scenario in its network. One timer begins and ends all of them. */
import { ParamError } from "../../base/params.ts";
import { stream } from "../../base/random.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { TimerMaker } from "../../base/view.ts";
import type { Fault, FaultModule, FaultView, Intake } from "../../contracts/faults.ts";
import { damageChance } from "../../fidelity/exact/errors.ts";
import { FaultLog, type NamedFault } from "../../sim/model/fault-log.ts";
import { Faults } from "../../sim/model/faults.ts";
import type { Network } from "../../sim/model/network.ts";

/** A fault of the scenario: its module, and its target as ports of the network. */
export interface FaultChoice {
  readonly module: FaultModule;
  readonly kind: string;
  /** The target as the scenario names it. */
  readonly target: readonly string[];
  readonly at: Ps;
  readonly until: Ps;
  readonly ports: readonly number[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The options of a timer whose times do not depend on the traffic. The clock of the run stands still while time is
 * skipped. After a skip, the clock therefore reaches a planned time too late, by the skipped time. So the skip moves the
 * planned times earlier by as much.
 */
const PLANNED = { planned: true };

interface Laying {
  readonly seed: number;
  readonly lossless: readonly number[];
  /** Size of the largest frame. */
  readonly largest: Bytes;
  readonly reroute: () => void;
}

/**
 * Creates the faults and schedules them. Throws `ParamError` with the path in the scenario if a fault does not fit the
 * network.
 */
export function layFaults(network: Network, choices: readonly FaultChoice[], laying: Laying): void {
  if (choices.length === 0) return;
  const { fabric, switches, timers } = network;
  const timer: TimerMaker = (subjects, action) => timers.make(subjects, action);
  const deeds = new Faults(fabric, switches, timer);
  const log = (network.faultLog = new FaultLog(choices.map(nameOf)));
  if (choices.some(({ module }) => module.discards === true)) deeds.mayDiscard();
  const faults = choices.map((choice, k): Fault => {
    checkPauses(network, choice, k);
    return choice.module.create(choice.values, new FaultViewImpl(network, deeds, log, choice, k, laying));
  });
  const change = timers.make(
    choices.length * 2,
    (subject) => {
      const [k, isEnd] = [subject >> 1, (subject & 1) === 1];
      const port = choices[k].ports[0];
      if (fabric.owns(fabric.node[port]))
        log.add({ time: network.queue.now, fault: k, what: isEnd ? "ends" : "begins", port, cls: -1 });
      if (isEnd) faults[k].end();
      else faults[k].begin();
    },
    PLANNED,
  );
  choices.forEach(({ at, until }, k) => {
    change.arm(k * 2, at);
    if (until !== Infinity) change.arm(k * 2 + 1, until);
  });
}

function nameOf({ module, kind, target, at, until, ports, values }: FaultChoice): NamedFault {
  const { stops, cuts } = module;
  const follows = values["converge"];
  return {
    ...{ kind, target, at, until, ports },
    ...(stops === undefined ? {} : { stops }),
    ...(cuts === undefined ? {} : { cuts }),
    ...(typeof follows === "number" ? { follows } : {}),
  };
}

function checkPauses({ fabric }: Network, { module, kind, target, ports }: FaultChoice, k: number): void {
  if (module.needsPauses !== true) return;
  const without = ports.find((port) => fabric.links[fabric.peer[port]].frames !== "pause");
  if (without === undefined) return;
  const hint = `${kind} needs PAUSE frames: set policies.link: pfc.`;
  const expected = "a link whose policy has PAUSE frames";
  throw new ParamError(`faults[${k}].target`, expected, target.join(", "), hint);
}

class FaultViewImpl implements FaultView {
  readonly at: Ps;
  readonly until: Ps;
  readonly ports: readonly number[];
  readonly lossless: readonly number[];
  readonly timer: TimerMaker;
  private readonly network: Network;
  private readonly deeds: Faults;
  private readonly log: FaultLog;
  private readonly number: number;
  private readonly laying: Laying;
  private readonly streams = new Map<number, () => number>();

  constructor(
    network: Network,
    deeds: Faults,
    log: FaultLog,
    { module, at, until, ports }: FaultChoice,
    number: number,
    laying: Laying,
  ) {
    this.network = network;
    this.deeds = deeds;
    this.log = log;
    this.number = number;
    this.laying = laying;
    this.at = at;
    this.until = until;
    const isAtNodes = module.befalls === "hosts" || module.befalls === "ports";
    this.ports = isAtNodes ? ports.filter((port) => this.isOurs(port)) : ports;
    this.lossless = laying.lossless;
    this.timer = (subjects, action) => network.timers.make(subjects, action, module.steady === true ? PLANNED : {});
  }
  get now(): Ps {
    return this.network.queue.now;
  }
  random(node: number): number {
    return this.drawOf("fault", node)();
  }
  peer(port: number): number {
    return this.network.fabric.peer[port];
  }
  node(port: number): number {
    return this.network.fabric.node[port];
  }
  rate(port: number): Bps {
    return this.network.fabric.rate[port];
  }
  delay(port: number): Ps {
    const { wiring, linkOf } = this.network.fabric;
    return wiring.links[linkOf[port]].delay;
  }
  note(what: string, port: number, cls = -1): void {
    if (this.isOurs(port)) this.log.add({ time: this.now, fault: this.number, what, port, cls });
  }
  cut(port: number): void {
    this.deeds.cut(port);
  }
  mend(port: number): void {
    this.deeds.mend(port);
  }
  reroute(): void {
    this.laying.reroute();
  }
  mayTake(port: number, delay: Ps): void {
    const { least } = this.network.fabric;
    least[port] = Math.min(least[port], delay);
  }
  setDelay(port: number, delay: Ps): void {
    this.deeds.setDelay(port, delay);
  }
  damage(port: number, bitErrorRate: number, frameErrorRate: number): void {
    const { wireOverhead } = this.network.fabric.fidelity.frames;
    const chances = (): Float64Array =>
      Float64Array.from({ length: this.laying.largest + 1 }, (_, size) =>
        damageChance({ bitErrorRate, frameErrorRate }, size + wireOverhead),
      );
    this.losses(port).damage = bitErrorRate === 0 && frameErrorRate === 0 ? null : chances();
  }
  losePauses(port: number, chance: number): void {
    this.losses(port).pauses = chance;
  }
  sendPause(port: number, classes: number, quanta: number): void {
    this.deeds.sendPause(port, classes, quanta);
  }
  record(port: number, cls: number, stops: boolean): void {
    this.deeds.record(port, cls, stops);
  }
  takeIn(port: number, intake: Intake | null): void {
    this.deeds.takeIn(port, intake);
  }
  heard(port: number, cls: number): number {
    return this.deeds.heard(port, cls);
  }
  stoppedSince(port: number, cls: number): Ps {
    return this.deeds.stoppedSince(port, cls);
  }
  stoppedTime(port: number, cls: number): Ps {
    return this.deeds.stoppedTime(port, cls);
  }
  first(port: number, cls: number): ReturnType<FaultView["first"]> {
    return this.deeds.first(port, cls);
  }
  ignorePauses(port: number, cls: number, ignores: boolean): void {
    this.deeds.ignorePauses(port, cls, ignores);
  }
  discard(port: number, cls: number, discards: boolean): void {
    this.deeds.discard(port, cls, discards);
  }

  /** True if this partition simulates the port. */
  private isOurs(port: number): boolean {
    const { fabric } = this.network;
    return fabric.owns(fabric.node[port]);
  }

  private losses(port: number): ReturnType<Faults["lossesOf"]> {
    return this.deeds.lossesOf(this.number, port, this.drawOf("link errors of a fault", port));
  }

  /** The random generator of this fault for one node or port. Each has its own stream. */
  private drawOf(purpose: string, component: number): () => number {
    let draw = this.streams.get(component);
    if (draw === undefined) {
      const source = stream(this.laying.seed, `${purpose} ${this.number}`, component);
      this.streams.set(component, (draw = () => source.next()));
    }
    return draw;
  }
}
