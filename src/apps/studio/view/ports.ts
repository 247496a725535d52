/**
 * Finds ports by name, and selects the most interesting ports for a chart. A port has the same name in every run on the
 * page, but not the same number.
 */
import { portNames } from "xoff";
import type { Fabric, RunView } from "../lab/messages.ts";

const named = new WeakMap<Fabric, readonly string[]>();

/** Name of a port: "sw0-h0" is the port of sw0 towards h0. "s-t#2" is the port of the second link between two nodes. */
export function portName(fabric: Fabric, port: number): string {
  let known = named.get(fabric);
  if (known === undefined) {
    const { names, node, peer } = fabric;
    known = portNames(
      Array.from(node, (at) => names[at]),
      Array.from(peer, (other) => names[node[other]]),
    );
    named.set(fabric, known);
  }
  return known[port];
}

const numbers = new WeakMap<Fabric, Map<string, number>>();

/** The port of a name. Undefined if this run's fabric has no such port. */
export function portNamed(fabric: Fabric, name: string): number | undefined {
  let known = numbers.get(fabric);
  if (known === undefined) {
    known = new Map(Array.from(fabric.node, (_, port) => [portName(fabric, port), port]));
    numbers.set(fabric, known);
  }
  return known.get(name);
}

/**
 * Names of the `most` ports with the highest weight. With several runs, the ports with the largest difference between
 * runs come first. Ports with weight 0 are left out.
 */
export function topPorts(views: readonly RunView[], most: number, weight: (view: RunView) => Float64Array): string[] {
  const found = new Map<string, number[]>();
  views.forEach((view, k) => {
    weight(view).forEach((value, port) => {
      if (value <= 0) return;
      const name = portName(view.fabric, port);
      const values = found.get(name) ?? views.map(() => 0);
      values[k] += value;
      found.set(name, values);
    });
  });
  const ranked = Array.from(found, ([name, values]) => {
    const high = Math.max(...values);
    // A difference of at most a fifth of the highest value counts as no difference between the runs.
    const apart = high - Math.min(...values);
    return { name, apart: apart > high / 5 ? apart : 0, high };
  });
  ranked.sort((a, b) => b.apart - a.apart || b.high - a.high || (a.name < b.name ? -1 : 1));
  return ranked.slice(0, most).map(({ name }) => name);
}

/** Time in ns that each port paused its upstream port. */
export function pausedTime({ fabric, pauses }: RunView): Float64Array {
  const held = new Float64Array(fabric.node.length);
  pauses.port.forEach((port, row) => (held[port] += pauses.end[row] - pauses.start[row]));
  return held;
}

/** Highest sample of each port. */
export function peaks({ samples: { times, ports } }: RunView, values: Float32Array): Float64Array {
  const most = new Float64Array(ports);
  for (let k = 0; k < times.length; k++)
    for (let port = 0; port < ports; port++) most[port] = Math.max(most[port], values[k * ports + port]);
  return most;
}

/** The samples of one port over time. */
export const seriesOf = ({ samples: { times, ports } }: RunView, values: Float32Array, port: number): Float64Array =>
  Float64Array.from(times, (_, k) => values[k * ports + port]);
