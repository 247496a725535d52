/**
 * Tests parameters without effect under other values of their policy. Each one is reported, and the run is the same
 * with another value of it. Where the parameter has an effect, it is not reported.
 */
import { expect, test } from "vitest";

import type { PolicyModule } from "../base/params.ts";
import { policies } from "../policies/policies.ts";
import { experiment, readScenario } from "../run/lab/lab.ts";

/** A fabric with a choice of paths, an incast whose queues send PAUSE frames, and a lossy class with drops. */
function read(text: string) {
  const [chosen, links] = text.split("; ");
  return readScenario(
    `until: 130us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 3, rate: 10Gbps }
switch: { memory: 300KB }
onDrop: count
onDeadlock: go-on
traffic:
  - { kind: incast, to: h0, from: [h3, h4, h5], fanIn: 3, size: 100KB, every: 100us }
  - { kind: flows, list: ["h1, h4, 60KB, 0, 4", "h2, h4, 60KB, 1us, 4", "h0, h4, 60KB, 2us, 4"] }
policies: { ${chosen} }
${links ?? ""}`,
    "a.yaml",
  );
}

const own = "links: [{ between: leaf0-spine0, memory: 200KB }]";
const link = (policy: string): string => `links: [{ between: leaf0-spine0, memory: 200KB, policy: ${policy} }]`;
const SIZE = "size overrides it";
const MEMORY = "no port with this policy has its own memory";
const MARKS = "no policy gives ECN marks";

/**
 * - text: the policies of a scenario. `@` is the parameter with its value, and rules of links follow a semicolon
 * - parameter: its name and two values, of which the first is not the default
 * - why: the reason that the message gives
 * - used: policies with which the parameter has an effect
 */
const cases: readonly (readonly [text: string, parameter: string, why: string, used: string])[] = [
  [
    "buffer: { name: spfc, literal: true, @ }",
    "reach buffer memory",
    "with literal, the limit is the buffer",
    "buffer: { name: spfc, @ }",
  ],
  ...["sih", "shp", "dsh", "one-counter"].flatMap((name) => [
    [
      `headroom: { name: ${name}, size: 30KB, @ }`,
      "rule 802.1qbb equation-1",
      SIZE,
      `headroom: { name: ${name}, @ }`,
    ] as const,
    [
      `headroom: { name: ${name}, size: 30KB, @ }`,
      "mtu 2KB 9KB",
      SIZE,
      `headroom: { name: ${name}, rule: spectrum3, @ }`,
    ] as const,
    [
      `headroom: { name: ${name}, @ }`,
      "mtu 2KB 9KB",
      "rule exact does not use it",
      `headroom: { name: ${name}, rule: 802.1qbb, @ }`,
    ] as const,
  ]),
  ["headroom: { name: shp, pool: 40KB, @ }", "overSubscribe 3 5", "pool overrides it", "headroom: { name: shp, @ }"],
  [
    "link: { name: pfc, repeat: packet, @ }",
    "refresh 0.3 0.6",
    "with repeat packet, no timer repeats a PAUSE",
    "link: { name: pfc, @ }",
  ],
  [
    "link: { name: pfc, hold: 9us, @ }",
    "timer effect reception",
    "hold counts from the effect",
    "link: { name: pfc, @ }",
  ],
  [
    "link: { name: pfc, reactionShare: 0.5, @ }",
    "reaction 20 90",
    "reactionShare overrides it",
    "link: { name: pfc, @ }",
  ],
  ["link: { name: pfc, @ }", "xoff 10KB 20KB", MEMORY, `link: { name: pfc, @ }; ${own}`],
  ["link: { name: pfc, @ }", "xon 10KB 20KB", MEMORY, `link: { name: pfc, @ }; ${own}`],
  [
    `; ${link("{ name: swing, reactionShare: 0.5, @ }")}`,
    "reaction 20 90",
    "reactionShare overrides it",
    `; ${link("{ name: swing, @ }")}`,
  ],
  [
    `; ${link("{ name: bifrost, buffer: 150KB, @ }")}`,
    "k 2 5",
    "buffer overrides it",
    `; ${link("{ name: bifrost, @ }")}`,
  ],
  [
    `; ${link("{ name: bifrost, literal: true, @ }")}`,
    "overlap 1us 5us",
    "literal has no extra pause",
    `; ${link("{ name: bifrost, @ }")}`,
  ],
  [
    `; ${link("{ name: bifrostx, buffer: 150KB, @ }")}`,
    "k 2 5",
    "buffer overrides it",
    `; ${link("{ name: bifrostx, @ }")}`,
  ],
  ...["epsilon 0.2 0.5", "hysteresis 3KB 9KB", "theta 1us 9us"].map(
    (name) =>
      [
        "congestion: acc, detection: { name: tcd, maxTon: 24us, @ }",
        name,
        "maxTon overrides it",
        "congestion: acc, detection: { name: tcd, @ }",
      ] as const,
  ),
  ...["congestedShare 0.5 0.2", "literal true false"].map(
    (name) =>
      ["congestion: { name: acc, halt: false, @ }", name, "halt is false", "congestion: { name: acc, @ }"] as const,
  ),
  [
    "congestion: { name: dcqcn, @ }",
    "tcdCut 2 9",
    "tcd is false",
    "detection: tcd, congestion: { name: dcqcn, tcd: true, @ }",
  ],
  [
    "congestion: { name: timely, @ }",
    "tcdBeta 0.5 0.1",
    "tcd is false",
    "detection: tcd, congestion: { name: timely, tcd: true, @ }",
  ],
  [
    "congestion: { name: hpcc, fastReact: false, @ }",
    "skipEmpty true false",
    "fastReact is false",
    "congestion: { name: hpcc, @ }",
  ],
  [
    "congestion: { name: powertcp, @ }",
    "literal true false",
    "form is rate, not window",
    "congestion: { name: powertcp, form: window, @ }",
  ],
  [
    "congestion: { name: scripted, @ }",
    "g 0.1 0.5",
    "others is none",
    "congestion: { name: scripted, others: dcqcn, @ }, detection: red",
  ],
  [
    "congestion: { name: scripted, others: dcqcn, @ }, detection: red",
    "tcdCut 2 9",
    "tcd is false",
    "congestion: { name: scripted, others: dcqcn, tcd: true, @ }, detection: tcd",
  ],
  [
    "recovery: { name: go-back-n, nackInterval: 0, @ }",
    "keepMarks false true",
    "with nackInterval 0, each discarded packet gets a NACK",
    "recovery: { name: go-back-n, @ }",
  ],
  [
    "recovery: { name: irn, rtoHigh: 200us, @ }",
    "buffer 1MB 9MB",
    "rtoHigh overrides it",
    "recovery: { name: irn, @ }",
  ],
  [
    "recovery: { name: irn, bitmap: 20, rtoLow: 50us, rtoHigh: 200us, @ }",
    "perFlow true false",
    "bitmap, rtoLow and rtoHigh override it",
    "recovery: { name: irn, rtoLow: 50us, @ }",
  ],
  [
    "recovery: { name: irn-rewind, @ }",
    "sampleFrom 1us 9us",
    "without sampleEvery there are no samples",
    "recovery: { name: irn-rewind, sampleEvery: 10us, @ }",
  ],
  ...["conga", "conga-sampled", "letflow"].map(
    (name) =>
      [
        `routing: { name: ${name}, entry: ports, @ }`,
        "entries 1 2",
        "with entry ports, the table is as large as needed",
        `routing: { name: ${name}, entry: flow, @ }`,
      ] as const,
  ),
  ["congestion: none, routing: { name: conweave, @ }", "pathPause 1us 50us", MARKS, "routing: { name: conweave, @ }"],
  ["routing: { name: drill, m: 0, @ }", "remember host candidates", "m is 0", "routing: { name: drill, @ }"],
  [
    "routing: { name: hermes, signals: rtt, @ }",
    "ecn 0.1 0.9",
    "signals rtt uses no marks",
    "routing: { name: hermes, @ }",
  ],
  [
    "routing: { name: hermes, signals: rtt, @ }",
    "ecnAfter 1KB 9KB",
    "signals rtt uses no marks",
    "routing: { name: hermes, @ }",
  ],
  ["congestion: none, routing: { name: hermes, @ }", "ecn 0.1 0.9", MARKS, "routing: { name: hermes, @ }"],
  ["congestion: none, routing: { name: hermes, @ }", "ecnAfter 1KB 9KB", MARKS, "routing: { name: hermes, @ }"],
  [
    "routing: { name: plb, literal: true, @ }",
    "pauseCounts false true",
    "with literal, only the queue predicts the delay",
    "routing: { name: plb, @ }",
  ],
  ["routing: { name: spray, @ }", "rounds 1 9", "form is random", "routing: { name: spray, form: round-robin, @ }"],
  [
    "transport: { name: uec, control: rccc, @ }",
    "targetDelay 1us 90us",
    "control rccc uses no window",
    "transport: { name: uec, control: both, @ }",
  ],
];

test.each(cases)("%s: %s", (text, parameter, why, used) => {
  const [name, one, other] = parameter.split(" ");
  const scenario = (from: string, value: string) => read(from.replace("@", `${name}: ${value}`));
  const found = (from: string): string[] =>
    (scenario(from, one).unused ?? []).map(({ message }) => message).filter((message) => message.includes(`.${name} `));
  const [message, ...more] = found(text);
  expect(more).toEqual([]);
  expect(message).toMatch(/^(?:\w+|links\[0\]\.policy)\.\w+ has no effect: /);
  expect(message.endsWith(`has no effect: ${why}.`)).toBe(true);
  const [first, second] = [one, other].map((value) => experiment(scenario(text, value)).summary.digest);
  expect(second).toBe(first);
  expect(found(used)).toEqual([]);
});

test("every policy that has such parameters is tested", () => {
  const all = Object.values(policies).flatMap((role) =>
    Object.entries(role as Record<string, PolicyModule<never, unknown>>).flatMap(([name, module]) =>
      module.unread === undefined ? [] : [name],
    ),
  );
  expect(all.filter((name) => !cases.some(([text]) => text.includes(`name: ${name},`)))).toEqual([]);
});
