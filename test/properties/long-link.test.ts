/**
 * Tests two data centres with a long link, whose ports have private memory. Under every link policy, no packet is lost
 * and bytes are conserved. Leaving out idle events does not change the run.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { experiment, readScenario, setUp, type Scenario } from "../../src/run/lab/lab.ts";
import { exactHeadroom } from "../../src/theory/headroom.ts";

/**
 * For each policy, the memory in bytes that the port of a long link needs, without `spare` bytes. `rate` is in bit/s and `delay` in ps. A
 * peer sends `reaction` bytes before a PAUSE takes effect.
 */
const schemes: Readonly<Record<string, (rate: number, delay: number, reaction: number) => number>> = {
  pfc: (rate, delay, reaction) => exactHeadroom({ frame: 1062, rate, delay, reaction }) + 1,
  // Credits lose no packet with any memory that fits a packet.
  cbfc: () => 17 * 64,
  // A round trip, two slots of 10 us, and a packet that leaks.
  bifrost: (rate, delay) => (2 * rate * (delay + 10e6)) / 8e12 + 1062,
  bifrostx: (rate, delay) => (2 * rate * (delay + 10e6)) / 8e12 + 1062,
  // A round trip, and the bytes that can arrive after a few PAUSEs.
  swing: (rate, delay, reaction) => (2 * rate * delay) / 8e12 + 250_000 + 2 * reaction,
};

/** PAUSEs of the minimum to the maximum duration, repeated as early or as late as possible. The policy's parameters define them. */
const anyPauses = fc
  .record({
    reaction: fc.constantFrom(0, 60, 394),
    beyond: fc.constantFrom(40, 300, 2000, 65_141),
    refresh: fc.constantFrom(0.1, 0.5, 1),
    timer: fc.constantFrom("reception", "effect"),
  })
  .map(({ reaction, beyond, ...more }) => ({ reaction, quanta: reaction + beyond, ...more }));
const pausing: Readonly<Record<string, readonly string[]>> = {
  pfc: ["reaction", "timer", "quanta", "refresh"],
  swing: ["reaction", "timer", "quanta", "refresh"],
  bifrost: ["reaction", "timer"],
};

const anyLongLink = fc.record({
  seed: fc.nat(1_000_000),
  gbps: fc.constantFrom(25, 100, 400),
  delay: fc.integer({ min: 1, max: 100 }),
  links: fc.integer({ min: 1, max: 3 }),
  spare: fc.integer({ min: 0, max: 500_000 }),
  fanIn: fc.integer({ min: 1, max: 4 }),
  classes: fc.constantFrom([3], [3, 5]),
  congestion: fc.constantFrom("none", "dcqcn"),
  pauses: anyPauses,
});

type LongLink = typeof anyLongLink extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The far data centre gets more traffic than it can accept, so every policy sends frames over the long link. */
const BUSY: LongLink = {
  seed: 1,
  gbps: 100,
  delay: 4,
  links: 1,
  spare: 0,
  fanIn: 3,
  classes: [3, 5],
  congestion: "none",
  pauses: { reaction: 0, quanta: 65_141, refresh: 1, timer: "effect" },
};

function longLink(
  policy: string,
  { seed, gbps, delay, links, spare, fanIn, classes, congestion, pauses }: LongLink,
): Scenario {
  const { reaction, timer } = pauses;
  const need = schemes[policy](gbps * 1e9, delay * 1e6, reaction * 64);
  const given = Object.entries(pauses).filter(([name]) => pausing[policy]?.includes(name));
  const text = JSON.stringify({
    seed,
    until: "600us",
    topology: {
      kind: "two-dc",
      k: 0,
      hosts: 4,
      farHosts: 2,
      dciLinks: links,
      dciRate: `${gbps}Gbps`,
      dciDelay: `${delay}us`,
    },
    switch: { memory: "2MiB" },
    classes: { lossless: classes },
    links: [
      {
        between: "dci0-dci1",
        policy: { name: policy, ...Object.fromEntries(given) },
        memory: `${need * classes.length + spare}B`,
      },
    ],
    traffic: classes.flatMap((cls) => [
      { kind: "incast", to: "h4", from: "h0..h3", fanIn, size: "300KB", every: "100us", class: cls },
      {
        kind: "flows",
        class: cls,
        list: [
          { from: "h5", to: "h4", size: "1MB" },
          { from: "h4", to: "h0", size: "1MB" },
        ],
      },
    ]),
    // The adjacent boxes react to frames like the switches.
    policies: { congestion, ...(policy === "swing" && { link: { name: "pfc", reaction, timer } }) },
  });
  return readScenario(text, "long-link.json");
}

const digest = (scenario: Scenario, options: { elide?: boolean } = {}): string => {
  const { digest, counters } = experiment(scenario, options).summary;
  return `${digest} ${counters.packet_hops}`;
};

test.each(Object.keys(schemes))(
  "%s: nothing is lost with the required memory, and a repeated run is equal",
  (policy) => {
    let frames = 0; // frames over the long link, in all runs
    fc.assert(
      fc.property(anyLongLink, (drawn) => {
        const scenario = longLink(policy, drawn);
        const { network, run, results } = setUp(scenario);
        const { counters } = results(run(scenario.until)).summary;
        expect([counters.dropped_no_headroom, counters.dropped_no_buffer]).toEqual([0, 0]);
        const { linkOf, linkFrames } = network.fabric;
        const long = new Set(scenario.links?.flatMap(({ ports }) => ports.map(({ link }) => link)));
        linkOf.forEach((link, port) => {
          if (long.has(link)) frames += linkFrames.made[port];
        });
        expect(digest(scenario, { elide: false })).toBe(`${network.fabric.digest.toString()} ${counters.packet_hops}`);
      }),
      { numRuns: 16, examples: [[BUSY]] },
    );
    expect(frames).toBeGreaterThan(0);
  },
);
