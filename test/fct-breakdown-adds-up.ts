/**
 * Checks the parts of completion times. A flow's parts are positive, and add up to its completion time or age, to the
 * picosecond.
 */
import { expect } from "vitest";
import { breakdownsOf, type PartName } from "../src/run/measure/fct-breakdown.ts";
import type { Network } from "../src/sim/model/network.ts";

/**
 * Checks all flows that have begun. Returns how often each part occurred. `idealOf` returns the ideal completion time
 * in ps.
 */
export function partsAddUp(network: Network, idealOf: (flow: number) => number): Map<PartName, number> {
  const { flows, fabric, hosts, queue } = network;
  const parts = breakdownsOf(network, idealOf);
  const met = new Map<PartName, number>();
  for (let flow = 0; flow < flows.count; flow++) {
    if (flows.start[flow] > queue.now) continue;
    const { total, done, parts: all } = parts(flow);
    const timeOf = (name: string): number => all.find((part) => part.name === name)?.time ?? 0;
    const where = `flow ${flow}: ${JSON.stringify(all)}`;
    expect(total, where).toBe((done ? flows.received[flow] : queue.now) - flows.start[flow]);
    expect(
      all.reduce((sum, { time }) => sum + time, 0),
      where,
    ).toBe(total);
    for (const { name, time } of all) {
      if (!Number.isInteger(time) || time <= 0) expect.unreachable(`${name} is ${time} in ${where}`);
      met.set(name, (met.get(name) ?? 0) + 1);
    }
    if (done) expect(timeOf("ideal"), where).toBe(Math.min(idealOf(flow), total));
    // The parts `again` and `timeout` are empty for a flow without retransmission and timeout of its last byte.
    if (flows.repeated[flow] === 0 && fabric.lastBytes.lost[flow] === 0 && hosts.timeouts[flow] === 0)
      expect([timeOf("again"), timeOf("timeout")], where).toEqual([0, 0]);
  }
  return met;
}
