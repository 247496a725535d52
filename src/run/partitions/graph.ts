/**
 * A weighted graph to partition. The weight of a vertex is its share of the work. The coupling of two neighbours is the
 * number of packets between them, divided by the delay of their links.
 */
import type { Grouping } from "./groups.ts";

export class Graph {
  readonly weight: Float64Array;
  /**
   * By vertex: its neighbours, each with the number of packets between the two, divided by the delay of their links.
   */
  readonly coupling: readonly Map<number, number>[];

  constructor(vertices: number) {
    this.weight = new Float64Array(vertices);
    this.coupling = Array.from({ length: vertices }, () => new Map<number, number>());
  }

  couple(a: number, b: number, more: number): void {
    this.coupling[a].set(b, (this.coupling[a].get(b) ?? 0) + more);
    this.coupling[b].set(a, (this.coupling[b].get(a) ?? 0) + more);
  }

  /** Returns a graph with one vertex for each group. Vertices of group -1 are left out. */
  grouped({ of, count }: Grouping): Graph {
    const graph = new Graph(count);
    this.coupling.forEach((neighbours, vertex) => {
      const group = of[vertex];
      if (group < 0) return;
      graph.weight[group] += this.weight[vertex];
      for (const [other, coupled] of neighbours)
        if (other > vertex && of[other] >= 0 && of[other] !== group) graph.couple(group, of[other], coupled);
    });
    return graph;
  }
}
