/**
 * Records what HPCC's ns-3 simulator writes about a run: completed flows, and PFC frames at their arrival, in the order
 * of time.
 */
import type { Network } from "../../sim/model/network.ts";
import type { Recorder } from "../../sim/model/recorder.ts";

export class Ns3Recorder implements Recorder {
  /** The completed flows, in the order of their last ACKs. */
  readonly completed: number[] = [];
  readonly frames = new FramesReceived();
  private readonly network: () => Network;

  constructor(network: () => Network) {
    this.network = network;
  }

  onAcked(flow: number): void {
    this.completed.push(flow);
    this.network().flowDone(flow);
  }

  onStopped(port: number): void {
    this.frames.add(this.network().queue.now, port, true);
  }

  onStarted(port: number): void {
    this.frames.add(this.network().queue.now, port, false);
  }

  // HPCC's simulator writes no output when a receiver gets the last byte.
  onReceived(): void {}
  onVerdict(): void {}
  onDrop(): void {}
}

/** Received PFC frames. They are columns instead of objects, because a PAUSE storm has millions of them. */
export class FramesReceived {
  count = 0;
  /** `time`: the arrival time in ps. `port`: the network-wide number of the port that received the frame. */
  time = new Float64Array(1024);
  port = new Int32Array(1024);
  /** 1: the frame pauses its class. 0: the frame resumes it. */
  stops = new Uint8Array(1024);

  add(time: number, port: number, stops: boolean): void {
    if (this.count === this.time.length) this.grow();
    this.time[this.count] = time;
    this.port[this.count] = port;
    this.stops[this.count++] = stops ? 1 : 0;
  }

  private grow(): void {
    const { time, port, stops } = this;
    const room = time.length * 2;
    (this.time = new Float64Array(room)).set(time);
    (this.port = new Int32Array(room)).set(port);
    (this.stops = new Uint8Array(room)).set(stops);
  }
}
