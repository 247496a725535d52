/**
 * Tests links whose delay varies. Packets arrive later but never out of order, and the same seed gives the same run.
 */
import { expect, test } from "vitest";
import { setUp, readScenario } from "../src/run/lab/lab.ts";
import type { LinkPolicy } from "../src/contracts/link.ts";
import { stream } from "../src/base/random.ts";
import { ms, ns, us, type Ps } from "../src/base/units.ts";
import { flow, star } from "./lab-bench.ts";
import { partsAddUp } from "./fct-breakdown-adds-up.ts";
import { tiny } from "./tiny-network.ts";

/** 1082 B at 100G. */
const WIRE = 86_560;

test("arrival is max(the one before, end of transmission + delay + what is drawn), for jitter of three packets' time", () => {
  const most = ns(300);
  const source = stream(1, "test");
  const drawn: Ps[] = [];
  const arrived: Ps[] = [];
  const draw = (): Ps => {
    drawn.push(source.int(most + 1));
    return drawn[drawn.length - 1];
  };
  const nothing = (): void => undefined;
  const silent: LinkPolicy = { pause: nothing, resume: nothing, onFrame: nothing };
  const { network } = tiny(star(2), [flow(0, 1, 200_000)], {
    jitter: new Map([[0, { most, draw }]]),
    links: [
      {
        create: (view) => ({
          ...silent,
          onArrive: (port) => {
            if (port === network.fabric.peer[0]) arrived.push(view.now);
          },
        }),
      },
    ],
  });
  network.run(ms(1));
  let before = 0;
  const delay = network.fabric.wiring.links[0].delay;
  const expected = drawn.map((extra, k) => (before = Math.max(before, (k + 1) * WIRE + delay + extra)));
  expect(arrived).toHaveLength(200);
  expect(arrived).toEqual(expected);
  expect(new Set(arrived).size).toBeLessThan(200); // without this rule, some packets would have overtaken the previous one
  expect(network.flows.outOfOrder[0]).toBe(0);
});

const scenario = (jitter: string): string => `
until: 1ms
topology: { kind: two-dc, k: 0, dciDelay: 10us }
traffic: [{ kind: flows, list: ["h0, h2, 1MB", "h1, h3, 1MB", "h3, h0, 1MB"] }]
links: [{ between: dci0-dci1${jitter} }]
`;

test("in a scenario: same seed, same digest, with and without elided events; it differs from a run without jitter, and nothing is lost", () => {
  const digest = (jitter: string, elide = true): string => {
    const { network, run } = setUp(readScenario(scenario(jitter), "jitter.yaml"), { elide });
    run(ms(1));
    expect(network.unfinished).toBe(0);
    partsAddUp(network, () => 1);
    return network.fabric.digest.toString();
  };
  expect(digest(", jitter: 20ns")).toBe(digest(", jitter: 20ns"));
  expect(digest(", jitter: 20ns", false)).toBe(digest(", jitter: 20ns"));
  expect(digest(", jitter: 20ns")).not.toBe(digest(""));
});

test("calculations with the delay use the longest one: 10 us and 1 us", () => {
  const { network } = setUp(readScenario(scenario(", jitter: 1us"), "jitter.yaml"));
  const { fabric } = network;
  expect([...fabric.delay].filter((delay) => delay === us(11))).toHaveLength(2);
});

test("on a link with relays, only the delay of the long section varies", () => {
  const links = `links: [{ between: dci0-dci1, jitter: 1us, policy: swing, memory: 1MiB }]`;
  const plain = scenario("").replace(/links: .*/, links);
  const { wiring } = readScenario(plain, "jitter.yaml");
  expect(wiring.relays).toHaveLength(2);
  expect(wiring.links.map(({ jitter = 0 }) => jitter).filter((most) => most > 0)).toEqual([us(1)]);
});
