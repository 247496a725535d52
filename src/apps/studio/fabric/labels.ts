/**
 * Selects the nodes whose names the drawing of the fabric always shows. Users must be able to find the nodes that the
 * texts mention.
 */
import type { Fabric, Flows } from "../lab/messages.ts";

/** Receivers, long-lived flows or the names of a tier are few if there are at most this many of them. */
const FEW = 12;

/**
 * For each node, 1 if its name has priority in the drawing. These are nodes with more than twice as many flows as the
 * mean receiver, such as the receiver of an incast. If there are few receivers, every receiver has priority. The
 * sources and destinations of long-lived flows are included if these flows are few.
 */
export function mainNodes(
  { names }: Fabric,
  { source, destination, size }: Pick<Flows, "source" | "destination" | "size">,
): Uint8Array {
  const isMain = new Uint8Array(names.length);
  const received = new Int32Array(names.length);
  for (const node of destination) if (node >= 0) received[node]++;
  const receivers = received.filter((count) => count > 0).length;
  const mean = destination.length / Math.max(1, receivers);
  received.forEach((count, node) => {
    if (count > 2 * mean || (count > 0 && receivers <= FEW)) isMain[node] = 1;
  });
  const endless = Array.from(size.keys()).filter((flow) => Number.isNaN(size[flow]));
  if (endless.length <= FEW) for (const flow of endless) isMain[source[flow]] = isMain[destination[flow]] = 1;
  return isMain;
}

/**
 * For each node, 1 if its name has priority in the drawing of a scenario that has not run yet. Hosts with more than
 * twice the mean offered load have priority. If few hosts receive traffic, each of these receivers has priority.
 * `loads` is by port.
 */
export function mainReceivers({ names, isSwitch, node, peer }: Fabric, loads: Float32Array): Uint8Array {
  const offered = new Float64Array(names.length);
  node.forEach((from, port) => {
    const to = node[peer[port]];
    if (isSwitch[from] === 1 && isSwitch[to] === 0) offered[to] += loads[port];
  });
  const some = offered.filter((load) => load > 0);
  const mean = some.reduce((sum, load) => sum + load, 0) / Math.max(1, some.length);
  return Uint8Array.from(offered, (load) => Number(load > 2 * mean || (load > 0 && some.length <= FEW)));
}

/** A name to draw: its centre and its width in px. */
export interface Label {
  readonly x: number;
  readonly width: number;
  readonly isMain: boolean;
}

/** Free space between two names in px. */
const GAP = 8;

/**
 * A name that has room and is drawn. `label` is its index in the list of labels. `line` is the line of text in which it
 * has room.
 */
export interface Placed {
  readonly label: number;
  readonly line: 0 | 1;
}

/**
 * Selects the names to draw, so that none overlap. The names of main nodes come first, and use a second line of text if
 * the first has no room. The other names follow, each only if it has room. If `labels` has more than `FEW` names
 * and the longest does not fit `room`, only those at every second, fourth or eighth place are candidates.
 */
export function fitting(labels: readonly Label[], room: number): Placed[] {
  const longest = labels.reduce((most, { width }) => Math.max(most, width), 0);
  // Names of nodes that are not main are candidates only if their index is a multiple of `every`. This spacing makes the
  // drawn names look regular. `every` is 1 if there are at most `FEW` names, or if the longest name fits `room`.
  const every = labels.length <= FEW ? 1 : 2 ** Math.max(0, Math.ceil(Math.log2((longest + GAP) / room)));
  const main = labels.flatMap(({ isMain }, k) => (isMain ? [k] : []));
  const others = labels.flatMap(({ isMain }, k) => (!isMain && k % every === 0 ? [k] : []));
  const placed: Placed[] = [];
  const isFree = (k: number, line: number): boolean =>
    placed.every(
      (other) =>
        other.line !== line ||
        Math.abs(labels[k].x - labels[other.label].x) >= (labels[k].width + labels[other.label].width) / 2 + GAP / 2,
    );
  for (const label of main) {
    if (isFree(label, 0)) placed.push({ label, line: 0 });
    else if (isFree(label, 1)) placed.push({ label, line: 1 });
  }
  for (const label of others) if (isFree(label, 0)) placed.push({ label, line: 0 });
  return placed;
}
