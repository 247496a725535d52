/**
 * What the reference simulator writes of a run: completions, and PFC frames as they are received, in the order in which they happen.
 */
import type { Network } from "../model/network.ts";
import type { Recorder } from "../model/recorder.ts";
import type { Ps } from "../units.ts";

/** A PFC frame received by `port`, network-wide number. */
export interface FrameReceived {
  readonly time: Ps;
  readonly port: number;
  readonly stops: boolean;
}

export class Ns3Recorder implements Recorder {
  /** Flows in the order in which their last ACK came. */
  readonly completed: number[] = [];
  readonly frames: FrameReceived[] = [];
  private readonly network: () => Network;

  constructor(network: () => Network) {
    this.network = network;
  }

  onAcked(flow: number): void {
    this.completed.push(flow);
    this.network().flowDone();
  }

  onStopped(port: number): void {
    this.frames.push({ time: this.network().queue.now, port, stops: true });
  }

  onStarted(port: number): void {
    this.frames.push({ time: this.network().queue.now, port, stops: false });
  }

  // The simulator writes nothing of these.
  onReceived(): void {}
  onVerdict(): void {}
  onDrop(): void {}
}
