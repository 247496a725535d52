/**
 * The flows of a sending port take turns, one packet each. So a flow with a large window does not delay the others. A
 * packet is created only when the port can send it.
 *
 * Source  htsim's `FairPriorityQueue` (queue.cpp) and `EqdsNIC` (eqds.cpp)
 */
import type { TransportView } from "../../contracts/transport.ts";
import { Turns } from "./turns.ts";

export class SenderTurns {
  private readonly view: TransportView;
  private readonly maySend: (flow: number) => boolean;
  private readonly send: (flow: number) => void;
  private readonly turns: readonly Turns[];
  /** By port: 1 if no flow of the port has a packet to send. */
  private readonly idle: Uint8Array;

  /** `maySend` returns true if a flow may send a packet now. `send` creates one packet of a flow. */
  constructor(view: TransportView, maySend: (flow: number) => boolean, send: (flow: number) => void) {
    this.view = view;
    this.maySend = maySend;
    this.send = send;
    this.turns = Array.from({ length: view.ports }, () => new Turns(view.order));
    this.idle = new Uint8Array(view.ports).fill(1);
  }

  /**
   * Call this when a flow may have packets to send. If its port is idle, the flow sends one now. The flow then takes
   * turns with the others.
   */
  ready(flow: number): void {
    if (!this.maySend(flow)) return;
    const port = this.view.port[flow];
    if (this.idle[port] !== 0) {
      this.idle[port] = 0;
      this.send(flow);
    }
    if (this.maySend(flow)) this.turns[port].add(flow);
  }

  /** Sends the packet of the next flow. The transport must call this in its hook `onIdle`. */
  onIdle(port: number): void {
    // If packets are queued at an idle port, they wait for the end of a PAUSE. In that case no further packet is created.
    if (this.view.queued(port) > 0) return;
    this.idle[port] = 1;
    const turns = this.turns[port];
    for (let flow = turns.next(); flow >= 0; flow = turns.next()) {
      if (this.maySend(flow)) {
        this.idle[port] = 0;
        this.send(flow);
        if (!this.maySend(flow)) turns.remove(flow);
        return;
      }
      turns.remove(flow);
    }
  }

  /** Records that the port sends a packet. The transport must call this in its hook `onSent`. */
  onSent(port: number): void {
    this.idle[port] = 0;
  }
}
