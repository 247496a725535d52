/**
 * Tests the classes of paths, algorithm 2 and the tolerable delay against hand calculations. Base RTT 20 us, RTT_low 50
 * us.
 */
import { expect, test } from "vitest";
import { us } from "../../base/units.ts";
import { CONGESTED, FREE, Paths, UNDETERMINED } from "./plb-paths.ts";

const RULES = { low: us(30), fullLoad: 0.95, resolution: us(1), alone: us(1e6) };
const PORTS = Int32Array.of(99, 4, 5, 6, 7); // Candidates begin at index 1.
const FROM = 1;
const never = (): number => {
  throw new Error("no dice where one path is best");
};

/**
 * Paths by the ports from 4, each with its RTT in us and its utilisation. With a third value, the path has been
 * excluded.
 */
function bench(...of: [rtt: number, load: number, out?: "out"][]) {
  let dice = never;
  const paths = new Paths(10, 20_000, RULES, () => dice());
  of.forEach(([rtt, load, out], k) => {
    paths.learn(paths.name(4 + k), rtt * 1000, load);
    if (out) paths.kickOut(paths.name(4 + k));
  });
  const choose = (now: number, thrown = never): number => {
    dice = thrown;
    return paths.choose(now, PORTS, FROM, of.length);
  };
  return { paths, choose };
}

test.each([
  [20, 0, FREE],
  [50, 1, FREE], // An RTT of exactly RTT_low, with every utilisation.
  [50.001, 0.95, CONGESTED],
  [50.001, 0.949, UNDETERMINED],
  [500, 1, CONGESTED],
  [500, 0, UNDETERMINED],
])("RTT %f us, utilisation %f: class %i", (rtt, load, state) => {
  expect(bench([rtt, load]).paths.state(4)).toBe(state);
});

test("a path that was never measured is taken to be idle", () => {
  expect(new Paths(10, 20_000, RULES, never).state(4)).toBe(FREE);
});

test("lines 4 to 6: of not congested paths the one of least RTT, though another is used less", () => {
  expect(bench([45, 0.1], [30, 0.9], [40, 0], [400, 0]).choose(-1)).toBe(1);
});

test("lines 8 to 10: where all are slow, of undetermined paths the one of highest utilisation, though a congested one has less RTT", () => {
  expect(bench([60, 1], [300, 0.2], [400, 0.6], [100, 0.5]).choose(-1)).toBe(2);
});

test("lines 12 and 13: of congested paths the one of least RTT", () => {
  expect(bench([300, 1], [100, 0.96], [200, 0.97]).choose(-1)).toBe(1);
});

test("only active paths: the best is kicked out, then the second best, and the last one is left", () => {
  expect(bench([25, 0, "out"], [30, 0], [400, 0.5]).choose(-1)).toBe(1);
  expect(bench([25, 0, "out"], [30, 0, "out"], [400, 0.5], [500, 1]).choose(-1)).toBe(2);
  expect(bench([25, 0, "out"], [30, 0, "out"], [400, 0.5, "out"], [500, 1]).choose(-1)).toBe(3);
});

test("all are kicked out: a flow stays where it is, a new one takes any", () => {
  const { choose } = bench([25, 0, "out"], [30, 0, "out"]);
  expect(choose(1)).toBe(1);
  expect(choose(-1, () => 0.49)).toBe(0);
  expect(choose(-1, () => 0.51)).toBe(1);
});

test("RTTs of one microsecond are the same: a flow keeps its path, a new one throws dice over the equal ones", () => {
  const { choose } = bench([30.9, 0], [25.1, 0], [25.9, 0], [25.5, 0]);
  expect(choose(2)).toBe(2);
  expect(choose(0, () => 0)).toBe(1);
  expect(choose(-1, () => 0.5)).toBe(2);
  expect(choose(-1, () => 0.99)).toBe(3);
});

test("t_td is the RTT of the best other active path less one's own: 90 - 25 us; less than nothing on the worse one", () => {
  const { paths } = bench([25, 0], [90, 1], [200, 0.5]);
  const tolerable = (k: number): number => paths.tolerable(k, PORTS, FROM, 3);
  expect([tolerable(0), tolerable(1), tolerable(2)]).toEqual([65_000, -65_000, -175_000]);
  paths.kickOut(paths.name(5));
  expect(tolerable(0)).toBe(175_000);
  paths.kickOut(paths.name(6));
  expect(tolerable(0)).toBe(1e9); // a single path tolerates a second
});

test("a kick-out ends with a measurement that left after it; one that left before is not even read, nor a second kick-out heeded", () => {
  const { paths } = bench([25, 0], [90, 1]);
  const before = paths.name(4);
  paths.kickOut(before);
  paths.learn(before, 21_000, 0);
  expect(paths.active(4)).toBe(false);
  const after = paths.name(4);
  expect(after).not.toBe(before);
  paths.learn(after, 300_000, 0.3);
  expect([paths.active(4), paths.state(4)]).toEqual([true, UNDETERMINED]);
  paths.kickOut(before);
  expect(paths.active(4)).toBe(true);
});

test("names are numbers from 1 to 2^31 - 1, also after 40,000 kick-outs, so that a sign can say which way a packet goes", () => {
  const paths = new Paths(256, 20_000, RULES, never);
  let [least, most] = [Infinity, 0];
  for (let k = 0; k < 40_000; k++) {
    const name = paths.name(255);
    least = Math.min(least, name);
    most = Math.max(most, name);
    paths.kickOut(name);
    paths.learn(paths.name(255), 20_000, 0);
  }
  expect([least, most]).toEqual([256, 256 + 0x7fff * 65_536]);
});
