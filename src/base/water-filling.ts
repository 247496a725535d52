/**
 * Max-min fair rates by progressive filling: all rates rise together, and a flow stops rising when a link on its path is full.
 *
 * A flow may put only a share of its rate on a link, as a flow that is spread over several paths does.
 *
 * Source: Bertsekas and Gallager, Data Networks, section 6.5.2.
 */
import { MinHeap } from "./min-heap.ts";

/** A link on a flow's path, and the share of the flow's rate that crosses it. */
export interface Load {
  readonly port: number;
  readonly share: number;
}

/** Computes rates. The arrays by port are kept between calculations, so that a calculation allocates little. */
export class WaterFilling {
  private readonly capacity: (port: number) => number;
  /** By port: the capacity that is left for flows whose rates are not final yet. */
  private readonly left: number[] = [];
  private readonly crossing: number[][] = [];

  constructor(capacity: (port: number) => number) {
    this.capacity = capacity;
  }

  /** The rate of each flow, in the order of `flows`. Each flow is the list of the links that it uses. */
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
    /** Returns the rate at which the link of `port` becomes full, if all flows without a final rate have this rate. */
    const levelOf = (port: number, open: readonly number[]): number =>
      Math.max(0, left[port]) / open.reduce((sum, flow) => sum + shareOf(flow, port), 0);
    const full = new MinHeap();
    for (const port of used) full.push(levelOf(port, crossing[port]), port);
    while (full.size > 0) {
      const port = full.pop();
      const open = crossing[port].filter((flow) => rates[flow] < 0);
      if (open.length === 0) continue;
      // The heap stores the rate at which each link becomes full, as computed when the link was pushed. If the rates of
      // some of its flows became final since then, the link becomes full at a higher rate. So the stored rate may be
      // too low, but never too high.
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
