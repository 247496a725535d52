/**
 * Cycles of a directed graph, one for each knot: a set of nodes that all reach each other.
 *
 * A buffer-dependency graph without a cycle cannot deadlock (dally87); with one, it can, if all of its queues are full at once.
 */

/** Nodes are numbers; `next` are those that a node depends on. */
export type Graph = ReadonlyMap<number, readonly number[]>;

/** For each knot a shortest cycle through it, each node depending on the next and the last on the first; in the order of the graph. */
export function cycles(graph: Graph): number[][] {
  return knots(graph).map((knot) => shortestCycle(graph, knot));
}

/** Sets of two nodes or more that all reach each other, and nodes that depend on themselves. Tarjan's algorithm, without recursion. */
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

/** A shortest cycle among the members of a knot, from its least member on. */
function shortestCycle(graph: Graph, knot: readonly number[]): number[] {
  const members = new Set(knot);
  let best: number[] = [];
  for (const start of knot) {
    const cycle = cycleThrough(graph, members, start);
    if (best.length === 0 || cycle.length < best.length) best = cycle;
  }
  const least = best.indexOf(Math.min(...best));
  return [...best.slice(least), ...best.slice(0, least)];
}

/** A shortest cycle from `start` back to it, breadth first. */
function cycleThrough(graph: Graph, members: ReadonlySet<number>, start: number): number[] {
  const from = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathBack(from, start, node);
      if (!members.has(next) || from.has(next)) continue;
      from.set(next, node);
      queue.push(next);
    }
  }
  return [];
}

function pathBack(from: ReadonlyMap<number, number>, start: number, end: number): number[] {
  const path = [end];
  for (let node = end; node !== start;) {
    node = from.get(node) ?? start;
    path.push(node);
  }
  return path.reverse();
}
