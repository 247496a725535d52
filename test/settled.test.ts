/** Tests runs that settle, because only timers without effect are left. All results are equal to those of the run with every event. */
import { describe, expect, test, vi } from "vitest";
import { runInTurns } from "../src/run/lab/in-partitions.ts";
import { readScenario, runNs3, setUp, setUpNs3, type Results } from "../src/run/lab/lab.ts";
import { parseConfig } from "../src/formats/hpcc/config.ts";
import { parseFlows } from "../src/formats/hpcc/flows.ts";
import { parseTopology } from "../src/formats/hpcc/topology.ts";
import { fctText, pfcText } from "../src/report/hpcc-outputs.ts";
import { runText } from "../src/report/run-text.ts";
import { resultsDiffer } from "../src/run/lab/difference.ts";
import { caseText } from "./cases/files.ts";

const MS = 1e9;

/** Senders that go back only after 100 s, and switches that drop packets, so that flows hang. */
const dropping = {
  until: "6ms",
  onDrop: "count",
  topology: { kind: "leaf-spine", leaves: 2, spines: 2, hostsPerLeaf: 4 },
  switch: { memory: "300KB" },
  classes: { acks: "control" },
  traffic: [{ kind: "incast", to: "h5", fanIn: 7, size: "90KB" }],
};
const policies = {
  ...{ headroom: "none", link: "none", congestion: "dcqcn", recovery: { name: "go-back-n", timeout: "100s" } },
  detection: { name: "red", kmin: "10KB", kmax: "40KB", pmax: 1 },
  routing: { name: "ecmp", seed: "per-switch" }, // on these paths packets are lost
};

const read = (fields: object = {}, others: object = {}): ReturnType<typeof readScenario> =>
  readScenario(JSON.stringify({ ...dropping, ...fields, policies: { ...policies, ...others } }), "hung.json");

/** The run that settles, and the same run with every event. */
function bothWays(scenario: ReturnType<typeof readScenario>): readonly [Results, Results] {
  const run = (all: boolean): Results => {
    const experiment = setUp(scenario);
    if (all) vi.spyOn(experiment.network, "canSettle").mockReturnValue(false);
    return experiment.results(experiment.run(scenario.until));
  };
  return [run(false), run(true)];
}

const without = ({ summary: { settled_ns: _, ...summary }, ...others }: Results): Results => ({ ...others, summary });

const kinds: Record<string, ReturnType<typeof readScenario>> = {
  "flows that hang, DCQCN's timers go on": read(),
  "with series, sampled to the end": read({
    measure: { queues: ["leaf0-spine0"], rates: ["leaf0-spine0"], goodputs: "all", every: "100us" },
  }),
  "with CNPs": read({}, { congestion: { name: "dcqcn", cnpInterval: "50us" } }),
  "with ACC's periods": read({}, { congestion: { name: "acc", period: "700us" }, detection: { name: "tcd" } }),
  "with rates by a script": read(
    {},
    { congestion: { name: "scripted", others: "dcqcn", flows: [{ flow: 1, at: "3ms", rate: "1Gbps" }] } },
  ),
  "with a retransmission timeout after the end": read({}, { congestion: "none" }),
  "with a flow that begins late": read({
    traffic: [...dropping.traffic, { kind: "flows", list: [{ from: "h0", to: "h1", size: "9KB", start: "3500us" }] }],
  }),
};

describe.each(Object.entries(kinds))("%s", (_name, scenario) => {
  const [early, whole] = bothWays(scenario);

  test("the run ends early, and its results are those with every event", () => {
    const { settled_ns = NaN, simulated_ns, flows } = early.summary;
    expect(flows.finished).toBeLessThan(flows.finite);
    expect([settled_ns < 5e6, simulated_ns]).toEqual([true, 6e6]);
    expect(whole.summary.settled_ns).toBeUndefined();
    expect(resultsDiffer(without(early), whole)).toBeUndefined();
  });

  test("with partitions it ends at the same time", () => {
    const experiment = setUp(scenario);
    const partOf = Int32Array.from(scenario.wiring.names, (_, node) => node % 2);
    expect(resultsDiffer(runInTurns(experiment, partOf), early)).toBeUndefined();
  });
});

test("the report has the time, and the number of hung flows", () => {
  const [{ summary, ...results }] = bothWays(kinds["flows that hang, DCQCN's timers go on"]);
  const { finite, finished } = summary.flows;
  expect(runText({ summary, ...results })).toContain(
    `Ended at 1 ms, because nothing can change any more. ${finite - finished} flows hang. All numbers are those of a run to 6 ms.`,
  );
});

test.each([
  ["a timeout comes before the end", read({}, { recovery: { name: "go-back-n", timeout: "5ms" } })],
  ["rates are sampled", read({ measure: { inFlight: "all", every: "100us" } })],
  ["a window opens with the rate", read({ host: { window: "30KB", scaleWindow: true }, switch: { memory: "60KB" } })],
])("%s: the run continues", (_why, scenario) => {
  const [early, whole] = bothWays(scenario);
  expect([early.summary.settled_ns, early.summary.simulated_ns > 5e6]).toEqual([undefined, true]);
  expect(resultsDiffer(early, whole)).toBeUndefined();
});

describe("HPCC's simulator: flows that hang behind drops", () => {
  const input = (name: string): Parameters<typeof runNs3>[0] => {
    const text = (file: string): string => caseText(`hung-flows-slow/${file}`);
    const { config } = parseConfig(text(`mix/${name}`), name);
    const topology = parseTopology(text(config.topologyFile), config.topologyFile);
    return { config, topology, flows: parseFlows(text(config.flowFile), config.flowFile, topology) };
  };

  test("a run to 4 s needs the events of 3 ms, and its files equal those of a shorter run with every event", () => {
    const long = runNs3(input("config.txt"));
    expect([long.ending, long.network.settledAt / MS]).toEqual(["time is up", 2002]);
    const short = setUpNs3(input("short.txt"));
    vi.spyOn(short.network, "canSettle").mockReturnValue(false);
    short.network.run(2010 * MS);
    expect(long.network.events).toBeLessThan(short.network.events);
    expect(fctText(long)).toBe(fctText(short));
    expect(pfcText(long)).toBe(pfcText(short));
    expect(fctText(long).split("\n").length).toBe(150);
  });
});
