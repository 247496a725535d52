/** Ports by name, the same in every run that is shown, and which of them are worth a line. */
import { portNames } from "xoff";
import type { Fabric, RunView } from "../lab/talk.ts";

const named = new WeakMap<Fabric, readonly string[]>();

/** "sw0-h0": the port of sw0 towards h0; "s-t#2" by the second link between two nodes. */
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

/** Undefined: this run's fabric has none of that name. */
export function portNamed(fabric: Fabric, name: string): number | undefined {
  let known = numbers.get(fabric);
  if (known === undefined) {
    known = new Map(Array.from(fabric.node, (_, port) => [portName(fabric, port), port]));
    numbers.set(fabric, known);
  }
  return known.get(name);
}

/**
 * Names of the ports that have most of something, most first; of several runs first those in which they differ. Ports that have nothing are left
 * out.
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
    // What is less than a fifth apart is as good as equal.
    const apart = high - Math.min(...values);
    return { name, apart: apart > high / 5 ? apart : 0, high };
  });
  ranked.sort((a, b) => b.apart - a.apart || b.high - a.high || (a.name < b.name ? -1 : 1));
  return ranked.slice(0, most).map(({ name }) => name);
}

/** ns that the peer of each port was stopped by it. */
export function pausedTime({ fabric, pauses }: RunView): Float64Array {
  const held = new Float64Array(fabric.node.length);
  pauses.port.forEach((port, row) => (held[port] += pauses.end[row] - pauses.start[row]));
  return held;
}

/** Most of some samples of each port. */
export function peaks({ samples: { times, ports } }: RunView, values: Float32Array): Float64Array {
  const most = new Float64Array(ports);
  for (let k = 0; k < times.length; k++)
    for (let port = 0; port < ports; port++) most[port] = Math.max(most[port], values[k * ports + port]);
  return most;
}

/** Samples of one port over time. */
export const seriesOf = ({ samples: { times, ports } }: RunView, values: Float32Array, port: number): Float64Array =>
  Float64Array.from(times, (_, k) => values[k * ports + port]);
