/**
 * Tests the classes of paths and the rules for new and old flows against hand calculations. Base RTT 10 us, T_low 40
 * us, T_high 180 us. T_ecn 40%, T1 100 us.
 */
import { expect, test } from "vitest";
import { us } from "../../base/units.ts";
import { BAD, GOOD, GREY, Paths } from "./hermes-paths.ts";

const RULES = { low: us(30), high: us(170), signals: "both", ecn: 0.4, ecnAfter: 14_000, fresh: us(100) };
const PORTS = Int32Array.of(99, 4, 5, 6, 7); // Candidates begin at index 1.
const FROM = 1;

/** The next random numbers. After them, each number is 0.5. */
let draws: number[] = [];
const dice = (): number => draws.shift() ?? 0.5;

/** Paths by the ports from 4: the RTT in us, and the marked share of 20,000 B. */
function bench(rules: Partial<typeof RULES>, ...of: [rtt: number, marked: number][]): Paths {
  const paths = new Paths(10, 10_000, { ...RULES, ...rules }, dice);
  of.forEach(([rtt, marked], k) => {
    for (let packet = 0; packet < 20; packet++) paths.learn(4 + k, 0, rtt * 1000, 1000, packet < marked * 20);
  });
  return paths;
}

test.each([
  ["rtt", 30, 0, GOOD],
  ["rtt", 100, 1, GREY],
  ["rtt", 200, 0, BAD],
  ["rtt", 40, 0, GREY],
  ["rtt", 180, 0, BAD],
  ["both", 30, 0.35, GOOD],
  ["both", 30, 0.4, GREY],
  ["both", 200, 0.4, GREY], // a long RTT without marks, for example because of a PAUSE
  ["both", 200, 0.45, BAD],
  ["both", 100, 1, GREY],
])("by %s: RTT %i us, %f marked: class %i", (signals, rtt, marked, cls) => {
  expect(bench({ signals }, [rtt, marked]).classOf(4, 0)).toBe(cls);
});

test("a path that was never measured is grey", () => {
  expect(new Paths(10, 10_000, RULES, dice).classOf(4, us(1e6))).toBe(GREY);
});

test("marks count from 14,000 B on: 13 packets say nothing", () => {
  const paths = new Paths(10, 10_000, RULES, dice);
  const classes: number[] = [];
  for (let packet = 0; packet < 14; packet++) {
    paths.learn(4, 0, 200_000, 1000, true);
    classes.push(paths.classOf(4, 0));
  }
  expect(classes).toEqual([...new Array<number>(13).fill(GREY), BAD]);
});

test("each sample counts half: after 200 us, one of 30 us makes 115, grey, the next 72.5, the next 51, the next 40.6, the next 35.3, good", () => {
  const paths = bench({ signals: "rtt" }, [200, 0]);
  const classes = [1, 2, 3, 4, 5].map(() => {
    paths.learn(4, 0, 30_000, 1000, false);
    return paths.classOf(4, 0);
  });
  expect(classes).toEqual([GREY, GREY, GREY, GREY, GOOD]);
});

test("without samples an RTT drifts to 1.5 T_low, 60 us, by 1% of the way each 100 us: 200 us is below 180 from the 16th step on", () => {
  // 60 + 140 * .99^15 = 180.41; 60 + 140 * .99^16 = 179.2.
  const classAt = (time: number): number => bench({ signals: "rtt" }, [200, 0]).classOf(4, us(time));
  expect([classAt(1599), classAt(1600), classAt(1e6)]).toEqual([BAD, GREY, GREY]);
  expect(bench({ signals: "rtt" }, [30, 0]).classOf(4, us(1e6))).toBe(GREY);
});

test("a new flow takes the good path with fewest flows, dice among equals", () => {
  const paths = bench({}, [30, 0], [20, 0], [25, 0], [100, 0]);
  paths.flows.set([2, 1, 1, 0], 4);
  // The first of two equal paths is kept, then the second replaces it with a chance of 1 in 2.
  draws = [0.6, 0.4];
  expect(paths.chooseFirst(PORTS, FROM, 4, 0)).toBe(1);
  expect(paths.chooseFirst(PORTS, FROM, 4, 0)).toBe(2);
});

test("without a good path a new flow takes the grey one of least RTT, without a grey one the bad one of least RTT", () => {
  expect(bench({}, [200, 1], [150, 0], [90, 0]).chooseFirst(PORTS, FROM, 3, 0)).toBe(2);
  expect(bench({}, [400, 1], [300, 1], [350, 1]).chooseFirst(PORTS, FROM, 3, 0)).toBe(1);
});

test("an old flow takes a good path; else a grey one that is 1 us faster than its own; else a bad one that is; else it stays", () => {
  const better = (...of: [number, number][]): number =>
    bench({}, ...of).chooseBetter(0, PORTS, FROM, of.length, 0, 1000);
  expect(better([200, 1], [100, 0], [30, 0])).toBe(2);
  expect(better([200, 1], [100, 0], [90, 0], [190, 1])).toBe(2);
  expect(better([200, 1], [220, 0], [190, 1])).toBe(2);
  expect(better([200, 1], [199.5, 0], [199.5, 1])).toBe(0);
});
