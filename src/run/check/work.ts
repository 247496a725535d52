/**
 * Estimates the work of a run before it begins: its packet-hops, and the time at which it ends.
 *
 * The model of the estimate:
 *
 * - The flows of a host share its link evenly (`shared-link.ts`).
 * - A flow gets the lower of the rates at its two hosts.
 * - An overloaded link between switches slows all its flows by the same factor.
 *
 * Each data packet and each ACK counts once for each link. Retransmissions, CNPs and frames of the link policy are left
 * out, because their number is unknown in advance.
 */
import { spread } from "../network/demand.ts";
import type { Plan } from "../../contracts/traffic.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import { meanPaths, type MeanPath } from "./mean-path.ts";
import { sendTimes } from "./send-times.ts";
import { shareLink, type Carried, type Demands } from "./shared-link.ts";

export interface Work {
  /** Data packets and ACKs, each counted once for each link. */
  readonly packetHops: number;
  /** The end of the run, in ps. */
  readonly ends: Ps;
  /** The number of flows that begin before the end of the run. */
  readonly flows: number;
  /** The number of flows that begin before the end of the run and are not done by then. */
  readonly unfinished: number;
  /** The maximum number of simultaneous packets, estimated as three times the mean. */
  readonly packets: number;
}

export interface WorkOptions {
  /** The run ends at this time at the latest, in ps. */
  readonly until: Ps;
  /**
   * The window of each flow in bytes. Undefined: flows have no window, or a window as large as the BDP of their path.
   * Neither limits the rate.
   */
  readonly window: Bytes | undefined;
  /** The number of data packets for each ACK. */
  readonly ackEvery: number;
}

/**
 * The maximum number of packets in the network, divided by the mean number. It is above 1, because queues are sometimes
 * full.
 */
const PEAK = 3;
/**
 * A factor on the time that a flow loses because it shares links. With even shares, as in this model, a flow loses less
 * time than in a real run. There, congestion control needs time to find the shares, and ECMP may put several flows on
 * one link. Measured: 1 to 4 (DCQCN, HPCC, TIMELY at loads 0.3 and 0.6).
 */
const WAIT = 2;

export function workOf(network: Network, plan: Plan, options: WorkOptions): Work {
  const { until } = options;
  const items = itemsOf(network, plan, until);
  const first = items.start.reduce((least, start) => Math.min(least, start), Infinity);
  if (first >= until) return { packetHops: 0, ends: until, flows: 0, unfinished: 0, packets: 0 };

  let paths = meanPaths(network);
  let ends = until;
  let carried = carry(network, items, paths, options, until);
  for (let pass = 0; pass < 2; pass++) {
    ends = endOf(network, items, carried, paths, until);
    if (ends < until) carried = carry(network, items, paths, options, ends);
    if (pass > 0) break;
    const shares = innerShares(network, items, carried, Math.max(1, ends - first));
    if (shares === undefined) break;
    paths = meanPaths(network, shares);
    carried = carry(network, items, paths, options, until);
  }
  return counted(items, carried, paths, options, { first, ends, frame: frameOf(network) });
}

/**
 * The traffic of a plan as columns. An item is a flow, a train (a sequence of flows) or a send (a flow that waits for
 * other flows).
 */
interface Items extends Demands {
  readonly source: Int32Array;
  readonly destination: Int32Array;
  /** By item (flow, train or send): its payload bytes. For a train (a sequence of flows): the payload bytes of each of its flows. */
  readonly payload: Float64Array;
  /** By item (flow, train or send): 1 if the run waits for the end of the item. */
  readonly awaited: Uint8Array;
  /** By node: the rate of its fastest links, times the number of links with this rate, bit/s (`ratesOf`). */
  readonly rates: Float64Array;
  /**
   * By host: the numbers of the items (flows, trains or sends) that the host sends (`senders`) or receives (`receivers`),
   * in the order of their starts.
   */
  readonly senders: ReadonlyMap<number, Int32Array>;
  readonly receivers: ReadonlyMap<number, Int32Array>;
}

/** The payload of a full packet, and its other bytes on the wire: headers, preamble and gap. */
interface FrameSize {
  readonly payload: Bytes;
  readonly header: Bytes;
}

const frameOf = ({ fabric, hosts }: Network): FrameSize => ({
  payload: hosts.payload,
  header: fabric.fidelity.frames.dataHeader + fabric.fidelity.frames.wireOverhead,
});

const packetsOf = (bytes: Bytes, { payload }: FrameSize): number => Math.ceil(bytes / payload);
const onWire = (bytes: Bytes, frame: FrameSize): Bytes => bytes + packetsOf(bytes, frame) * frame.header;

/**
 * By node: the total rate of its fastest links, bit/s. Slower links do not count, because a host sends only by the
 * fastest of its ports on shortest paths.
 */
function ratesOf({ fabric: { nodes, portBase, rate } }: Network): Float64Array {
  return Float64Array.from({ length: nodes }, (_, node): Bps => {
    const own = rate.subarray(portBase[node], portBase[node + 1]);
    const fastest = own.reduce((most, one) => Math.max(most, one), 0);
    return own.reduce((sum, one) => (one === fastest ? sum + one : sum), 0);
  });
}

function itemsOf(network: Network, plan: Plan, until: Ps): Items {
  const { flows, trains, tasks = [], sends = [] } = plan;
  const { countFrom, countTo } = network;
  const frame = frameOf(network);
  const count = flows.length + trains.length + sends.length;
  const items = {
    start: new Float64Array(count),
    stop: new Float64Array(count).fill(Infinity),
    bytes: new Float64Array(count),
    payload: new Float64Array(count),
    source: new Int32Array(count),
    destination: new Int32Array(count),
    awaited: new Uint8Array(count),
    rates: ratesOf(network),
  };
  let at = 0;
  const add = (source: number, destination: number, payload: Bytes, start: Ps): number => {
    items.source[at] = source;
    items.destination[at] = destination;
    items.payload[at] = payload;
    items.bytes[at] = payload === Infinity ? Infinity : onWire(payload, frame);
    items.start[at] = start;
    return at++;
  };
  const isAwaited = (start: Ps): number => (start >= countFrom && start < countTo ? 1 : 0);
  for (const { source, destination, bytes, start } of flows) {
    const k = add(source, destination, bytes, start);
    items.awaited[k] = bytes === Infinity ? 0 : isAwaited(start);
  }
  for (const { source, destination, bytes, start, stop } of trains) {
    const k = add(source, destination, bytes, start);
    items.bytes[k] = Infinity;
    items.stop[k] = Math.min(stop, until);
    items.awaited[k] = start < countTo ? 1 : 0;
  }
  if (sends.length > 0) {
    const path = meanPaths(network);
    const starts = sendTimes(plan, {
      onLink: (host, bytes) => (onWire(bytes, frame) * 8e12) / items.rates[host],
      delay: (source, destination) => path(source, destination).delay,
    });
    sends.forEach(({ source, destination, bytes, after }, k) => {
      const item = add(source, destination, bytes, starts[k]);
      items.awaited[item] = tasks[after].from < countTo ? 1 : 0;
    });
  }
  return { ...items, senders: grouped(items.source, items.start), receivers: grouped(items.destination, items.start) };
}

/** By host: the numbers of its items (flows, trains and sends) in the order of their starts. */
function grouped(host: Int32Array, start: Float64Array): Map<number, Int32Array> {
  const counts = new Map<number, number>();
  for (const one of host) counts.set(one, (counts.get(one) ?? 0) + 1);
  const groups = new Map<number, Int32Array>();
  for (const [one, count] of counts) groups.set(one, new Int32Array(count));
  counts.clear();
  host.forEach((one, item) => {
    const place = counts.get(one) ?? 0;
    (groups.get(one) as Int32Array)[place] = item;
    counts.set(one, place + 1);
  });
  for (const group of groups.values()) group.sort((a, b) => start[a] - start[b] || a - b);
  return groups;
}

/**
 * Estimates the bytes of each item (flow, train or send) that are sent and received by the time `horizon`. Each host
 * divides its link evenly among its items. Overloaded links between switches carry only a share of an item's bytes. The
 * item then occupies the links of its hosts for longer: for its usual time divided by that share. A window limits the
 * bytes, too.
 */
function carry(
  network: Network,
  items: Items,
  paths: (source: number, destination: number) => MeanPath,
  { window }: WorkOptions,
  horizon: Ps,
): Carried {
  const { source, destination, start, senders, receivers } = items;
  const shares = Float64Array.from(source, (from, k) => paths(from, destination[k]).share);
  const bytes = items.bytes.map((wire, k) => wire / shares[k]);
  const side = (groups: ReadonlyMap<number, Int32Array>): Carried => {
    const carried = { done: new Float64Array(start.length).fill(Infinity), bytes: new Float64Array(start.length) };
    for (const [host, mine] of groups)
      shareLink({ start, stop: items.stop, bytes }, mine, items.rates[host], horizon, carried);
    return carried;
  };
  const sent = side(senders);
  const received = side(receivers);
  const { payload, header } = frameOf(network);
  const most = (k: number): number => {
    if (window === undefined) return Infinity;
    const perPs = (window * (1 + header / payload)) / (2 * paths(source[k], destination[k]).delay);
    return perPs;
  };
  return {
    bytes: sent.bytes.map(
      (bytes, k) => Math.min(bytes, received.bytes[k], most(k) * Math.max(0, horizon - start[k])) * shares[k],
    ),
    done: sent.done.map((done, k) => {
      const both = Math.max(done, received.done[k], start[k] + (items.stop[k] < Infinity ? 0 : bytes[k] / most(k)));
      return both <= horizon ? both : Infinity;
    }),
  };
}

/**
 * The time of the last ACK of the last awaited flow, but at most `until`. A run that does not stop when flows are done
 * ends at `until`.
 */
function endOf(
  network: Network,
  { source, destination, awaited, start, stop, bytes, rates }: Items,
  { done }: Carried,
  paths: (source: number, destination: number) => MeanPath,
  until: Ps,
): Ps {
  if (!network.stopWhenDone) return until;
  return done.reduce((latest, at, k) => {
    if (awaited[k] === 0) return latest;
    const alone = stop[k] < Infinity ? stop[k] : start[k] + (bytes[k] * 8e12) / rates[source[k]];
    const end = alone + WAIT * Math.max(0, at - alone) + 2 * paths(source[k], destination[k]).delay;
    return Math.min(until, Math.max(latest, end));
  }, 0);
}

/**
 * By port: the bytes that its link can carry within `time`, as a share of the bytes that are routed over this link. It is
 * 1 for a link that can carry all, and for links of hosts. Undefined: no link between switches is overloaded.
 */
function innerShares(
  network: Network,
  { source, destination }: Items,
  { bytes }: Carried,
  time: Ps,
): ((port: number) => number) | undefined {
  const { fabric, switches } = network;
  const amounts = new Map<number, { readonly source: number; readonly destination: number; amount: number }>();
  bytes.forEach((amount, k) => {
    if (amount === 0) return;
    const key = source[k] * fabric.nodes + destination[k];
    const pair = amounts.get(key);
    if (pair === undefined) amounts.set(key, { source: source[k], destination: destination[k], amount });
    else pair.amount += amount;
  });
  const carries = spread(network, [...amounts.values()]).map((wire, port) => (fabric.rate[port] * time) / 8e12 / wire);
  const isInner = (port: number): boolean =>
    switches[fabric.node[port]] !== null && switches[fabric.node[fabric.peer[port]]] !== null;
  const share = (port: number): number => (isInner(port) ? Math.min(1, carries[port]) : 1);
  return carries.some((_, port) => share(port) < 1) ? share : undefined;
}

function counted(
  { source, destination, start, stop, payload, bytes }: Items,
  carried: Carried,
  paths: (source: number, destination: number) => MeanPath,
  { ackEvery }: WorkOptions,
  { first, ends, frame }: { readonly first: Ps; readonly ends: Ps; readonly frame: FrameSize },
): Work {
  let packetHops = 0;
  let flows = 0;
  let unfinished = 0;
  /**
   * The sum of the round-trip times of all packets in ps. Divided by the length of the run, it is the mean number of
   * packets in the network.
   */
  let underWay = 0;
  source.forEach((from, k) => {
    if (start[k] >= ends) return;
    const { links, delay } = paths(from, destination[k]);
    const size = payload[k] === Infinity ? frame.payload : payload[k];
    const packets = (carried.bytes[k] / onWire(size, frame)) * packetsOf(size, frame);
    const each = stop[k] < Infinity ? Math.max(1, carried.bytes[k] / onWire(size, frame)) : 1;
    flows += Math.ceil(each);
    if (bytes[k] < Infinity && carried.done[k] > ends) unfinished++;
    packetHops += links * (packets + Math.max(packets / ackEvery, Math.min(packets, each)));
    underWay += packets * 2 * delay;
  });
  return {
    packetHops: Math.round(packetHops),
    ends,
    flows,
    unfinished,
    packets: Math.ceil((PEAK * underWay) / Math.max(1, ends - first)),
  };
}
