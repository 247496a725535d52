import { describe, expect, test } from "vitest";
import { parityText } from "../../../test/parity/files.ts";
import { experiment, readScenario, readSetting } from "../../run/lab/lab.ts";
import { parseTopology } from "../hpcc/topology.ts";
import { checkFiles } from "./check.ts";
import { isConweave, keys, parseConweave } from "./config.ts";
import { parseFlows } from "./flows.ts";
import { fateOf } from "./key-fates.ts";
import { toScenario } from "./to-scenario.ts";

type Edit = readonly [file: "config.txt" | "topology.txt" | "flow.txt", from: string | RegExp, to: string];

/** The input of a reference run, with edits, as a scenario. */
function imported(name: string, edits: readonly Edit[] = [], settings: readonly string[] = []) {
  const text = (file: string): string =>
    edits
      .filter(([edited]) => edited === file)
      .reduce((before, [, from, to]) => before.replace(from, to), parityText(`conweave/${name}/${file}`));
  const { config, lines } = parseConweave(text("config.txt"), "config.txt");
  const topology = parseTopology(text("topology.txt"), "topology.txt");
  const flows = parseFlows(text("flow.txt"), "flow.txt", topology, (warning) => expect.fail(warning));
  const input = { config, lines, topology, flows, configFile: "config.txt", flowFile: "flow.txt" };
  checkFiles({ ...input, topologyFile: "topology.txt" });
  const result = toScenario(input, { topology: "topology.txt" });
  const given = settings.map((setting) => readSetting("--set", setting));
  return { ...result, scenario: readScenario(result.text, "imported.yaml", text, given) };
}

test("every key of a config is carried into the scenario or told of, under every CC_MODE", () => {
  for (const mode of [1, 3, 7, 8])
    expect([...keys.keys()].filter((key) => fateOf(key, mode, 0) === undefined)).toEqual([]);
});

test("policies of the scenario get what they need, whatever the config says of marks and windows", () => {
  for (const mode of [1, 3, 7, 8])
    for (const [qcn, varWin] of ["00", "01", "10", "11"])
      imported("M1_incast_irn", [
        ["config.txt", /^CC_MODE 1$/m, `CC_MODE ${mode}`],
        ["config.txt", /^ENABLE_QCN 1$/m, `ENABLE_QCN ${qcn}`],
        ["config.txt", /^HAS_WIN 0$/m, "HAS_WIN 1"],
        ["config.txt", /^VAR_WIN 0$/m, `VAR_WIN ${varWin}`],
      ]);
  const { notes, text } = imported("M1_incast_irn", [["config.txt", "ENABLE_QCN 1", "ENABLE_QCN 0"]]);
  expect(notes.join("\n")).toMatch(/ENABLE_QCN 0: no packet is marked, so DCQCN never acts/);
  expect(text).toContain("congestion: none");
});

test("a config is known by its own keys, and HPCC's is none", () => {
  expect(isConweave(parityText("conweave/M1_incast_irn/config.txt"))).toBe(true);
  expect(isConweave(parityText("cases/R1/config.txt"))).toBe(false);
});

test("M1: memory, thresholds without a queue's own bytes, the cap of the topology's name, the seed", () => {
  const { scenario, notes } = imported("M1_incast_irn", [["config.txt", "RANDOM_SEED 1", "RANDOM_SEED 7"]]);
  expect(scenario).toMatchObject({
    seed: 7,
    until: 12_000_999_999e3, // 10 s after 2.001 s, which ns-3 truncates to 2.000999999 s
    memory: 1024 * 1024,
    lossless: [],
    times: "ns3",
    draws: "ns3",
    nic: "conweave",
    ports: "host",
    policies: {
      buffer: { name: "ingress-egress", values: { lastHeadroom: 14_596 } },
      headroom: { name: "none" },
      link: { name: "none" },
      detection: [{ name: "red", values: { kmin: 101_049, kmax: 401_049, pmax: 0.2, scaleTo: 0 } }],
      congestion: { name: "dcqcn", values: { additiveIncrease: 40e6, hyperIncrease: 100e6, minRate: 100e6 } },
      recovery: { name: "irn-rewind", values: { cap: 104_000, rtoLow: 100e6, rtoHigh: 320e6 } },
      routing: { name: "ecmp" },
    },
  });
  expect(notes.join("\n")).toMatch(/CONWEAVE_TX_EXPIRY_TIME, .* read under LB_MODE 9 only/);
});

describe("what a config says otherwise", () => {
  test.each<[what: string, edits: Edit[], expected: object]>([
    [
      "lossless: go-back-N and PFC of 5 us, repeated by packets",
      [["config.txt", /ENABLE_PFC 0\s+ENABLE_IRN 1/, "ENABLE_PFC 1\nENABLE_IRN 0"]],
      {
        lossless: [3],
        policies: {
          link: { name: "pfc", values: { frame: 43, repeat: "packet", hold: 5e6 } },
          recovery: {
            name: "go-back-n",
            values: { nackInterval: 4e6, gapMarks: true, timeout: 4e9, timeoutFrom: "packet", forgets: true },
          },
        },
      },
    ],
    [
      "neither PFC nor IRN",
      [["config.txt", "ENABLE_IRN 1", "ENABLE_IRN 0"]],
      { lossless: [], policies: { link: { name: "none" }, recovery: { name: "go-back-n" } } },
    ],
    ["DRILL", [["config.txt", "LB_MODE 0", "LB_MODE 2"]], { policies: { routing: { name: "drill" } } }],
    ["CONGA", [["config.txt", "LB_MODE 0", "LB_MODE 3"]], { policies: { routing: { name: "conga-sampled" } } }],
    ["LetFlow", [["config.txt", "LB_MODE 0", "LB_MODE 6"]], { policies: { routing: { name: "letflow" } } }],
    [
      "ConWeave, with its times in microseconds",
      [
        ["config.txt", "LB_MODE 0", "LB_MODE 9"],
        ["config.txt", /^CONWEAVE_TX_EXPIRY_TIME .*$/m, "CONWEAVE_TX_EXPIRY_TIME 300"],
        ["config.txt", /^CONWEAVE_PATH_PAUSE_TIME .*\n/m, ""],
      ],
      { policies: { routing: { name: "conweave", values: { expiry: 300e6, replyExtra: 4e6, pathPause: 8e6 } } } },
    ],
    ["no scheme, which is ECMP", [["config.txt", /LB_MODE 0\n/, ""]], { policies: { routing: { name: "ecmp" } } }],
    ["375,000 B a port", [["config.txt", "BUFFER_SIZE 1", "BUFFER_SIZE 0"]], { memory: 9 * 375_000 }],
    [
      "switches with other numbers of ports",
      [
        ["config.txt", "BUFFER_SIZE 1", "BUFFER_SIZE 0"],
        ["topology.txt", /^10 1 9\n9([^]*?)\n8 9 (.*)/, "11 2 10\n9 10$1\n8 10 $2\n9 10 $2"],
      ],
      { memory: 9 * 375_000, wiring: { memory: new Map([[10, 2 * 375_000]]) } },
    ],
    [
      "HPCC, whose window is the largest bandwidth-delay product of all pairs",
      [
        ["config.txt", "CC_MODE 1", "CC_MODE 3"],
        ["config.txt", "HAS_WIN 0", "HAS_WIN 1"],
      ],
      { window: 52_000, policies: { congestion: { name: "hpcc" }, detection: [{ name: "red" }, { name: "int" }] } },
    ],
    [
      "a cap for a topology that the simulator does not know",
      [["config.txt", "TOPOLOGY_FILE leaf_spine", "TOPOLOGY_FILE my_spine"]],
      { policies: { recovery: { values: { cap: 52_000 } } } },
    ],
  ])("%s", (_what, edits, expected) => {
    expect(imported("M1_incast_irn", edits).scenario).toMatchObject(expected);
  });
});

describe("a mistake is told with its place", () => {
  test.each<[what: string, edits: Edit[], message: RegExp]>([
    [
      "ConWeave under another congestion control than DCQCN",
      [
        ["config.txt", "LB_MODE 0", "LB_MODE 9"],
        ["config.txt", /^CC_MODE 1$/m, "CC_MODE 8"],
      ],
      /^config\.txt:\d+: expected CC_MODE 1 \(DCQCN\) with LB_MODE 9, found "8"/,
    ],
    [
      "an unknown scheme",
      [["config.txt", "LB_MODE 0", "LB_MODE 4"]],
      /^config\.txt:24:9: expected LB_MODE 0 .*found "4"/,
    ],
    ["no rate", [["config.txt", /RATE_AI .*\n/, ""]], /^config\.txt: expected RATE_AI, a rate, found no such key/],
    [
      "no ACKs",
      [["config.txt", /L2_ACK_INTERVAL 1/, "L2_ACK_INTERVAL 0"]],
      /^config\.txt:47: expected L2_ACK_INTERVAL of 1/,
    ],
    [
      "another delay",
      [["topology.txt", "1000ns", "2us"]],
      /^topology\.txt:3: expected a delay of 1000ns, found 2000ns/,
    ],
    [
      "a host that is not there",
      [["flow.txt", "7 8 3", "11 8 3"]],
      /^flow\.txt:9:1: expected a host from 0 to 9, found "11"/,
    ],
    [
      "a port column, as in HPCC's",
      [["flow.txt", "7 8 3 ", "7 8 3 100 "]],
      /^flow\.txt:9: expected "src dst pg size start", found more/,
    ],
    ["no threshold for a rate", [["topology.txt", /100Gbps/g, "40Gbps"]], /KMIN_MAP entry for 40Gbps/],
  ])("%s", (_what, edits, message) => {
    expect(() => imported("M1_incast_irn", edits)).toThrow(message);
  });
});

test.each([
  ["the papers' IRN", ["recovery=irn"]],
  ["another buffer and its headroom", ["buffer=dt", "headroom=sih"]],
  [
    "a clock to the picosecond, random numbers and NICs of xoff's own",
    ["packet.times=exact", "rng=own", "host.nic=exact"],
  ],
  ["no congestion control", ["congestion=none"]],
])("any policy may be exchanged: %s", (_what, settings) => {
  const { summary } = experiment(imported("M1_incast_irn", [], settings).scenario);
  expect(summary.flows).toMatchObject({ finite: 8, finished: 8 });
});
