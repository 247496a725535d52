import { expect, test } from "vitest";
import { setUpFrom, type Experiment } from "../../../run/lab/lab.ts";
import { canRewire, failure, fasterNics, longerCables, representatives, rewired } from "./cases.ts";

const TEXT = `
seed: 3
until: 200us
onDrop: count
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2, rate: 25Gbps, uplinkRate: 50Gbps, delay: 1us, fail: [leaf0-spine1] }
traffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.5 }]
`;
const { wiring } = setUpFrom(TEXT, "fabric.yaml").scenario;
const digestOf = (experiment: Experiment): string =>
  experiment.results(experiment.run(experiment.scenario.until)).summary.digest;
const setUp = (settings: Parameters<typeof setUpFrom>[3]) => setUpFrom(TEXT, "fabric.yaml", undefined, settings);

test("a fabric that is listed link by link runs as before, to the digest", () => {
  const listed = setUp(rewired(wiring, "test", (link) => link));
  expect(digestOf(listed)).toBe(digestOf(setUpFrom(TEXT, "fabric.yaml")));
});

test("faster NICs change links to hosts only, longer cables all links", () => {
  const links = (settings: Parameters<typeof setUp>[0]) => setUp(settings).scenario.wiring.links;
  expect(new Set(links(fasterNics(wiring, 2).settings).map(({ rate }) => rate))).toEqual(new Set([50e9]));
  expect(new Set(links(longerCables(wiring, 3).settings).map(({ delay }) => delay))).toEqual(new Set([3e6]));
});

test("one working link and one switch of each tier", () => {
  expect(representatives(wiring)).toEqual(["leaf0-spine0", "leaf0", "spine0"]);
  expect(canRewire(wiring)).toBe(true);
});

test("a failure follows the faults of the scenario; a leaf takes its two hosts with it; a host is no choice", () => {
  const fault = { kind: "pause-storm", target: "h0" };
  const found = failure(wiring, [fault], "leaf1");
  expect(found?.label).toBe("leaf1 fails, with its 2 hosts");
  expect(JSON.parse(found?.settings[0].value ?? "")).toEqual([
    fault,
    { kind: "switch-down", target: ["leaf1"], at: 0, converge: 0 },
  ]);
  expect(failure(wiring, [], "spine0-leaf1")?.label).toBe("spine0-leaf1 fails");
  expect(failure(wiring, [], "h0")).toBeUndefined();
});

test("parallel links: equal ones can be listed, unequal or scattered ones cannot", () => {
  const [first, second] = wiring.links;
  const { jitter: _, ...plain } = first;
  expect(canRewire({ ...wiring, links: [plain, plain, second] })).toBe(true);
  expect(canRewire({ ...wiring, links: [plain, second, plain] })).toBe(false);
  expect(canRewire({ ...wiring, links: [plain, { ...plain, rate: plain.rate * 2 }] })).toBe(false);
});
