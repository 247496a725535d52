/**
 * Hashes the state of a network relative to the current time. Equal hashes at two times mean that the network repeats
 * itself.
 *
 * The hash covers packets in queues and on links, and also pauses and timers. It covers the memory segments of
 * switches, the rates and windows of flows and the turns of NICs. Times count from now, and bytes of a flow count from
 * the next byte that it sends. Totals since the start are left out. The state of policies is left out, too, so the
 * caller must check that they are at rest. The exception is state that link policies report (`addState`).
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { Network } from "./network.ts";
import {
  ANSWERED_SHIFT,
  BODY,
  FLOW,
  HOPS,
  IN,
  KIND_MASK,
  LINK_FRAME,
  META,
  NACK_PACKET,
  NEXT,
  NEXT_ARRIVES,
  PAYLOAD,
  SEQ,
  SIZE,
  TO,
} from "./packet-record.ts";
import {
  BUSY_UNTIL,
  FLIGHT_HEAD,
  FRAME_HEAD,
  NON_EMPTY,
  OWN_USED,
  PORT_DOUBLES_LOG,
  PORT_PAUSE_REQUESTED,
  PORT_WORDS_LOG,
  QUEUED,
  STOPPED_PORT,
  STOPPED_QUEUE,
} from "./ports.ts";

/** A hash of 64 bits, as two 32-bit words. */
export interface Hash {
  high: number;
  low: number;
}

export class StateHash {
  private readonly network: Network;
  private readonly double = new Float64Array(1);
  private readonly halves = new Int32Array(this.double.buffer);
  private high = 0;
  private low = 0;

  constructor(network: Network) {
    this.network = network;
  }

  /** Hashes the ports only. It is cheap, so callers compare it before they call `all`. */
  ports(): Hash {
    this.start();
    const { fabric, queue } = this.network;
    const { doubles, rareWords, words } = fabric.portRecords;
    for (let port = 0; port < fabric.ports; port++) {
      this.add(Math.max(0, doubles[(port << PORT_DOUBLES_LOG) | BUSY_UNTIL] - queue.now));
      this.add(doubles[(port << PORT_DOUBLES_LOG) | QUEUED]);
      this.add(rareWords[(port << PORT_WORDS_LOG) | STOPPED_QUEUE]);
      this.add(rareWords[(port << PORT_WORDS_LOG) | STOPPED_PORT]);
      this.add(words[(port << PORT_WORDS_LOG) | NON_EMPTY]);
    }
    return this.end();
  }

  /** Hashes the whole state. `active` lists the flows that have begun and are not done. */
  all(active: readonly number[]): Hash {
    const ports = this.ports();
    this.high = ports.high;
    this.low = ports.low;
    for (const flow of active) this.addFlow(flow);
    this.addQueues();
    this.addMemory();
    for (const link of new Set(this.network.fabric.links)) link.addState?.(this.add);
    // Containers of events and timers have no defined order, so the hashes of their elements are added up.
    const { fabric, queue, timers } = this.network;
    let high = 0;
    let low = 0;
    const sum = (): void => {
      high = (high + this.high) | 0;
      low = (low + this.low) | 0;
    };
    const before = this.end();
    queue.lanes.each(fabric.arriveKind, (port, packet, time) => {
      this.start();
      this.add(port);
      this.add(time - queue.now);
      this.addPacket(packet);
      sum();
    });
    queue.eachTimed((time, kind, subject) => {
      if (kind === timers.kind || kind === this.network.checkKind) return;
      this.start();
      this.add(kind);
      this.add(subject);
      this.add(time - queue.now);
      sum();
    });
    timers.eachReactive((timer, subject, at) => {
      this.start();
      this.add(timer);
      this.add(subject);
      this.add(at - queue.now);
      sum();
    });
    this.high = before.high;
    this.low = before.low;
    this.add(high);
    this.add(low);
    return this.end();
  }

  private addFlow(flow: number): void {
    const { flows, queue } = this.network;
    const { sndNxt, sndUna, rcvNxt, rate, window, limit, nextSend, heldUntil, sendCls } = flows;
    this.add(flow);
    this.add(sndNxt[flow] - sndUna[flow]);
    this.add(sndNxt[flow] - rcvNxt[flow]);
    this.add(rate[flow]);
    this.add(window[flow]);
    this.add(limit[flow]);
    this.add(Math.max(0, nextSend[flow] - queue.now));
    this.add(Math.max(0, heldUntil[flow] - queue.now));
    this.add(sendCls[flow]);
  }

  private addQueues(): void {
    const { fabric, hosts, queue } = this.network;
    const { words, rareWords, rareDoubles } = fabric.portRecords;
    for (let port = 0; port < fabric.ports; port++) {
      const isHost = !fabric.wiring.isSwitch[fabric.node[port]];
      if (isHost) this.add(hosts.turn(port));
      this.add(rareWords[(port << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED]);
      this.add(rareDoubles[(port << PORT_DOUBLES_LOG) | OWN_USED]);
      this.addList(words[(port << PORT_WORDS_LOG) | FRAME_HEAD]);
      for (let cls = 0; cls < 8; cls++) {
        const of = (port << CLASS_BITS) | cls;
        this.add(fabric.queueRecords.isPauseRequested(of) ? 1 : 0);
        this.addList(isHost ? hosts.firstControl(port, cls) : fabric.queueRecords.first(of));
      }
      for (let packet = rareWords[(port << PORT_WORDS_LOG) | FLIGHT_HEAD]; packet !== 0;) {
        this.addPacket(packet);
        const next = fabric.packets.words[(packet << 4) | NEXT];
        if (next !== 0) this.add(fabric.packets.doubles[(packet << 3) | NEXT_ARRIVES] - queue.now);
        packet = next;
      }
    }
  }

  /** Adds the segments in which the bytes of each ingress queue are, and the order in which ingress queues will be resumed. */
  private addMemory(): void {
    const { accounts, node, ports } = this.network.fabric;
    for (let port = 0; port < ports; port++) {
      if (this.network.switches[node[port]] === null) continue;
      for (let cls = 0; cls < 1 << CLASS_BITS; cls++) {
        this.add(accounts.footroom((port << CLASS_BITS) | cls));
        this.add(accounts.headroom((port << CLASS_BITS) | cls));
      }
    }
    for (const at of this.network.switches) at?.eachPaused(this.add);
  }

  private addList(first: number): void {
    const { words } = this.network.fabric.packets;
    for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) this.addPacket(packet);
    this.add(-1);
  }

  private addPacket(packet: number): void {
    const { words, doubles } = this.network.fabric.packets;
    const at = packet << 4;
    const meta = words[at | META];
    const kind = meta & KIND_MASK;
    this.add(words[at | SIZE]);
    this.add(words[at | IN]);
    this.add(words[at | TO]);
    this.add(words[at | PAYLOAD]);
    this.add(words[at | HOPS]);
    // All bits of META are included for a flow-control frame. For other packets the bits from ANSWERED_SHIFT on are left
    // out, because they change nothing or are redundant. Depending on the packet they are the flag of retransmissions, the
    // number of a trace, or a count that the sequence numbers also show.
    this.add(kind === LINK_FRAME ? meta : meta & ((1 << ANSWERED_SHIFT) - 1));
    if (kind === LINK_FRAME) {
      for (let k = 0; k < 4; k++) this.add(words[at | (BODY + k)]);
      return;
    }
    const flow = words[at | FLOW];
    this.add(flow);
    this.add(kind <= NACK_PACKET ? this.network.flows.sndNxt[flow] - doubles[(packet << 3) | SEQ] : 0);
  }

  private start(): void {
    this.high = 0x2545f491;
    this.low = 0x4f6cdd1d;
  }

  private end(): Hash {
    return { high: this.high, low: this.low };
  }

  private readonly add = (value: number): void => {
    this.double[0] = value;
    const [a, b] = [this.halves[0], this.halves[1]];
    this.low = Math.imul(this.low ^ a, 0x01000193) ^ (this.high >>> 7);
    this.high = Math.imul(this.high ^ b, 0x85ebca6b) ^ (this.low >>> 13);
    this.low = Math.imul(this.low ^ b ^ this.high, 0xc2b2ae35);
  };
}
