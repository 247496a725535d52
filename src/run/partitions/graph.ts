/** A weighted graph to partition. A vertex has a weight, its work. Neighbours have a coupling, the packets that they exchange. */
import type { Grouping } from "./groups.ts";

export class Graph {
  readonly weight: Float64Array;
  /** By vertex: the coupling with each of its neighbours. */
  readonly coupling: readonly Map<number, number>[];

  constructor(vertices: number) {
    this.weight = new Float64Array(vertices);
    this.coupling = Array.from({ length: vertices }, () => new Map<number, number>());
  }

  couple(a: number, b: number, more: number): void {
    this.coupling[a].set(b, (this.coupling[a].get(b) ?? 0) + more);
    this.coupling[b].set(a, (this.coupling[b].get(a) ?? 0) + more);
  }

  /** The graph of the groups. Vertices of group -1 are left out. */
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
