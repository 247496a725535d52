/**
 * Samples where the bytes in flight of a flow are: in queues, on wires, or delivered but not yet acknowledged.
 *
 * No packet is recorded. Each sample visits every queue and wire instead. Packets that a routing policy holds at a switch,
 * for example to restore their order, count as queued. In a run without loss, the three numbers add up exactly to the
 * sender's bytes in flight.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { eachInFlight } from "../../sim/model/in-flight.ts";
import type { Network } from "../../sim/model/network.ts";
import { DATA, FLOW, KIND_MASK, META, NEXT, PAYLOAD } from "../../sim/model/packet-record.ts";
import { portNames } from "./port-tables.ts";
import { Samples } from "./samples.ts";
import type { Table } from "./tables.ts";

export class InFlight {
  private readonly network: Network;
  private readonly flows: readonly number[] | undefined;
  private readonly ports: readonly number[];
  private readonly samples = new Samples(6);
  private readonly portSamples = new Samples(2);
  /** By flow: its payload bytes found in the queues or wires that the current sample visits. */
  private readonly found: Float64Array;

  /**
   * `flows`: the numbers of the sampled flows. Undefined: all flows. `ports`: switch ports whose queues are also
   * sampled one by one.
   */
  constructor(network: Network, flows: readonly number[] | undefined, ports: readonly number[]) {
    this.network = network;
    this.flows = flows;
    this.ports = ports;
    this.found = new Float64Array(network.flows.capacity);
  }

  sample(): void {
    const { fabric, flows, queue } = this.network;
    const among = this.among();
    for (const port of this.ports) {
      this.found.fill(0);
      this.walkQueues(port);
      for (const flow of among) this.portSamples.add(queue.now, port, flow, this.found[flow]);
    }
    this.found.fill(0);
    for (let port = 0; port < fabric.ports; port++) this.walkQueues(port);
    fabric.held?.eachList((first) => {
      this.walk(first);
    });
    const queued = this.found.slice();
    this.found.fill(0);
    eachInFlight(fabric, (packet) => {
      this.count(packet);
    });
    // With link retry, a damaged packet joins the waiting frames of its port when the NACK has arrived. Until it is
    // retransmitted, it counts as on the wire.
    if (fabric.retry !== null) for (let port = 0; port < fabric.ports; port++) this.walk(fabric.linkFrames.first(port));
    for (const flow of among) {
      const [next, una, received] = [flows.sndNxt[flow], flows.sndUna[flow], flows.rcvNxt[flow]];
      const [wire, delivered] = [this.found[flow], received - una];
      this.samples.add(queue.now, flow, next - una, queued[flow], wire, delivered, una, flows.rate[flow]);
    }
  }

  table(): Table<"inflight"> {
    const { rows, time_ns, of, values } = this.samples.columns();
    const [inflight_bytes, queued_bytes, wire_bytes, delivered_bytes, acked_bytes, pacing_bps] = values;
    const flow = of.int32((one) => one);
    return {
      rows,
      columns: { time_ns, flow, inflight_bytes, queued_bytes, wire_bytes, delivered_bytes, acked_bytes, pacing_bps },
    };
  }

  portTable(): Table<"backlogs"> {
    const { rows, time_ns, of, values } = this.portSamples.columns();
    const name = portNames(this.network.fabric);
    return {
      rows,
      columns: {
        time_ns,
        flow: Int32Array.from(values[0]),
        node: of.text(name.node),
        port: of.int32(name.port),
        peer: of.text(name.peer),
        queued_bytes: values[1],
      },
    };
  }

  /** The sampled flows that have begun. */
  private among(): readonly number[] {
    const { flows, queue } = this.network;
    const all = this.flows ?? Array.from({ length: flows.count }, (_, flow) => flow);
    return all.filter((flow) => flow < flows.count && flows.start[flow] < queue.now);
  }

  private walkQueues(port: number): void {
    const { fabric, switches } = this.network;
    const at = switches[fabric.node[port]];
    if (at === null) return; // at hosts what waits is not in flight yet
    for (let cls = 0; cls < 8; cls++)
      at.eachFirst((port << CLASS_BITS) | cls, (first) => {
        this.walk(first);
      });
  }

  private walk(first: number): void {
    const { words } = this.network.fabric.packets;
    for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT]) this.count(packet);
  }

  private count(packet: number): void {
    const { words } = this.network.fabric.packets;
    if ((words[(packet << 4) | META] & KIND_MASK) !== DATA) return;
    this.found[words[(packet << 4) | FLOW]] += words[(packet << 4) | PAYLOAD];
  }
}
