/**
 * The flows of each sending port take turns, a packet each. So a flow with a large window does not hold up the others, and a packet is
 * created when it can leave.
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
  /** By port: 1 if it has nothing to send. */
  private readonly idle: Uint8Array;

  /** `send` creates one packet of a flow. */
  constructor(view: TransportView, maySend: (flow: number) => boolean, send: (flow: number) => void) {
    this.view = view;
    this.maySend = maySend;
    this.send = send;
    this.turns = Array.from({ length: view.ports }, () => new Turns(view.order));
    this.idle = new Uint8Array(view.ports).fill(1);
  }

  /** The flow may have packets: it sends one now if its port is idle, and takes turns from then on. */
  ready(flow: number): void {
    if (!this.maySend(flow)) return;
    const port = this.view.port[flow];
    if (this.idle[port] !== 0) {
      this.idle[port] = 0;
      this.send(flow);
    }
    if (this.maySend(flow)) this.turns[port].add(flow);
  }

  /** Call it in `onIdle`. */
  onIdle(port: number): void {
    // Packets that wait for the end of a PAUSE.
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

  /** Call it in `onSent`. */
  onSent(port: number): void {
    this.idle[port] = 0;
  }
}
