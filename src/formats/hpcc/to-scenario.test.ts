import { describe, expect, test } from "vitest";
import { parityCases, parityLines, parityText } from "../../../test/parity/files.ts";
import { experiment, setUpFrom, setUpNs3 } from "../../run/lab/lab.ts";
import { largestBdp } from "../conweave/bdp.ts";
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
  const window = largestBdp(topology, input.config.packetPayload);
  const result = toScenario(input, { topology: "topology.txt", flows: "flow.txt" }, window);
  const { scenario } = setUpFrom(result.text, "imported.yaml", (path) => text(path));
  return { ...result, scenario };
}

test("every key of a config is carried into the scenario or told of, under every CC_MODE", () => {
  for (const mode of [0, 1, 3, 7, 8, 10]) {
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

test.each(parityCases)("%s: the largest window is the simulator's", (name) => {
  const text = (file: string): string => parityText(`cases/${name}/${file}`);
  const { config } = parseConfig(text("config.txt"), "config.txt");
  const topology = parseTopology(text("topology.txt"), "topology.txt");
  expect(largestBdp(topology, config.packetPayload)).toBe(setUpNs3({ config, topology, flows: [] }).build.window);
});

test("headroom by port: 37.5 KB at 100G and 150 KB at 400G, as the simulator has it", () => {
  const { scenario } = imported("R1", [
    ["topology.txt", "0 3 100Gbps", "0 3 400Gbps"],
    ["config.txt", "BUFFER_SIZE 32", "BUFFER_SIZE 1"],
  ]);
  const { profiles } = scenario.policies.headroom.values;
  expect(profiles).toEqual([
    { rate: 400e9, delay: 1e6, size: 150_000 },
    { rate: 100e9, delay: 1e6, size: 37_500 },
  ]);
  expect(scenario.wiring.memory).toBeUndefined();
});

test("headroom beyond BUFFER_SIZE: what the wrapped difference leaves, on top of the headroom", () => {
  const { scenario, notes } = imported("R1", [["topology.txt", "100Gbps 1000ns", "100Gbps 10ms"]]);
  // 3 x 125 MB of headroom at 10 ms, and 37.5 KB twice. The pool is BUFFER_SIZE less those bytes and 3 x 4096 B, modulo
  // 2^32.
  const headroom = 375_000_000 + 75_000;
  expect(scenario.memory).toBe(2 ** 32 + 32 * 1024 * 1024 - headroom - 3 * 4096 + headroom);
  expect(notes.join("\n")).toMatch(
    /BUFFER_SIZE 32 is less than the headroom of s3\. The simulator's difference wraps round/,
  );
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
  expect(notes.join()).toContain("GLOBAL_T 1: in the simulator every flow computes with the longest round trip");
  expect(imported("R8_leafspine_hpcc", [["config.txt", "GLOBAL_T 1", "GLOBAL_T 0"]]).scenario.window).toBe("bdp");
});

describe("notes name what a scenario cannot express, with the line of the config", () => {
  test.each<[what: string, edits: Edit[], note: RegExp]>([
    ["ACKs that no PAUSE stops at their host", [], /^config\.txt:46: ACK_HIGH_PRIO 1: in the simulator no PAUSE/m],
    [
      "no pacing",
      [["config.txt", "RATE_BOUND 1", "RATE_BOUND 0"]],
      /^config\.txt:44: RATE_BOUND 0: in the simulator only the window/m,
    ],
    [
      "chunks",
      [["config.txt", "L2_BACK_TO_ZERO 0", "L2_BACK_TO_ZERO 1"]],
      /^config\.txt:30: L2_BACK_TO_ZERO 1: in the simulator a loss/m,
    ],
    [
      "late flows",
      [["flow.txt", /(1 2 3 100 \d+) \S+/, "$1 5"]],
      /1 of 2 flows of flow\.txt starts at SIMULATOR_STOP_TIME, 100ms, or later/,
    ],
    ["priority group 0", [["flow.txt", "1 2 3 100", "1 2 0 100"]], /^Priority group 0 \(1 of 2 flows\) has no PFC/m],
    [
      "thresholds out of proportion",
      [
        ["topology.txt", "100Gbps", "400Gbps"],
        ["config.txt", "400000000000 6400", "400000000000 1600"],
      ],
      /the thresholds at 400Gbps are not proportional to those at 100Gbps/,
    ],
    [
      "links side by side",
      [["topology.txt", /^4 1 3([^]*)/, "4 1 4$1\n0 3 100Gbps 1us 0\n"]],
      /One link joins nodes that another[^]*One host has several NICs/,
    ],
    [
      "ECN off",
      [["config.txt", "ENABLE_QCN 1", "ENABLE_QCN 0"]],
      /^config\.txt:1: ENABLE_QCN 0: no packet is marked, so DCQCN never acts/m,
    ],
    [
      "an error rate for all",
      [["config.txt", "ERROR_RATE_PER_LINK 0.0000", "ERROR_RATE_PER_LINK 0.01"]],
      /ERROR_RATE_PER_LINK 0\.01: links whose own/,
    ],
    ["a flow of size 0", [["flow.txt", /(1 2 3 100) \d+/, "$1 0"]], /1 of 2 flows of flow\.txt has size 0/],
    [
      "HPCC-PINT",
      [["config.txt", "CC_MODE 1\n", "CC_MODE 10\n"]],
      /CC_MODE 10: HPCC-PINT reads powers of PINT_LOG_BASE/,
    ],
    [
      "a window of one size",
      [
        ["config.txt", "CC_MODE 1\n", "CC_MODE 3\n"],
        ["config.txt", "HAS_WIN 0", "HAS_WIN 1"],
      ],
      /VAR_WIN 0: in the simulator windows have a constant size/,
    ],
    [
      "no end",
      [["config.txt", /SIMULATOR_STOP_TIME \S+/, "SIMULATOR_STOP_TIME 4e13"]],
      /SIMULATOR_STOP_TIME 40000000000000 s: the run ends when all/,
    ],
    ["no flow", [["flow.txt", /^2/, "0"]], /The input has no flows, so the scenario has an all-reduce over all hosts/],
  ])("%s", (_what, edits, note) => {
    expect(imported("R1", edits).notes.join("\n")).toMatch(note);
  });
});

test("policies of the scenario get what they need, whatever the config says of marks and windows", () => {
  for (const mode of [1, 3, 7, 8, 10])
    for (const [qcn, varWin] of ["00", "01", "10", "11"])
      imported("R1", [
        ["config.txt", /^CC_MODE 1$/m, `CC_MODE ${mode}`],
        ["config.txt", /^ENABLE_QCN 1$/m, `ENABLE_QCN ${qcn}`],
        ["config.txt", /^HAS_WIN 0$/m, "HAS_WIN 1"],
        ["config.txt", /^VAR_WIN 0$/m, `VAR_WIN ${varWin}`],
      ]);
});

test("HPCC-PINT reads no key of HPCC's stamps: its sender always reacts at once, to the busiest hop", () => {
  const { scenario, notes } = imported("R1", [
    ["config.txt", /^CC_MODE 1$/m, "CC_MODE 10\nPINT_PROB 0.5"],
    ["config.txt", /^FAST_REACT \d$/m, "FAST_REACT 0"],
    ["config.txt", /^MULTI_RATE \d$/m, "MULTI_RATE 1"],
  ]);
  expect(scenario.policies.congestion.values).toMatchObject({ fastReact: true, perHop: false, skipEmpty: false });
  expect(notes.filter((note) => note.includes("PINT_PROB"))).toEqual([expect.stringContaining("CC_MODE 10:")]);
  expect(notes.find((note) => note.includes("MULTI_RATE"))).toContain("not read under CC_MODE 10");
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

// Frames, rates and thresholds equal the simulator's. The random draws of ECN, the rounding of times and the order of simultaneous events
// differ. With one path there are no other differences. Synchronised senders that react to marks are chaotic, so one start of DCQCN or
// DCTCP is off by up to 4%.
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

test("ERROR_RATE_PER_LINK is a fault of the links whose own rate is 0, and loses its share of frames", () => {
  const rate: Edit = ["config.txt", "ERROR_RATE_PER_LINK 0.0000", "ERROR_RATE_PER_LINK 0.001"];
  const { scenario, text } = imported("R1", [rate]);
  expect(text).toContain('faults: [{ kind: bit-errors, target: ["*"], rate: 0, frames: 0.001 }]\n');
  const { summary } = experiment(scenario);
  // Data and ACKs cross two links each. The error rate of 1/1000 gives the expected loss, within four standard deviations.
  const mean = summary.counters.packet_hops / 1000;
  expect(Math.abs(summary.counters.dropped_damaged - mean)).toBeLessThan(4 * Math.sqrt(mean));

  const one: Edit = ["topology.txt", "0 3 100Gbps 1000ns 0.000000", "0 3 100Gbps 1000ns 0.02"];
  const mixed = imported("R1", [rate, one]);
  expect(mixed.text).toContain('faults: [{ kind: bit-errors, target: ["h1-s3","h2-s3"], rate: 0, frames: 0.001 }]\n');
  expect(mixed.scenario.wiring.links.map(({ frameErrorRate }) => frameErrorRate)).toEqual([0.02, undefined, undefined]);
  const beside: Edit = ["topology.txt", /^4 1 3([^]*)/, "4 1 4$1\n0 3 100Gbps 1us 0.5\n"];
  expect(imported("R1", [rate, beside]).text).toContain('target: ["h0-s3#1","h1-s3","h2-s3"]');
});
