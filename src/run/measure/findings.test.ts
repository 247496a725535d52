import { expect, test } from "vitest";
import { load } from "../../../test/parity/cases.ts";
import { runNs3, setUpNs3 } from "../lab/lab.ts";
import { deadlockedQueues, nearestToPause, shortOfMemory, unfinishedFlows } from "./findings.ts";

test("R1 never pauses; the queue that came nearest belongs to a sender, and its threshold is above it", () => {
  const nearest = nearestToPause(runNs3(load("R1")).network)!;
  expect(nearest).toMatchObject({ node: "3", cls: 3 });
  expect([1, 2]).toContain(nearest.port);
  expect(nearest.backlog).toBeLessThan(nearest.threshold);
});

test("a network that has not run came near nothing", () => {
  expect(nearestToPause(setUpNs3(load("R1")).network)).toBeUndefined();
});

test("flows without their last ACK", () => {
  const input = load("R1");
  const { network } = runNs3({ ...input, config: { ...input.config, stopTimeNs: 1_000_000 } });
  expect(unfinishedFlows(network)).toEqual([0, 1]);
  expect(deadlockedQueues(network)).toEqual([]);
});

test("1 MiB is less than 3 x 37,500,000 bytes of headroom and 3 x 4096 reserved", () => {
  const input = load("R1");
  const topology = { ...input.topology, links: input.topology.links.map((link) => ({ ...link, delayNs: 1_000_000 })) };
  const { network } = setUpNs3({ ...input, topology, config: { ...input.config, buffer: 1024 * 1024 } });
  expect(shortOfMemory(network)).toEqual([
    { node: "3", memory: 1_048_576, headroom: 112_500_000, reserved: 12_288, ports: 3 },
  ]);
  expect(shortOfMemory(setUpNs3(input).network)).toEqual([]);
});
