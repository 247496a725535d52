/**
 * What a run of the lab keeps while it runs: each PAUSE with its cause. The rest is in the model's own tables and counters.
 *
 * A drop in a lossless class stops the run, unless the scenario says that drops are counted: it is the scenario's mistake where that promises
 * too little, and else a promise of xoff that is broken.
 */
import { formatTime } from "../../base/format.ts";
import { InvariantError } from "../../base/invariant.ts";
import type { Network } from "../../sim/model/network.ts";
import { NO_HEADROOM, type Recorder } from "../../sim/model/recorder.ts";
import { DROP_CAUSES } from "../../contracts/probe.ts";
import { ParamError } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { Listeners } from "./listeners.ts";
import { Losses } from "./losses.ts";
import { CauseFinder } from "./pause-cause.ts";
import { MOST_PAUSES, PauseRecord } from "./pause-record.ts";

interface RecorderOptions {
  /** Does each PAUSE get a row? All are counted. */
  readonly keepPauses: boolean;
  readonly countDrops: boolean;
  /** Does each loss count at its place? */
  readonly keepLosses: boolean;
  /** What in the scenario lets packets be lost that come in by a port; undefined: nothing does. */
  readonly riskAt: (network: Network, port: number) => ParamError | undefined;
}

/** What `xoff why` looks at while the run is repeated. */
export interface Watcher {
  /** A PAUSE with a row was decided; `egress` and `stopped` as in `PauseRecord`. */
  onPaused?(port: number, cls: number, egress: number, stopped: number): void;
  onStopped(port: number, classes: number): void;
  /** Some classes of `port` may go, unless something else stops them. */
  onStarted(port: number): void;
  onDrop?(port: number, packet: number, cause: number): void;
}

export class RunRecorder implements Recorder {
  /** Those of `xoff why`, which repeats the run. */
  readonly watchers: Watcher[] = [];
  /** Of the scenario's probes, if it has some. */
  listeners: Listeners | undefined;
  /** Where the scenario has faults. */
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
    return (this.record ??= new PauseRecord(this.network().fabric.ports, this.options.keepPauses ? MOST_PAUSES : 0));
  }

  onAcked(flow: number): void {
    this.listeners?.onAcked(flow);
    this.network().flowDone(flow);
  }

  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void {
    const network = this.network();
    const { fabric, queue } = network;
    if (fabric.fidelity.frames.pause === 0) return; // the link policy has no frame to say it with
    this.listeners?.onVerdict(port, cls, stops, backlog, threshold);
    const { pauses } = this;
    if (!stops) pauses.finish(queue.now, port, cls, scope);
    else if (!pauses.hasRoom) pauses.pass(queue.now, port, cls, scope);
    else {
      const { egress, stopped } = (this.finder ??= new CauseFinder(network)).find(port, cls);
      pauses.begin({ time: queue.now, port, cls, scope, occupancy: backlog, threshold, egress, stopped });
      for (const one of this.watchers) one.onPaused?.(port, cls, egress, stopped);
    }
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

  // Kept in the flow table.
  onReceived(flow: number): void {
    this.listeners?.onReceived(flow);
  }
}

/** The run ends for what the scenario says. */
function lossBy({ at, expected, got, hint }: ParamError, { fabric, queue }: Network, port: number): ParamError {
  const { names } = fabric.wiring;
  const where = `${names[fabric.node[port]]} lost a packet from ${names[fabric.node[fabric.peer[port]]]}`;
  const said = `At ${formatTime(queue.now)} ${where}, of a lossless class; with onDrop: count the run continues.`;
  return new ParamError(at, expected, got, hint === undefined ? said : `${hint.replace(/\.$/, "")}: ${said}`);
}
