import { describe, expect, test } from "vitest";
import { parityCases, parityText } from "../../../test/parity/files.ts";
import { checkFiles, checkModelled, type HpccFiles } from "./check.ts";
import { parseConfig } from "./config.ts";
import { parseFlows } from "./flows.ts";
import { parseTopology } from "./topology.ts";

const CONFIG = `ENABLE_QCN 1
CC_MODE 1
RP_TIMER 300
L2_CHUNK_SIZE 4000
L2_ACK_INTERVAL 1
KMAX_MAP 1 100000000000 1600
KMIN_MAP 1 100000000000 400
PMAX_MAP 1 100000000000 0.2
`;
/** Two stars of two hosts each, without a link between their switches. */
const TOPOLOGY = `6 2 4
4 5
0 4 100Gbps 1000ns 0
1 4 100Gbps 1000ns 0
2 5 100Gbps 1000ns 0
3 5 100Gbps 1000ns 0
`;
const FLOWS = "1\n0 1 3 100 64000 2.0\n";

function files(config: string, topology = TOPOLOGY, flows = FLOWS): HpccFiles {
  const parsed = parseTopology(topology, "topology.txt");
  return {
    ...parseConfig(config, "config.txt"),
    topology: parsed,
    flows: parseFlows(flows, "flow.txt", parsed),
    configFile: "config.txt",
    topologyFile: "topology.txt",
    flowFile: "flow.txt",
  };
}

/** The checks of `run --ns3`. */
const checkAll = (all: HpccFiles): string[] => [...checkModelled(all), ...checkFiles(all)];

test.each(parityCases)("%s has no mistake and no warning", (name) => {
  const text = (file: string) => parityText(`cases/${name}/${file}`);
  expect(checkAll(files(text("config.txt"), text("topology.txt"), text("flow.txt")))).toEqual([]);
});

describe("congestion control that would hang, divide by zero or never send again", () => {
  test.each([
    [
      "RP_TIMER 300",
      "RP_TIMER 0.9",
      "config.txt:3: expected RP_TIMER of 1 or more for CC_MODE 1, found 0 us. A timer below 1 us",
    ],
    ["RP_TIMER 300\n", "", "config.txt:2: expected RP_TIMER of 1 or more for CC_MODE 1, found no RP_TIMER, so 0 us."],
    ["CC_MODE 1", "CC_MODE 3\nHAS_WIN 0", "config.txt:3: expected HAS_WIN 1 for CC_MODE 3, found 0. HPCC divides"],
    ["CC_MODE 1", "CC_MODE 3\nU_TARGET 0", "config.txt:3: expected U_TARGET above 0 for CC_MODE 3, found 0."],
    ["CC_MODE 1", "CC_MODE 7\nMIN_RATE 0Mb/s", "config.txt:3: expected MIN_RATE of 1b/s or more, found 0b/s."],
    [
      "L2_CHUNK_SIZE 4000",
      "L2_BACK_TO_ZERO 1",
      "config.txt:4: expected L2_CHUNK_SIZE of 1 or more for L2_BACK_TO_ZERO 1",
    ],
    [
      "L2_CHUNK_SIZE 4000\nL2_ACK_INTERVAL 1",
      "L2_ACK_INTERVAL 1001",
      "an L2_ACK_INTERVAL above the 1000 bytes of a first",
    ],
    [
      "CC_MODE 1",
      "PAUSE_TIME 0.5",
      "config.txt:2: expected PAUSE_TIME of 1 or more, found 0.5. The simulator takes a PAUSE of time 0",
    ],
    [
      "CC_MODE 1",
      "CC_MODE 10\nPINT_LOG_BASE 1",
      "config.txt:3: expected PINT_LOG_BASE from 1.0002 to 262143, found 1. The simulator writes",
    ],
    ["CC_MODE 1", "CC_MODE 10\nPINT_LOG_BASE 1.0001", "expected PINT_LOG_BASE from 1.0002 to 262143, found 1.0001."],
    ["CC_MODE 1", "CC_MODE 10\nU_TARGET 0", "config.txt:3: expected U_TARGET above 0 for CC_MODE 10, found 0."],
  ])("%j -> %j", (from, to, message) => {
    expect(() => checkAll(files(CONFIG.replace(from, to)))).toThrow(message);
  });

  test("a stop time beyond any run is that of the flows: ASTRA-sim's is 4e13 s", () => {
    expect(checkAll(files(`${CONFIG}SIMULATOR_STOP_TIME 40000000000000.00\n`))).toEqual([
      "config.txt:9: SIMULATOR_STOP_TIME is 40000000000000 s: the run ends when all flows are done, or at 9000 s.",
    ]);
  });

  test("what another congestion control would ask for is not asked", () => {
    expect(checkFiles(files(CONFIG.replace("CC_MODE 1", "CC_MODE 8\nHAS_WIN 0").replace("RP_TIMER 300", "")))).toEqual(
      [],
    );
  });
});

describe("links", () => {
  test.each([
    [
      "3 5 100Gbps",
      "3 5 40Gbps",
      "topology.txt:6: expected a KMIN_MAP entry for 40Gbps, the rate of this switch port, found entries for 100Gbps",
    ],
    ["3 5 100Gbps", "3 5 1600Gbps", "topology.txt:6: expected a rate up to 1000Gbps, found 1600Gbps."],
    ["3 5 100Gbps 1000ns", "3 5 100Gbps 1001ms", "topology.txt:6: expected a delay up to 1s, found 1001000000ns."],
    [
      "3 5 100Gbps 1000ns",
      "3 5 100Gbps 200ms",
      "expected a link with less than 1.4 GB in flight, found 100Gbps over 200000000 ns.",
    ],
  ])("%j -> %j", (from, to, message) => {
    expect(() => checkAll(files(CONFIG, TOPOLOGY.replace(from, to)))).toThrow(message);
  });

  test("a host with a second link, and a second link of two switches, are for xoff's own model alone", () => {
    const nics = files(CONFIG, `${TOPOLOGY.replace("6 2 4", "6 2 5")}0 5 100Gbps 1000ns 0\n`);
    expect(() => checkModelled(nics)).toThrow(
      "topology.txt:7: expected one link for host 0, found a second. Line 3 links this host, and --ns3 supports only one NIC for each host",
    );
    const side = files(CONFIG, `${TOPOLOGY.replace("6 2 4", "6 2 6")}4 5 100Gbps 1000ns 0\n5 4 100Gbps 1us 0\n`);
    expect(() => checkModelled(side)).toThrow(
      "topology.txt:8: expected one link between two nodes, found a second of 5 and 4. Line 7 links these nodes,",
    );
    expect([nics, side].map(checkFiles)).toEqual([[], []]);
  });

  test("a host without a link is no mistake, but the first one's rate is asked for", () => {
    expect(checkAll(files(CONFIG, TOPOLOGY.replace("6 2 4", "7 2 4")))).toEqual([]);
    const first = TOPOLOGY.replace("6 2 4", "6 2 3").replace(/^0 4.*\n/m, "");
    expect(() => checkAll(files(CONFIG, first, "1\n2 3 3 100 64000 2.0\n"))).toThrow(
      "topology.txt:1: expected a link for host 0, the first one, found none. The simulator reads the rate of its NIC",
    );
  });

  test("a missing entry says where it goes, and what the simulator would do", () => {
    const topology = TOPOLOGY.replace("3 5 100Gbps", "3 5 400Gbps");
    expect(() => checkAll(files(CONFIG, topology))).toThrow(
      'Add "400000000000" and its threshold in KB to KMIN_MAP (config.txt:7) and increase its count, or set ENABLE_QCN 0; ' +
        'the simulator aborts with "must set kmin for each link speed".',
    );
    expect(() => checkAll(files(CONFIG.replace(/KMIN_MAP.*\n/, ""), topology))).toThrow(
      "a KMIN_MAP line in config.txt",
    );
    expect(checkAll(files(CONFIG.replace("ENABLE_QCN 1", "ENABLE_QCN 0"), topology))).toEqual([]);
  });

  test("HPCC's telemetry has codes for five rates", () => {
    const config = CONFIG.replace("CC_MODE 1", "CC_MODE 3").replace("ENABLE_QCN 1", "ENABLE_QCN 0");
    const message =
      "topology.txt:6: expected a rate of 25, 50, 100, 200 or 400Gbps, found 800Gbps. The telemetry header";
    expect(() => checkAll(files(config, TOPOLOGY.replace("3 5 100Gbps", "3 5 800Gbps")))).toThrow(message);
    expect(checkAll(files(config, TOPOLOGY.replace("3 5 100Gbps", "3 5 25Gbps")))).toEqual([]);
  });
});

describe("flows", () => {
  test("between islands are refused: hosts do not forward", () => {
    expect(() => checkFiles(files(CONFIG, TOPOLOGY, "2\n0 1 3 100 64000 2\n1 2 3 100 64000 2\n"))).toThrow(
      "flow.txt:3: expected a path from host 1 to host 2, found none. Hosts do not forward packets: link their switches in topology.txt.",
    );
  });

  test("of priority group 0 beside others are warned of: PFC frames share their queue", () => {
    const [warning, ...rest] = checkAll(files(CONFIG, TOPOLOGY, "2\n0 1 3 100 64000 2\n1 0 0 100 64000 2\n"));
    expect(warning).toMatch(/^flow\.txt:3: in the simulator priority group 0 shares its queue/);
    expect(rest).toEqual([]);
    expect(checkFiles(files(CONFIG, TOPOLOGY, "1\n1 0 0 100 64000 2\n"))).toEqual([]);
  });
});

describe("a link that goes down", () => {
  test("is between two nodes of the topology", () => {
    expect(() => checkFiles(files(`${CONFIG}LINK_DOWN 10 0 50\n`))).toThrow(
      "config.txt:9: expected two nodes of topology.txt, found 0 and 50.",
    );
    expect(checkFiles(files(`${CONFIG}LINK_DOWN 10 4 0\n`))).toEqual([]);
  });

  test("has no effect where the two have no link, which is warned of", () => {
    expect(checkFiles(files(`${CONFIG}LINK_DOWN 10 0 1\n`))).toEqual([
      "config.txt:9: LINK_DOWN has no effect: topology.txt has no link between 0 and 1.",
    ]);
  });
});
