/** Tests the capacity to which a load refers. */
import { expect, test } from "vitest";
import { answers } from "../figures/readings.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { allToAll, interDc, mixed } from "./traffic.ts";

const by = (load: string): BifrostReading => answers(bifrost, { load }) as BifrostReading;
const loadOf = (entry: unknown): number => (entry as { load: number }).load;
/** The Gbps that 16 servers of 100 Gbps offer at a load. */
const offered = (load: number): number => load * 1600;

test("of the servers' links: 30% from one data centre to the other are 480 Gbps", () => {
  expect(offered(loadOf(interDc("Hadoop", 0.3, 1, by("servers"))))).toBeCloseTo(480, 9);
});

test("of the long link, 30% are 120 Gbps each way, whatever share of the flows crosses it", () => {
  expect(offered(loadOf(interDc("Hadoop", 0.3, 1, by("link"))))).toBeCloseTo(120, 9);
  expect(offered(loadOf(allToAll("Hadoop", 0.3, 1, by("link")))) * (16 / 31)).toBeCloseTo(120, 9);
  const [there, back, within] = mixed("Hadoop", { load: 0.3, share: 0.3 }, 1, [{}, {}], by("link")).map(loadOf);
  expect([there, back].map(offered)).toEqual([expect.closeTo(120, 9), expect.closeTo(120, 9)]);
  expect(within / there).toBeCloseTo(7 / 3, 9);
});
