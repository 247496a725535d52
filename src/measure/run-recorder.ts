/**
 * What a run of the lab keeps: each PAUSE and RESUME with its cause, counters by port, and the receiver's progress of long flows.
 *
 * A drop in a lossless class breaks a promise: it stops the run, unless the scenario says that drops are counted.
 */
import { InvariantError } from "../invariant.ts";
import type { Network } from "../model/network.ts";
import { DROP_CAUSES, NO_HEADROOM, type Recorder } from "../model/recorder.ts";
import type { Bytes, Ps } from "../units.ts";

/** `port` told its peer to stop or go: network-wide number, the ingress whose buffer ran over. */
export interface Verdict {
  readonly time: Ps;
  readonly port: number;
  readonly cls: number;
  /** 1: a queue's sake, 2: the port's. */
  readonly scope: number;
  readonly stops: boolean;
  /** Shared bytes of the queue, and the threshold it was held against. */
  readonly backlog: Bytes;
  readonly threshold: Bytes;
}

export class RunRecorder implements Recorder {
  readonly verdicts: Verdict[] = [];
  /** PAUSEs by port that sent them. */
  readonly pauses = new Map<number, number>();
  private readonly network: () => Network;
  private readonly keepVerdicts: boolean;
  private readonly countDrops: boolean;

  constructor(network: () => Network, options: { readonly keepVerdicts: boolean; readonly countDrops: boolean }) {
    this.network = network;
    this.keepVerdicts = options.keepVerdicts;
    this.countDrops = options.countDrops;
  }

  onAcked(): void {
    this.network().flowDone();
  }

  onVerdict(port: number, cls: number, scope: number, stops: boolean, backlog: Bytes, threshold: Bytes): void {
    if (stops) this.pauses.set(port, (this.pauses.get(port) ?? 0) + 1);
    if (this.keepVerdicts)
      this.verdicts.push({ time: this.network().queue.now, port, cls, scope, stops, backlog, threshold });
  }

  onDrop(port: number, _packet: number, cause: number): void {
    if (cause !== NO_HEADROOM || this.countDrops) return;
    const { fabric, queue } = this.network();
    const where = `${fabric.wiring.names[fabric.node[port]]} port ${fabric.localPort(port) + 1}`;
    throw new InvariantError(
      `invariant broken: no drop in a lossless class; ${where} dropped a packet (${DROP_CAUSES[cause]}) at ${queue.now} ps`,
    );
  }

  // Kept in the flow table and in the fabric's own counters.
  onReceived(): void {}
  onStopped(): void {}
  onStarted(): void {}
}
