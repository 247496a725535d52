/**
 * Max-min fair rates by progressive filling: all rates rise together; a flow stops rising when a link on its path is full.
 *
 * Written for a network in which a flow may put a share of its rate on a link, as one that is spread over several paths does.
 *
 * Source  Bertsekas and Gallager, Data Networks, section 6.5.2
 */
import { MinHeap } from "./min-heap.ts";

/** What a unit of a flow's rate takes of a link. */
export interface Load {
  readonly port: number;
  readonly share: number;
}

/** Columns by port, kept between calculations. */
export class WaterFilling {
  private readonly capacity: (port: number) => number;
  /** Capacity that flows with a final rate have left. */
  private readonly left: number[] = [];
  private readonly crossing: number[][] = [];

  constructor(capacity: (port: number) => number) {
    this.capacity = capacity;
  }

  /** The rate of each flow, in the order of `flows`: each by the links that it uses. */
  rates(flows: readonly (readonly Load[])[]): Float64Array {
    const { left, crossing } = this;
    const used: number[] = [];
    flows.forEach((loads, flow) => {
      for (const { port } of loads) {
        crossing[port] ??= [];
        if (crossing[port].length === 0) {
          used.push(port);
          left[port] = this.capacity(port);
        }
        crossing[port].push(flow);
      }
    });
    const rates = new Float64Array(flows.length).fill(-1);
    const shareOf = (flow: number, on: number): number => flows[flow].find(({ port }) => port === on)?.share ?? 0;
    /** The rate of the flows that still rise at which the link is full. */
    const levelOf = (port: number, open: readonly number[]): number =>
      Math.max(0, left[port]) / open.reduce((sum, flow) => sum + shareOf(flow, port), 0);
    const full = new MinHeap();
    for (const port of used) full.push(levelOf(port, crossing[port]), port);
    while (full.size > 0) {
      const port = full.pop();
      const open = crossing[port].filter((flow) => rates[flow] < 0);
      if (open.length === 0) continue;
      // A link fills later once flows have stopped at another: its level was too low, never too high.
      const level = levelOf(port, open);
      if (level > full.least) {
        full.push(level, port);
        continue;
      }
      for (const flow of open) {
        rates[flow] = level;
        for (const load of flows[flow]) left[load.port] -= level * load.share;
      }
    }
    for (const port of used) crossing[port].length = 0;
    return rates;
  }
}
