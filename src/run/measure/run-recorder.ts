/**
 * Records each PAUSE of a run with its cause. The model's own tables and counters contain all other results.
 *
 * A packet of a lossless class that is dropped for lack of memory ends the run with an error, unless the scenario has
 * `onDrop: count`. If a setting of the scenario explains the loss, the error names that setting. Otherwise the error is
 * an internal error of xoff.
 */
import { formatTime } from "../../base/format.ts";
import { InvariantError } from "../../base/invariant.ts";
import type { Network } from "../../sim/model/network.ts";
import { ONE_QUEUE } from "../../sim/model/link-frames.ts";
import { NO_HEADROOM, type Recorder } from "../../sim/model/recorder.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import { ParamError } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { Listeners } from "./listeners.ts";
import { Losses } from "./losses.ts";
import { CauseFinder } from "./pause-cause.ts";
import { MAX_PAUSES, ONE_FLOW, PauseRecord } from "./pause-record.ts";

interface RecorderOptions {
  /** True if each PAUSE gets a row in the record. False: PAUSEs are only counted. */
  readonly keepPauses: boolean;
  readonly countDrops: boolean;
  /** True if each lost packet is recorded with its place. */
  readonly keepLosses: boolean;
  /**
   * Returns the setting of the scenario that may cause losses of packets from this port. Undefined: no setting explains
   * a loss.
   */
  readonly riskAt: (network: Network, port: number) => ParamError | undefined;
}

/** An observer for `xoff why`, which repeats a run. */
export interface Watcher {
  /**
   * Called for each decision to pause that is stored as a row of the `PauseRecord`. A full record stores no more rows.
   * `egress` and `stopped` are as in `PauseRecord`.
   */
  onPaused?(port: number, cls: number, egress: number, stopped: number): void;
  onStopped(port: number, classes: number): void;
  /**
   * Called when a pause at `port` has ended. Classes and the whole port are paused separately. A class with both pauses
   * stays paused until both have ended.
   */
  onStarted(port: number): void;
  /**
   * The peer of `port` pauses or resumes one queue of the class. At a host, `queue` is the number of a flow, and `cls`
   * has no meaning.
   */
  onQueueStopped?(port: number, cls: number, queue: number, stops: boolean): void;
  onDrop?(port: number, packet: number, cause: number): void;
}

export class RunRecorder implements Recorder {
  /** The observers that `xoff why` has registered. Other runs have none. */
  readonly watchers: Watcher[] = [];
  /** Calls the hooks of the scenario's probes. Undefined: there are no probes. */
  listeners: Listeners | undefined;
  /** The lost packets by place and cause. Present if the scenario has faults. */
  readonly losses: Losses | undefined;
  private readonly network: () => Network;
  private readonly options: RecorderOptions;
  private record: PauseRecord | undefined;
  private finder: CauseFinder | undefined;

  constructor(network: () => Network, options: RecorderOptions) {
    this.network = network;
    this.options = options;
    this.losses = options.keepLosses ? new Losses() : undefined;
  }

  get pauses(): PauseRecord {
    return (this.record ??= new PauseRecord(this.network().fabric.ports, this.options.keepPauses ? MAX_PAUSES : 0));
  }

  onAcked(flow: number): void {
    this.listeners?.onAcked(flow);
    this.network().flowDone(flow);
  }

  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void {
    const network = this.network();
    const { fabric, queue } = network;
    // A link policy without PAUSE frames also makes decisions. They are no PAUSEs, so they are not recorded.
    if (fabric.fidelity.frames.pause === 0) return;
    this.listeners?.onVerdict(port, cls, stops, backlog, threshold);
    const { pauses } = this;
    if (!stops) pauses.finish(queue.now, port, cls, scope);
    else if (!pauses.hasRoom) pauses.pass(queue.now, port, cls, scope);
    else {
      const cause = (this.finder ??= new CauseFinder(network)).find(port, cls);
      pauses.begin({ time: queue.now, port, cls, scope, target: -1, occupancy: backlog, threshold, ...cause });
      for (const one of this.watchers) one.onPaused?.(port, cls, cause.egress, cause.stopped);
    }
  }

  onQueueVerdict(port: number, cls: number, target: number, stops: boolean, asker: number, backlog: Bytes): void {
    const network = this.network();
    const { fabric, queue } = network;
    const { pauses } = this;
    const scope = network.switches[fabric.node[fabric.peer[port]]] === null ? ONE_FLOW : ONE_QUEUE;
    if (!stops) pauses.finish(queue.now, port, cls, scope, target);
    else if (!pauses.hasRoom) pauses.pass(queue.now, port, cls, scope, target);
    else {
      const cause = (this.finder ??= new CauseFinder(network)).ofOne(port, cls, asker);
      // A scheduling policy pauses by a threshold of its own, which the model does not know.
      pauses.begin({ time: queue.now, port, cls, scope, target, occupancy: backlog, threshold: NaN, ...cause });
      for (const one of this.watchers) one.onPaused?.(port, cls, cause.egress, cause.stopped);
    }
  }

  onQueueStopped(port: number, cls: number, queue: number, stops: boolean): void {
    for (const one of this.watchers) one.onQueueStopped?.(port, cls, queue, stops);
  }

  onDrop(port: number, packet: number, cause: number): void {
    for (const one of this.watchers) one.onDrop?.(port, packet, cause);
    this.losses?.add(this.network(), port, packet, cause);
    this.listeners?.onDrop(port, packet, cause);
    if (cause !== NO_HEADROOM || this.options.countDrops) return;
    const network = this.network();
    const { fabric, queue } = network;
    const risk = this.options.riskAt(network, port);
    if (risk !== undefined) throw lossBy(risk, network, port);
    const where = `${fabric.wiring.names[fabric.node[port]]} port ${fabric.localPort(port) + 1}`;
    throw new InvariantError(
      `invariant broken: no drop in a lossless class; ${where} dropped a packet (${DROP_CAUSES[cause]}) at ${queue.now} ps`,
    );
  }

  onStopped(port: number, _cause: number, classes: number): void {
    for (const one of this.watchers) one.onStopped(port, classes);
    this.listeners?.onStopped(port, classes);
  }

  onStarted(port: number, _cause: number, classes: number): void {
    for (const one of this.watchers) one.onStarted(port);
    this.listeners?.onStarted(port, classes);
  }

  // Only the probes need this call. The table of flows reads the time of a flow's last byte from `Flows.received`.
  onReceived(flow: number): void {
    this.listeners?.onReceived(flow);
  }
}

/** The error for a lost packet if a setting of the scenario caused the loss. It names the setting. */
function lossBy({ at, expected, got, hint }: ParamError, { fabric, queue }: Network, port: number): ParamError {
  const { names } = fabric.wiring;
  const where = `${names[fabric.node[port]]} lost a packet from ${names[fabric.node[fabric.peer[port]]]}`;
  const said = `At ${formatTime(queue.now)} ${where}, of a lossless class; with onDrop: count the run continues.`;
  return new ParamError(at, expected, got, hint === undefined ? said : `${hint.replace(/\.$/, "")}: ${said}`);
}
