import { expect, test } from "vitest";
import { readScenario } from "../../lab/lab.ts";
import { InputError } from "../hpcc/input-error.ts";
import { fateOf } from "../hpcc/key-fates.ts";
import { parseTopology } from "../hpcc/topology.ts";
import { isSimai, keys, MONITORS, parseSimai } from "./config.ts";
import { toScenario } from "./to-scenario.ts";

/** As SimAI's own, shorter: two servers of two GPUs, an NVSwitch each, and two ToRs. */
const CONFIG = `ENABLE_QCN 1
PACKET_PAYLOAD_SIZE 9000
FLOW_FILE /etc/astra-sim/simulation/flow1.txt
SIMULATOR_STOP_TIME 40000000000000.00
CC_MODE 1
RP_TIMER 900
EWMA_GAIN 0.00390625
RATE_AI 50Mb/s
RATE_HAI 100Mb/s
HAS_WIN 1
GLOBAL_T 0
LINK_DOWN 0 0 0
TRACE_NODE 0
KMAX_MAP 1 200000000000 1200
KMIN_MAP 1 200000000000 300
PMAX_MAP 1 200000000000 0.8
BUFFER_SIZE 32
BW_MON_FILE /etc/astra-sim/simulation/bw.txt
MON_START 0
QP_MON_INTERVAL 100
`;
const TOPOLOGY = `8 2 2 2 10 H100
4 5 6 7
${[0, 1, 2, 3].map((gpu) => `${gpu} ${4 + (gpu >> 1)} 2880Gbps 0.000025ms 0\n${gpu} ${6 + (gpu & 1)} 200Gbps 0.0005ms 0\n`).join("")}6 7 200Gbps 0.0005ms 0
4 5 1Gbps 1ms 0
`;

function imported(config = CONFIG) {
  const topology = parseTopology(TOPOLOGY, "topo", { simai: true });
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
