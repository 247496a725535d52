/**
 * Finds ports by name, and selects the ports that a chart shows. A port has the same name in every run on the page, but
 * not always the same number.
 */
import { portNames } from "xoff";
import type { Fabric, RunView } from "../lab/messages.ts";

const named = new WeakMap<Fabric, Map<number, readonly string[]>>();

/** Name of a port: "sw0-h0" is the port of sw0 towards h0. "s-t#2" is the port of the second link between two nodes. */
export function portName(fabric: Fabric, port: number): string {
  const node = fabric.node[port];
  return namesAt(fabric, node)[port - fabric.base[node]];
}

/** A circle of ports as text, such as "sw0-sw1 → sw1-sw2 → sw2-sw0 → sw0-sw1". */
export function circleText(fabric: Fabric, [first, ...others]: readonly number[]): string {
  return [first, ...others, first].map((port) => portName(fabric, port)).join(" → ");
}

/** The names of a node's ports. They are made on request, because a large fabric has 100,000 ports. */
function namesAt(fabric: Fabric, node: number): readonly string[] {
  const known = named.get(fabric) ?? new Map<number, readonly string[]>();
  named.set(fabric, known);
  let names = known.get(node);
  if (names === undefined) {
    const others = fabric.peer.subarray(fabric.base[node], fabric.base[node + 1]);
    const peers = Array.from(others, (other) => fabric.names[fabric.node[other]]);
    names = portNames(
      peers.map(() => fabric.names[node]),
      peers,
    );
    known.set(node, names);
  }
  return names;
}

const numbers = new WeakMap<Fabric, ReadonlyMap<string, number>>();

/** The port of a name. Undefined if this run's fabric has no such port. */
export function portNamed(fabric: Fabric, name: string): number | undefined {
  const nodes = numbers.get(fabric) ?? new Map(fabric.names.map((node, number) => [node, number]));
  numbers.set(fabric, nodes);
  // The name of a node may contain dashes, too. So every dash is tried as the one between the two nodes.
  for (let dash = name.indexOf("-"); dash >= 0; dash = name.indexOf("-", dash + 1)) {
    const node = nodes.get(name.slice(0, dash));
    const place = node === undefined ? -1 : namesAt(fabric, node).indexOf(name);
    if (node !== undefined && place >= 0) return fabric.base[node] + place;
  }
  return undefined;
}

/** A value for each port in each run. `key` numbers the ports by name, so a key means the same port in all runs. */
interface PortValues {
  readonly count: number;
  readonly at: (run: number, key: number) => number;
  readonly name: (key: number) => string;
}

function valuesOf(views: readonly RunView[], weights: readonly Float64Array[]): PortValues {
  const fabrics = views.map(({ fabric }) => fabric);
  // Usually all runs have the same wiring. A port then has the same number in every run, and no names are compared.
  if (fabrics.every((fabric) => isSameWiring(fabric, fabrics[0])))
    return {
      count: weights[0].length,
      at: (run, key) => weights[run][key],
      name: (key) => portName(fabrics[0], key),
    };
  const names = new Set(
    fabrics.flatMap((fabric, run) =>
      [...weights[run].keys()].filter((port) => weights[run][port] > 0).map((port) => portName(fabric, port)),
    ),
  );
  const keys = [...names];
  return {
    count: keys.length,
    at: (run, key) => {
      const port = portNamed(fabrics[run], keys[key]);
      return port === undefined ? 0 : weights[run][port];
    },
    name: (key) => keys[key],
  };
}

const isSameWiring = (a: Fabric, b: Fabric): boolean =>
  a === b || (isEqual(a.names, b.names) && isEqual(a.base, b.base) && isEqual(a.peer, b.peer));

const isEqual = (a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean =>
  a.length === b.length && Array.prototype.every.call(a, (value, k) => value === b[k]);

interface Ranked {
  readonly key: number;
  /** Difference between the runs. */
  readonly apart: number;
  readonly high: number;
}

/**
 * Names of at most `most` ports. Ports whose weights differ between the runs come first, the largest difference first.
 * The other ports follow, the highest weight first. Ports with weight 0 are left out.
 */
export function topPorts(views: readonly RunView[], most: number, weight: (view: RunView) => Float64Array): string[] {
  const values = valuesOf(views, views.map(weight));
  const order = (a: Ranked, b: Ranked): number =>
    b.apart - a.apart || b.high - a.high || (values.name(a.key) < values.name(b.key) ? -1 : 1);
  const top: Ranked[] = [];
  for (let key = 0; key < values.count; key++) {
    let [high, low] = [0, Infinity];
    for (let run = 0; run < views.length; run++) {
      high = Math.max(high, values.at(run, key));
      low = Math.min(low, values.at(run, key));
    }
    if (high <= 0) continue;
    // A difference of at most a fifth of the highest value counts as no difference between the runs.
    const one = { key, apart: high - low > high / 5 ? high - low : 0, high };
    if (top.length === most && order(one, top[most - 1]) > 0) continue;
    top.push(one);
    top.sort(order);
    if (top.length > most) top.pop();
  }
  return top.map(({ key }) => values.name(key));
}

/** For each ingress port: the time in ns for which it paused its upstream port, summed over classes. */
export function pausedTime({ fabric, pauses }: RunView): Float64Array {
  const held = new Float64Array(fabric.node.length);
  pauses.port.forEach((port, row) => (held[port] += pauses.end[row] - pauses.start[row]));
  return held;
}

/** Highest sample of each port. */
export function peaks({ samples: { times, ports } }: RunView, values: Float32Array): Float64Array {
  const most = new Float64Array(ports);
  for (let k = 0; k < times.length; k++)
    for (let port = 0; port < ports; port++) {
      const value = values[k * ports + port];
      if (value > most[port]) most[port] = value;
    }
  return most;
}

/** The samples of one port over time. */
export const seriesOf = ({ samples: { times, ports } }: RunView, values: Float32Array, port: number): Float64Array =>
  Float64Array.from(times, (_, k) => values[k * ports + port]);
