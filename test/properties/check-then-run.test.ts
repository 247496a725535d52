/**
 * A scenario that passes the check can be run. Parameters take values at their limits and beyond, in pairs that can contradict each other.
 * The check rejects the scenario with the place of the error, or the scenario runs. A packet of a lossless class is lost only if the check
 * warned about it.
 */
import { expect, test } from "vitest";
import { examine, ParamError, readScenario, ScenarioError, setUp } from "../../src/run/lab/lab.ts";
import type { NumberUnit, Param, ParamTable } from "../../src/base/params.ts";
import { policies, topologies, trafficKinds } from "../../src/policies/policies.ts";
import { stream, type Stream } from "../../src/base/random.ts";

/** The number of scenarios, limited by the time of the test. CHECKS=20000 takes an hour. */
const RUNS = Number(process.env["CHECKS"] ?? 80);
const FIRST = Number(process.env["CHECKS_FROM"] ?? 0);
/** Maximum number of packet-hops of a run. A fast link with small packets would have millions. */
const MAX_HOPS = 8000;

type Map = Record<string, unknown>;

const pick = <Value>(among: readonly Value[], draw: Stream): Value => among[draw.int(among.length)];
const chance = (share: number, draw: Stream): boolean => draw.next() < share;

const SPELLED: Readonly<Record<NumberUnit, (value: number) => string | number>> = {
  ps: (value) => `${value}ps`,
  delay: (value) => `${value}ps`,
  bytes: (value) => `${value}B`,
  bps: (value) => `${value}bps`,
  ratio: (value) => value,
  count: (value) => value,
  quanta: (value) => value,
};

/** A value at a limit, near a limit, or far from usual values. */
function extreme(param: Param, draw: Stream): unknown {
  if (param.unit === "flag") return chance(0.5, draw);
  if (param.unit === "choice") return pick(param.choices, draw);
  const { min, max } = param;
  const usual = "default" in param ? param.default : Math.sqrt(Math.max(min, 1) * max);
  const value = pick(
    [min, max, min + 1, max - 1, usual, usual * 2, usual / 2, usual * 10, usual / 10, 1, 1000, 1e6],
    draw,
  );
  const whole = param.unit === "ratio" ? value : Math.round(value);
  return SPELLED[param.unit](Math.min(max, Math.max(min, whole)));
}

function someOf(table: ParamTable, share: number, draw: Stream): Map {
  const names = Object.keys(table).filter(() => chance(share, draw));
  return Object.fromEntries(names.map((name) => [name, extreme(table[name], draw)]));
}

const FABRICS: readonly Map[] = [
  { kind: "star", hosts: 6 },
  { kind: "star", hosts: 3, delay: "0s" },
  { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 2, uplinkRate: "400Gbps" },
  { kind: "dumbbell", pairs: 3, trunkRate: "25Gbps" },
  { kind: "chain", switches: 3 },
  { kind: "two-dc", k: 0, hosts: 2, dciDelay: "5us" },
];
const LINKS: Readonly<Record<string, string>> = { star: "h*-sw0", "leaf-spine": "leaf*-spine*", "two-dc": "dci0-dci1" };

/** A small fabric with traffic that overloads it. */
function scenario(draw: Stream): Map {
  const topology: Map = { ...pick(FABRICS, draw) };
  const kind = String(topology["kind"]);
  const entries: readonly Map[] = [
    { kind: "incast", to: "h0", size: pick(["1B", "20KB", "300KB"], draw) },
    { kind: "bursts", to: "h1", size: pick(["999B", "64KB"], draw), stop: "40us" },
    { kind: "poisson", cdf: "fb-hadoop-hpcc", load: pick([0.3, 1, 2], draw) },
    { kind: "long-lived", from: "all", to: "h0" },
  ];
  const ofPolicies = Object.entries(policies)
    .filter(([role]) => role !== "transport")
    .filter(() => chance(0.35, draw))
    .map(([role, modules]) => {
      const [name, { params }] = pick(Object.entries(modules), draw);
      return [role, { name, ...someOf(params, 0.2, draw) }] as const;
    });
  const link = pick(Object.entries(policies.link), draw);
  return {
    seed: 1 + draw.int(1000),
    until: "60us",
    topology,
    traffic: entries.filter(() => chance(0.5, draw)).concat(entries[0]),
    policies: Object.fromEntries(ofPolicies),
    switch: { memory: pick(["300KB", "1MB", "16MiB", "1GiB"], draw), private: pick(["0B", "0B", "1KB"], draw) },
    ...(chance(0.2, draw) && {
      packet: { payload: pick(["64B", "1500B", "9000B"], draw), sizes: pick(["exact", "hpcc"], draw) },
    }),
    ...(chance(0.2, draw) && { classes: { lossless: pick([[], [3], [1, 2, 3], [1, 2, 3, 4, 5, 6, 7]], draw) } }),
    ...(chance(0.2, draw) && {
      host: { window: pick(["none", "bdp", "1B", "1KB"], draw), nic: pick(["exact", "ns3"], draw) },
    }),
    ...(chance(0.1, draw) && { onDrop: "count" }),
    ...(chance(0.1, draw) && { draws: "ns3" }),
    ...(chance(0.1, draw) && { until: "done", limit: "60us" }),
    ...(chance(0.3, draw) &&
      LINKS[kind] !== undefined && {
        links: [
          {
            between: LINKS[kind],
            ...(chance(0.7, draw) && { policy: { name: link[0], ...someOf(link[1].params, 0.2, draw) } }),
            ...(chance(0.7, draw) && { memory: pick(["10KB", "200KB", "1MB", "20MB"], draw) }),
            ...(chance(0.3, draw) && { jitter: pick(["1ps", "1us"], draw) }),
          },
        ],
      }),
  };
}

/** A scenario with one value at a limit. The tables of topologies and traffic have their own limits. */
function strained(base: Map, draw: Stream): Map {
  const [entry] = base["traffic"] as [Map];
  const topology = base["topology"] as Map;
  const rates = ["rate", "delay", "uplinkRate", "uplinkDelay", "trunkDelay", "dciDelay"];
  const ofTopology = topologies[topology["kind"] as keyof typeof topologies].params as ParamTable;
  const ofTraffic = trafficKinds[entry["kind"] as keyof typeof trafficKinds].params as ParamTable;
  if (chance(0.2, draw)) {
    for (const name of rates)
      if (name in ofTopology && chance(0.3, draw)) topology[name] = extreme(ofTopology[name], draw);
  }
  if (chance(0.2, draw)) Object.assign(entry, someOf(ofTraffic, 0.2, draw));
  return base;
}

/** How the scenario ended: refused, lost after a warning about a loss, or run. */
function outcome(text: string): "refused" | "lost" | "run" {
  let warned: boolean;
  let experiment;
  try {
    warned = examine(setUp(readScenario(text, "x.json"))).warnings.some(({ about }) => about === "loss");
    experiment = setUp(readScenario(text, "x.json"));
  } catch (error) {
    if (!(error instanceof ScenarioError) && !(error instanceof ParamError)) throw error;
    expect(error.message).not.toMatch(/undefined|\[object|NaN/);
    return "refused";
  }
  const { network, scenario, run, results } = experiment;
  const step = Math.ceil(scenario.until / 200);
  try {
    let ending = run(step);
    for (
      let to = 2 * step;
      ending === "time is up" && to <= scenario.until && network.fabric.hops < MAX_HOPS;
      to += step
    )
      ending = run(to);
    results(ending);
  } catch (error) {
    if (!(error instanceof ParamError)) throw error;
    expect(warned, `a loss that the check did not warn of: ${error.message}`).toBe(true);
    return "lost";
  }
  return "run";
}

test("a scenario is an error with its place, or runs, or has a loss that the check warned about", () => {
  const counts = { refused: 0, lost: 0, run: 0 };
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const draw = stream(seed, "check then run");
    const text = JSON.stringify(strained(scenario(draw), draw));
    try {
      counts[outcome(text)]++;
    } catch (error) {
      throw new Error(
        `seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${text}`,
        {
          cause: error,
        },
      );
    }
  }
  expect(counts.run).toBeGreaterThan(RUNS / 5);
  expect(counts.lost).toBeGreaterThan(0);
});
