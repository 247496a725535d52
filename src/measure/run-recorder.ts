/**
 * What a run of the lab keeps while it runs: each PAUSE with its cause. The rest is in the model's own tables and counters.
 *
 * A drop in a lossless class breaks a promise: it stops the run, unless the scenario says that drops are counted.
 */
import { InvariantError } from "../invariant.ts";
import type { Network } from "../model/network.ts";
import { DROP_CAUSES, NO_HEADROOM, type Recorder } from "../model/recorder.ts";
import type { Bytes } from "../units.ts";
import type { FlowWatch } from "./flow-watch.ts";
import { CauseFinder } from "./pause-cause.ts";
import { MOST_PAUSES, PauseRecord } from "./pause-record.ts";

interface RecorderOptions {
  /** Does each PAUSE get a row? All are counted. */
  readonly keepPauses: boolean;
  readonly countDrops: boolean;
}

export class RunRecorder implements Recorder {
  /** Of the one flow that is asked about, if any. */
  watch: FlowWatch | undefined;
  private readonly network: () => Network;
  private readonly options: RecorderOptions;
  private record: PauseRecord | undefined;
  private finder: CauseFinder | undefined;

  constructor(network: () => Network, options: RecorderOptions) {
    this.network = network;
    this.options = options;
  }

  get pauses(): PauseRecord {
    return (this.record ??= new PauseRecord(this.network().fabric.ports, this.options.keepPauses ? MOST_PAUSES : 0));
  }

  onAcked(flow: number): void {
    this.network().flowDone(flow);
  }

  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void {
    const network = this.network();
    const { fabric, queue } = network;
    if (fabric.fidelity.frames.pause === 0) return; // the link policy has no frame to say it with
    const { pauses } = this;
    if (!stops) pauses.finish(queue.now, port, cls, scope);
    else if (!pauses.hasRoom) pauses.pass(port, cls, scope);
    else {
      const { egress, stopped } = (this.finder ??= new CauseFinder(network)).find(port, cls);
      const causedBy = stopped < 0 ? -1 : pauses.latest(fabric.peer[stopped], cls);
      const occupancy = backlog;
      pauses.begin({ time: queue.now, port, cls, scope, occupancy, threshold, causedBy, egress });
    }
  }

  onDrop(port: number, packet: number, cause: number): void {
    this.watch?.onDrop(port, packet, cause);
    if (cause !== NO_HEADROOM || this.options.countDrops) return;
    const { fabric, queue } = this.network();
    const where = `${fabric.wiring.names[fabric.node[port]]} port ${fabric.localPort(port) + 1}`;
    throw new InvariantError(
      `invariant broken: no drop in a lossless class; ${where} dropped a packet (${DROP_CAUSES[cause]}) at ${queue.now} ps`,
    );
  }

  onStopped(port: number, _cause: number, classes: number): void {
    this.watch?.onStopped(port, classes, this.pauses);
  }

  onStarted(port: number): void {
    this.watch?.onStarted(port);
  }

  // Kept in the flow table.
  onReceived(): void {}
}
