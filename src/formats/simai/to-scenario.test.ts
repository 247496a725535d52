import { expect, test } from "vitest";
import { SIMAI_CONFIG as CONFIG, SIMAI_TOPOLOGY as TOPOLOGY } from "../../../test/simai.ts";
import { readScenario } from "../../run/lab/lab.ts";
import { InputError } from "../hpcc/input-error.ts";
import { fateOf } from "../hpcc/key-fates.ts";
import { parseTopology } from "../hpcc/topology.ts";
import { isSimai, keys, MONITORS, parseSimai } from "./config.ts";
import { toScenario } from "./to-scenario.ts";

function imported(config = CONFIG) {
  const topology = parseTopology(TOPOLOGY, "topo", { dialects: true });
  const input = { ...parseSimai(config, "SimAI.conf"), configFile: "SimAI.conf", topology, flows: [], flowFile: "" };
  const result = toScenario(input, "topo");
  return { ...result, scenario: readScenario(result.text, "made.yaml", () => TOPOLOGY) };
}

test("GPUs are hosts, NVSwitches switches; marks of the NICs' rate, its window and its rates; an all-reduce of all", () => {
  const { scenario, notes } = imported();
  expect(scenario.wiring.names.filter((_, node) => !scenario.wiring.isSwitch[node])).toEqual(["h0", "h1", "h2", "h3"]);
  expect(scenario).toMatchObject({
    untilDone: true,
    payload: 9000,
    window: "bdp",
    policies: {
      buffer: { values: { alpha: 1 / 8 } },
      detection: [{ name: "red", values: { kmin: 300_000, kmax: 1_200_000, pmax: 0.8, scaleTo: 200e9 } }],
      congestion: { name: "dcqcn", values: { increaseInterval: 900e6, g: 1 / 256 } },
    },
    traffic: [{ kind: "collective", values: { ranks: [0, 1, 2, 3] } }],
  });
  expect(notes.join("\n")).toMatch(/FLOW_FILE: not read/);
  expect(notes.join("\n")).toMatch(/TRACE_NODE, BW_MON_FILE, MON_START, QP_MON_INTERVAL|BW_MON_FILE, MON_START/);
});

test("every key is carried over or told of, under every CC_MODE", () => {
  for (const mode of [0, 1, 3, 7, 8])
    expect([...keys.keys()].filter((key) => !MONITORS.includes(key) && fateOf(key, mode) === undefined)).toEqual([]);
});

test("HPCC's config is not taken for SimAI's; a value that is none has its place", () => {
  expect(isSimai(CONFIG)).toBe(true);
  expect(isSimai("CC_MODE 1\nQLEN_MON_FILE q.txt\n")).toBe(false);
  expect(() => imported(CONFIG.replace("CC_MODE 1", "CC_MODE x"))).toThrow(InputError);
  expect(() => imported(CONFIG.replace("CC_MODE 1", "CC_MODE x"))).toThrow(
    "SimAI.conf:5:9: expected a whole number for CC_MODE",
  );
});
