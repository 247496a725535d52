/**
 * Figures 4 and 5 of SPFC, shortened to 6 ms. They show whether h0 is paused for the congestion that its flow F2 meets, which also delays
 * F1.
 *
 * With one counter, as the paper defines Q, DCQCN is that of HPCC's simulator. With separate headroom, DCQCN cuts the rate every 10 us
 * rather than every 4 us. At 4 us h0 is never paused. From 20 us on, F2 fills the remaining memory before it slows down, under every buffer
 * policy (docs/policies/spfc.md).
 */
import { describe, expect, test } from "vitest";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";
import { ms, us } from "../../src/base/units.ts";

const star = (buffer: object, memory = "16MiB", decreaseInterval = "10us", more = {}, bursts = 24, headroom = "sih") =>
  readScenario(
    JSON.stringify({
      seed: 1,
      until: "6ms",
      topology: { kind: "star", hosts: 30, rate: "100Gbps", delay: "9us", receivers: 2, receiverDelay: "1us" },
      switch: { memory },
      traffic: [
        { kind: "long-lived", from: "h0", to: "r1" },
        { kind: "long-lived", from: "h0", to: "r2" },
        { kind: "bursts", from: `h1..h${bursts}`, to: "r2", size: "64KB", start: "1ms", stop: "6ms" },
      ],
      policies: { buffer, headroom, congestion: { name: "dcqcn", decreaseInterval, ...more } },
    }),
    "spfc-victim.json",
  );
/** The longest base RTT of the network, between two of h0 to h29: 4 x 9 us, and the transmission of the packets. */
const BASE_RTT = 36_186_880;

/**
 * The time in ms for which h0 is paused. Also the wire rate of F1 in Gb/s, for each quarter of a millisecond from 0.75 ms to `until` ms.
 */
function run(buffer: string, values: object, until: number) {
  const { network, run: to } = setUp(star({ name: buffer, ...values }));
  const { fabric } = network;
  const { names } = fabric.wiring;
  const r1 = fabric.peer[fabric.portBase[names.indexOf("r1")]];
  const h0 = fabric.portBase[names.indexOf("h0")];
  const rates: number[] = [];
  for (let t = ms(0.75); t < ms(until); t += us(250)) {
    to(t);
    const before = fabric.busyTime(r1);
    to(t + us(250));
    rates.push(((fabric.busyTime(r1) - before) / us(250)) * 100);
  }
  return { stopped: fabric.stoppedTime[h0 * 8 + 3] / ms(1), rates };
}

describe("F1 has 50 Gb/s when 24 bursts begin", () => {
  test.each([
    ["st", {}],
    ["dt", { alpha: 1 }],
    ["dt", { alpha: 2 }],
    ["dt", { alpha: 4 }],
  ])("under %s %j h0 is paused because of F2, and F1 slows down", (name, values) => {
    const { stopped, rates } = run(name, values, 2);
    expect(stopped).toBeGreaterThan(0.05);
    expect(Math.round(rates[0])).toBe(50);
    expect(rates[1]).toBeLessThan(rates[0]);
  });

  test("under SPFC with a TC of 8 base RTTs h0 is never paused, and F1 rises above 90 at once and stays there", () => {
    const { stopped, rates } = run("spfc", { period: `${8 * BASE_RTT}ps` }, 6);
    expect(stopped).toBe(0);
    expect(Math.round(rates[0])).toBe(50);
    expect(rates[1]).toBeGreaterThan(80);
    expect(Math.min(...rates.slice(2))).toBeGreaterThan(90);
  });

  test("with a TC of 4, the paper's minimum, burst ports are classified as victims after 4 ms, fill the pool, and h0 is paused", () => {
    const { stopped, rates } = run("spfc", { period: `${4 * BASE_RTT}ps` }, 6);
    expect(stopped).toBeGreaterThan(0.05);
    expect(Math.min(...rates.slice(2, 12))).toBeGreaterThan(90);
    expect(Math.min(...rates.slice(12))).toBeLessThan(80);
  });
});

describe("16 MiB shared and separate headroom, DCQCN with its paper's values in HPCC's simulator, N = 24", () => {
  const zhu15 = { alphaInterval: "55us", increaseInterval: "55us", fastRecovery: 5 };
  /** 16 MiB and the headroom of 32 ports. The printed rule gets 32 MiB more. */
  const memory = { rule: "23676738B", printed: "57231170B" };
  const stopped = (buffer: object, bytes: string) => {
    const { network, run: to } = setUp(star(buffer, bytes, "50us", zhu15));
    to(ms(6));
    const { fabric } = network;
    return fabric.stoppedTime[fabric.portBase[fabric.wiring.names.indexOf("h0")] * 8 + 3] / ms(1);
  };

  test("with a victim's threshold as printed h0 is never paused; with one within memory it is, as under DT", () => {
    expect(stopped({ name: "spfc", literal: true, buffer: "16MiB" }, memory.printed)).toBe(0);
    expect(stopped({ name: "spfc" }, memory.rule)).toBeGreaterThan(0.5);
    expect(stopped({ name: "dt", alpha: 2 }, memory.rule)).toBeGreaterThan(0.5);
  });
});

describe("one counter, 16 MiB shared plus h* of 32 ports, DCQCN of HPCC's simulator, TC 80 us", () => {
  /** The time in ms for which h0 is paused, and the switch's highest occupancy as a share of its memory. */
  const figure4 = (buffer: object, bursts: number) => {
    const { network, run: to } = setUp(star(buffer, "23676738B", "4us", {}, bursts, "one-counter"));
    to(ms(6));
    const { fabric, switches } = network;
    const h0 = fabric.portBase[fabric.wiring.names.indexOf("h0")];
    const [{ pool }] = switches.flatMap((at) => at ?? []);
    expect(fabric.ledger.dropped).toBe(0);
    expect(pool.peak).toBeLessThanOrEqual(pool.memory);
    return { stopped: fabric.stoppedTime[h0 * 8 + 3] / ms(1), beyond: pool.peak > pool.capacity };
  };

  test.each([5, 12, 24, 29])("%i bursts: h0 is never paused under SPFC", (bursts) => {
    expect(figure4({ name: "spfc", period: "80us" }, bursts).stopped).toBe(0);
  });

  test("24 bursts: h0 is paused for most of them under DT, with alpha 1, 2 and 4 alike, and more than B is stored", () => {
    for (const alpha of [1, 2, 4]) {
      const { stopped, beyond } = figure4({ name: "dt", alpha }, 24);
      expect(stopped).toBeGreaterThan(3);
      expect(beyond).toBe(true);
    }
  });
});
