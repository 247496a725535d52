/**
 * The routing policy's view of a network. A policy passes information between switches only by packets: in header
 * fields (32-bit words) of passing packets, or by probes and notices
 * (docs/decisions/0020-routing-speaks-by-packets.md).
 */
import { invariant } from "../../base/invariant.ts";
import { wrongCall } from "../../contracts/answers.ts";
import type { Forwarding } from "../../sim/model/forwarding.ts";
import type { Held } from "../../sim/model/held.ts";
import type { Network } from "../../sim/model/network.ts";
import { MARK_MASK, MARK_SHIFT, META, NOTICE, PROBE } from "../../sim/model/packet-record.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import type { PacketWords, Timer } from "../../base/view.ts";
import { NetworkViewImpl } from "./network-views.ts";
import type { RouteTable } from "./routes.ts";

export class RoutingViewImpl extends NetworkViewImpl implements RoutingView {
  readonly nodes: number;
  readonly ports: number;
  readonly firstPort: Int32Array;
  readonly nodeOf: Int32Array;
  readonly leafOf: Int32Array;
  readonly keys: Int32Array;
  readonly names: Int32Array;
  readonly source: Int32Array;
  readonly destination: Int32Array;
  readonly cls: Uint8Array;
  private readonly switches: Network["switches"];
  private readonly flows: Network["flows"];
  private readonly station: () => Forwarding;
  private readonly routes: RouteTable;
  private readonly payload: Bytes;
  private readonly hashSeeds: (node: number) => number;
  private readonly dice: (node: number) => number;
  private readonly picks: RoutingView["pick"];

  /**
   * @param station returns the functions of the switches, which exist once the run begins.
   * @param hashSeeds returns the seed of a switch's ECMP hash.
   * @param dice returns a random number of a switch, in [0, 1).
   * @param picks returns a random whole number of a switch, from 0 to count - 1.
   */
  constructor(
    network: Network,
    station: () => Forwarding,
    routes: RouteTable,
    payload: Bytes,
    hashSeeds: (node: number) => number,
    dice: (node: number) => number,
    picks: RoutingView["pick"] = (node, count) => Math.floor(dice(node) * count),
  ) {
    super(network);
    const { fabric, flows, switches } = network;
    const { nodes, portBase, node, peer } = fabric;
    this.nodes = nodes;
    this.ports = fabric.ports;
    this.firstPort = portBase;
    this.nodeOf = node;
    this.leafOf = Int32Array.from({ length: nodes }, (_, host) =>
      switches[host] === null && portBase[host] < portBase[host + 1] ? node[peer[portBase[host]]] : -1,
    );
    this.keys = flows.keys;
    this.names = flows.name;
    this.source = flows.source;
    this.destination = flows.destination;
    this.cls = flows.cls;
    this.switches = switches;
    this.flows = flows;
    this.station = station;
    this.routes = routes;
    this.payload = payload;
    this.hashSeeds = hashSeeds;
    this.dice = dice;
    this.picks = picks;
  }
  get entropy(): PacketWords | null {
    return this.fabric.entropy;
  }
  rate(port: number): Bps {
    return this.fabric.rate[port];
  }
  delay(port: number): Ps {
    return this.fabric.delay[port];
  }
  neighbour(port: number): number {
    return this.fabric.node[this.fabric.peer[port]];
  }
  queued(port: number): Bytes {
    return this.fabric.queuedBytes(port);
  }
  busy(port: number): Ps {
    return this.fabric.busyTime(port);
  }
  busyWithin(window: Ps): (port: number) => Ps {
    if (!(Number.isFinite(window) && window > 0)) wrongCall("busyWithin", "a window above 0, ps", window);
    if (this.fabric.hasBegun) wrongCall("busyWithin", "a call during create", `one at ${this.now} ps`);
    return this.fabric.measureBusyTime(window);
  }
  baseRtt(here: number, host: number): Ps {
    const { fabric, payload } = this;
    const { frames } = fabric.fidelity;
    let rtt = 0;
    // The round trip on the last link. The result excludes it, because the link to the host is not between switches.
    let last: Ps = 0;
    this.routes.walk(here, host, (port) => {
      rtt += last;
      last = 2 * fabric.delay[port] + fabric.wireTime(port, payload + frames.dataHeader);
      last += fabric.wireTime(fabric.peer[port], frames.ack);
    });
    return rtt;
  }
  mark(packet: number): number {
    return (this.fabric.packets.words[(packet << 4) | META] >> MARK_SHIFT) & MARK_MASK;
  }
  hashSeed(here: number): number {
    return this.hashSeeds(here);
  }
  random(here: number): number {
    return this.dice(here);
  }
  pick(here: number, count: number): number {
    return this.picks(here, count);
  }
  words(width: number): PacketWords {
    const { fabric } = this;
    invariant(fabric.routing === null, "routing asks once for words on packets", width);
    fabric.routing = fabric.packets.column(width);
    return fabric.routing;
  }
  probe(flow: number, port: number, words: Int32Array): void {
    const here = this.switches[this.nodeOf[port]] as Switch;
    this.station().originate(here, PROBE, flow, this.cls[flow], this.destination[flow], port, words);
  }
  notify(here: number, flow: number, words: Int32Array): void {
    const cls = this.fabric.fidelity.frames.controlClass ?? this.cls[flow];
    this.station().originate(this.switches[here] as Switch, NOTICE, flow, cls, this.source[flow], -1, words);
  }
  reply(here: number, flow: number, words: Int32Array, size: Bytes): void {
    const cls = this.fabric.fidelity.frames.controlClass ?? this.cls[flow];
    this.station().originate(this.switches[here] as Switch, NOTICE, flow, cls, this.source[flow], -1, words, size);
  }
  release(flow: number, count = Infinity): void {
    // False for NaN, too.
    if (!(count >= 0)) wrongCall("release", "a number of packets, 0 or more", count);
    this.held.release(flow, count);
  }
  forward(packet: number): void {
    this.held.forward(packet);
  }
  private get held(): Held {
    const { held } = this.fabric;
    invariant(held !== null, "a policy that releases packets has the hook `holds`");
    return held;
  }
  timer(action: (flow: number) => void): Timer {
    return this.makeTimer(this.flows.capacity, action, { of: "flow", rank: this.flows.rank });
  }
}
