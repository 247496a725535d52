/**
 * Finds cycles of a directed graph, one in each knot. A knot is a set of nodes that all reach each other.
 *
 * A network cannot deadlock if its buffer-dependency graph has no cycle (dally87). With a cycle it deadlocks if all queues of the cycle are
 * full at once.
 */

/** For each node, by number, the nodes on which it depends. */
export type Graph = ReadonlyMap<number, readonly number[]>;

/**
 * One shortest cycle for each knot, a set of nodes that all reach each other. In a cycle each node depends on the next, and the last on the
 * first. Each cycle begins with its lowest node. The cycles are sorted by this node.
 */
export function cycles(graph: Graph): number[][] {
  return knots(graph)
    .map((knot) => shortestCycle(graph, knot))
    .sort(([a], [b]) => a - b);
}

/** Sets of two or more nodes that all reach each other, and nodes that depend on themselves. Tarjan's algorithm, without recursion. */
export function knots(graph: Graph): number[][] {
  const index = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const found: number[][] = [];
  const open = (node: number): { node: number; child: number } => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, child: 0 };
  };
  for (const start of graph.keys()) {
    if (index.has(start)) continue;
    const path = [open(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top;
      const children = graph.get(node) ?? [];
      if (top.child < children.length) {
        const child = children[top.child++];
        if (!index.has(child)) path.push(open(child));
        else if (onStack.has(child)) low.set(node, Math.min(of(low, node), of(index, child)));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low.set(parent.node, Math.min(of(low, parent.node), of(low, node)));
      if (of(low, node) !== of(index, node)) continue;
      const knot = stack.splice(stack.lastIndexOf(node));
      for (const member of knot) onStack.delete(member);
      if (knot.length > 1 || children.includes(node)) found.push(knot);
    }
  }
  return found;
}

const of = (numbers: ReadonlyMap<number, number>, node: number): number => numbers.get(node) ?? Infinity;

/** A shortest cycle in a knot, that is, a set of nodes that all reach each other. The cycle begins with its lowest node. */
function shortestCycle(graph: Graph, knot: readonly number[]): number[] {
  const index = new Map(knot.map((node, k) => [node, k]));
  const next = knot.map((node) => (graph.get(node) ?? []).flatMap((one) => index.get(one) ?? []));
  let best: number[] = [];
  for (let start = 0; start < knot.length; start++) {
    const cycle = cycleThrough(next, start, best.length === 0 ? Infinity : best.length);
    if (cycle.length > 0) best = cycle;
  }
  const nodes = best.map((k) => knot[k]);
  const least = nodes.indexOf(Math.min(...nodes));
  return [...nodes.slice(least), ...nodes.slice(0, least)];
}

/** A shortest cycle through `start`, by breadth-first search. The result is empty if there is no cycle of fewer than `limit` nodes. */
function cycleThrough(next: readonly (readonly number[])[], start: number, limit: number): number[] {
  const from = new Int32Array(next.length).fill(-1);
  let front = [start];
  for (let length = 1; length < limit && front.length > 0; length++) {
    const further: number[] = [];
    for (const node of front) {
      for (const one of next[node]) {
        if (one === start) return pathBack(from, start, node);
        if (from[one] >= 0) continue;
        from[one] = node;
        further.push(one);
      }
    }
    front = further;
  }
  return [];
}

function pathBack(from: Int32Array, start: number, end: number): number[] {
  const path = [end];
  for (let node = end; node !== start; node = from[node]) path.push(from[node]);
  return path.reverse();
}
