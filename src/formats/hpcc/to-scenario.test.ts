import { describe, expect, test } from "vitest";
import { parityCases, parityLines, parityText } from "../../../test/parity/files.ts";
import { experiment, readScenario, setUpNs3 } from "../../lab/lab.ts";
import { keys } from "./config-keys.ts";
import { parseConfig } from "./config.ts";
import { parseFlows } from "./flows.ts";
import { fateOf } from "./key-fates.ts";
import type { HpccInput } from "./import-notes.ts";
import { toScenario } from "./to-scenario.ts";
import { parseTopology } from "./topology.ts";

type Edit = readonly [file: "config.txt" | "topology.txt" | "flow.txt", from: string | RegExp, to: string];

/** The input of a reference run, with edits, as a scenario. */
function imported(name: string, edits: readonly Edit[] = []) {
  const text = (file: string): string =>
    edits
      .filter(([edited]) => edited === file)
      .reduce((before, [, from, to]) => before.replace(from, to), parityText(`cases/${name}/${file}`));
  const topology = parseTopology(text("topology.txt"), "topology.txt");
  const input: HpccInput = {
    ...parseConfig(text("config.txt"), "config.txt"),
    configFile: "config.txt",
    topology,
    flows: parseFlows(text("flow.txt"), "flow.txt", topology),
    flowFile: "flow.txt",
  };
  const { window } = setUpNs3(input).build;
  const result = toScenario(input, { topology: "topology.txt", flows: "flow.txt" }, window);
  const scenario = readScenario(result.text, "imported.yaml", (path) => text(path));
  return { ...result, scenario };
}

test("every key of a config is carried into the scenario or told of, under every CC_MODE", () => {
  for (const mode of [0, 1, 3, 7, 8]) {
    expect([...keys.keys()].filter((key) => fateOf(key, mode) === undefined)).toEqual([]);
  }
});

test.each(parityCases)("%s can be read as a scenario, with all its flows, and nothing is told twice", (name) => {
  const { scenario, notes, text } = imported(name);
  expect(scenario.traffic[0].values["list"]).toHaveLength(Number(parityText(`cases/${name}/flow.txt`).split("\n")[0]));
  expect(new Set(notes).size).toBe(notes.length);
  const comments = text.replace(/\n# +(?=\S)/g, " ").replace(/\s+/g, " ");
  for (const note of notes) expect(comments).toContain(note.replace(/\s+/g, " "));
});

test("R6: sizes, thresholds, timers and rates in the scenario's words", () => {
  const { scenario } = imported("R6_pfc_dcqcn");
  expect(scenario).toMatchObject({
    until: 0.1e12,
    memory: 1024 * 1024,
    payload: 1000,
    sizes: "hpcc",
    lossless: [3],
    window: 0,
    onDrop: "count",
    policies: {
      buffer: { name: "dt", values: { alpha: 1 / 8 } },
      headroom: { name: "sih", values: { size: 37_500, resumeOffset: 3072 } },
      link: { name: "pfc", values: { frame: 43, reaction: 0 } },
      detection: [{ name: "red", values: { kmin: 400_000, kmax: 1_600_000, pmax: 0.2, scaleTo: 100e9 } }],
      congestion: {
        name: "dcqcn",
        values: { alphaInterval: 1e6, increaseInterval: 300e6, g: 1 / 256, additiveIncrease: 20e6, minRate: 1e9 },
      },
    },
  });
});

test("HPCC: telemetry beside ECN, and the largest window of all pairs under GLOBAL_T, else each path's own", () => {
  const { scenario, notes } = imported("R8_leafspine_hpcc");
  expect(scenario.policies.detection.map(({ name }) => name)).toEqual(["red", "int"]);
  expect(scenario.policies.congestion).toMatchObject({ name: "hpcc", values: { target: 0.95, perHop: false } });
  // Four links of 1 us each way and four packets of 1000 B at 100G: (8 us + 4 * 80 ns) * 100 Gbps.
  expect(scenario.window).toBe(104_000);
  expect(notes.join()).toContain("GLOBAL_T 1: every flow reckons with the longest round trip");
  expect(imported("R8_leafspine_hpcc", [["config.txt", "GLOBAL_T 1", "GLOBAL_T 0"]]).scenario.window).toBe("bdp");
});

describe("what a scenario cannot say is told, with its line", () => {
  test.each<[what: string, edits: Edit[], note: RegExp]>([
    [
      "ACKs in their flow's class",
      [["config.txt", "ACK_HIGH_PRIO 1", "ACK_HIGH_PRIO 0"]],
      /^config\.txt:46: ACK_HIGH_PRIO 0: ACKs share/m,
    ],
    ["no pacing", [["config.txt", "RATE_BOUND 1", "RATE_BOUND 0"]], /^config\.txt:44: RATE_BOUND 0: flows send/m],
    [
      "chunks",
      [["config.txt", "L2_BACK_TO_ZERO 0", "L2_BACK_TO_ZERO 1"]],
      /^config\.txt:30: L2_BACK_TO_ZERO 1: a loss/m,
    ],
    [
      "late flows",
      [["flow.txt", /(1 2 3 100 \d+) \S+/, "$1 5"]],
      /1 of 2 flows of flow\.txt start at SIMULATOR_STOP_TIME, 100ms, or later/,
    ],
    ["priority group 0", [["flow.txt", "1 2 3 100", "1 2 0 100"]], /^Priority group 0 \(1 of 2 flows\) has no PFC/m],
    [
      "thresholds out of proportion, and headroom by port",
      [
        ["topology.txt", "100Gbps", "400Gbps"],
        ["config.txt", "400000000000 6400", "400000000000 1600"],
      ],
      /the thresholds at 400Gbps are not those at 100Gbps in proportion[^]*Headroom is three times what a link holds, 37\.5KB to 150KB/,
    ],
  ])("%s", (_what, edits, note) => {
    expect(imported("R1", edits).notes.join("\n")).toMatch(note);
  });
});

test("a link goes down 2 s and so many microseconds after the start; error rates come with the topology", () => {
  const { scenario } = imported("R7_loss_dcqcn", [["config.txt", "LINK_DOWN 0 0 0", "LINK_DOWN 10 3 0"]]);
  expect(scenario.wiring.links.map(({ failsAt }) => failsAt)).toEqual([2_000_010_000_000, undefined, undefined]);
  expect(scenario.wiring.links[1].frameErrorRate).toBe(0.001);
});

test("flows of several priority groups keep their class, and each has PFC", () => {
  const { scenario } = imported("R1", [["flow.txt", "1 2 3 100", "1 2 4 100"]]);
  expect(scenario.lossless).toEqual([3, 4]);
  expect(scenario.traffic[0].values["list"]).toMatchObject([{ class: undefined }, { class: 4 }]);
});

test("ten thousand flows and more stay in their file", () => {
  const rows = Array.from({ length: 10_001 }, () => "0 2 3 100 1000 0.001");
  const { text, scenario } = imported("R1", [["flow.txt", /[^]*/, `${rows.length}\n${rows.join("\n")}\n`]]);
  expect(text).toContain('  - kind: flows\n    path: "flow.txt"\n');
  expect(scenario.traffic[0].values["list"]).toHaveLength(10_001);
});

// Frames, rates and thresholds are the simulator's; ECN's coins, the cutting of times and the order of simultaneous events are not. With one path,
// that is all; senders in step that answer to marks are chaotic, so one start of DCQCN or DCTCP is off by up to 4%.
test.each([
  ["R2_1M", 0.05],
  ["R3_dctcp_1M", 0.05],
  ["R3_hpcc_1M", 0.02],
  ["R3_timely_1M", 0.02],
  ["R6_pfc_dcqcn", 0.05],
] as const)("%s: the mean completion time, to the last ACK, is the simulator's within %d of it", (name, tolerance) => {
  const { tables } = experiment(imported(name).scenario);
  const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;
  const theirs = mean(parityLines(`cases/${name}/fct.txt`).map((line) => Number(line.split(" ")[6])));
  const ours = mean([...tables.flows.columns.fct_ack_ns]);
  expect(Math.abs(ours / theirs - 1)).toBeLessThan(tolerance);
});
