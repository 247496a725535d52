/**
 * Ten thousand damaged files over all importers. Each gives an error in one sentence with its place, or a readable scenario. No other
 * exception occurs, no reading takes long, and none needs a GB. For more files: FILES=100000 npx vitest run
 * test/properties/importers.test.ts
 */
import { expect, test } from "vitest";
import { stream } from "../../src/base/random.ts";
import { parseChakra } from "../../src/formats/chakra/nodes.ts";
import { chakraToGoal } from "../../src/formats/chakra/to-goal.ts";
import * as conweave from "../../src/formats/conweave/check.ts";
import { parseConweave } from "../../src/formats/conweave/config.ts";
import { parseFlows as parseConweaveFlows } from "../../src/formats/conweave/flows.ts";
import { toScenario as conweaveToScenario } from "../../src/formats/conweave/to-scenario.ts";
import { parseFlowCsv } from "../../src/formats/flow-csv.ts";
import { parseGoal } from "../../src/formats/goal/goal.ts";
import { checkFiles, checkSomeThresholds } from "../../src/formats/hpcc/check.ts";
import { parseConfig } from "../../src/formats/hpcc/config.ts";
import { parseFct } from "../../src/formats/hpcc/fct.ts";
import { parseFlows } from "../../src/formats/hpcc/flows.ts";
import { InputError } from "../../src/formats/hpcc/input-error.ts";
import { toScenario as hpccToScenario } from "../../src/formats/hpcc/to-scenario.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import { parseConnections } from "../../src/formats/htsim/connections.ts";
import { parseTopo } from "../../src/formats/htsim/topology.ts";
import { parseSimai } from "../../src/formats/simai/config.ts";
import { toScenario as simaiToScenario } from "../../src/formats/simai/to-scenario.ts";
import { ConfigDb } from "../../src/formats/sonic/config-db.ts";
import { lint } from "../../src/formats/sonic/lint.ts";
import { profileLookup } from "../../src/formats/sonic/profile-lookup.ts";
import { switchOf } from "../../src/formats/sonic/switch-of.ts";
import { toScenario as sonicToScenario } from "../../src/formats/sonic/to-scenario.ts";
import { containerlabWires, lldpWires, neighbours } from "../../src/formats/sonic/wiring.ts";
import { plainYaml } from "../../src/run/lab/authoring.ts";
import { readScenario, ScenarioError, setUpFrom } from "../../src/run/lab/lab.ts";
import { chakraBytes, type Written } from "../chakra.ts";
import { parityText } from "../parity/files.ts";
import { sound, textOf } from "../sonic/sound.ts";
import { mutated } from "./mutations.ts";

const FILES = Number(process.env["FILES"] ?? 10_000);
/** Time limit for one file, generous enough for a busy machine. The test looks for readings that never end. */
const SLOWEST_MS = 5000;
const MAX_BYTES = 1e9;

/** Valid files and their reader. `text(name)` is the text of a file, damaged if the file was selected. */
interface Importer {
  readonly files: Readonly<Record<string, string>>;
  /** The share of files that use this importer, in percent. */
  readonly share: number;
  /**
   * True if the network of the scenario is built, which may need a value beyond a scenario's range, such as an hour.
   * `xoff import` refuses such values.
   */
  readonly beyond?: true;
  readonly read: (text: (name: string) => string) => void;
}

const star = "until: 1ms\ntopology: { kind: star, hosts: 4 }\n";
const flows = (path: string): string => `${star}traffic: [{ kind: flows, path: ${path} }]\n`;
const fabric = (path: string): string =>
  `until: 1ms\ntopology: { kind: file, path: ${path} }\ntraffic: [{ kind: incast, to: h0, fanIn: 1 }]\n`;

const hpcc = Object.fromEntries(
  ["config", "topology", "flow"].map((name) => [`${name}.txt`, parityText(`cases/R1/${name}.txt`)]),
);
const inConweave = Object.fromEntries(
  ["config", "topology", "flow"].map((name) => [`${name}.txt`, parityText(`conweave/M1_incast_irn/${name}.txt`)]),
);
const leaf = switchOf(new ConfigDb(textOf(sound({ ports: 2 })), "config_db.json"));
const heard = { chassis: { spine0: { id: {} } }, port: { id: { type: "local", value: "Ethernet8" } } };

/** The bytes as a text with one character each, so that mutations of texts also apply to bytes. */
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const chakraNodes = (peer: number): Written[] => [
  { id: 1, type: 4, name: "forward", duration: 30 },
  { id: 2, type: 7, after: [1], attributes: { comm_type: 0, comm_size: 64_000, pg_name: "0" } },
  peer === 1
    ? { id: 3, type: 5, after: [2], attributes: { comm_dst: peer, comm_size: 500, comm_tag: 9 } }
    : { id: 3, type: 6, attributes: { comm_src: peer, comm_size: 500, comm_tag: 9 } },
];

const IMPORTERS: Readonly<Record<string, Importer>> = {
  scenario: {
    files: {
      "x.yaml": `${star}seed: 3\nclasses: { lossless: [3, 4], dscp: ["24, 31, 3"] }\npolicies: { buffer: { name: dt, alpha: 1/8 }, headroom: shp }\ntraffic:\n  - { kind: incast, to: h0, fanIn: 3, size: 64KB }\n`,
    },
    share: 5,
    read: (text) => readScenario(text("x.yaml"), "x.yaml"),
  },
  "scenario as JSON": {
    files: {
      "x.json": JSON.stringify(
        { until: "1ms", topology: { kind: "star", hosts: 3 }, traffic: [{ kind: "incast", fanIn: 2 }] },
        null,
        1,
      ),
    },
    share: 7,
    read: (text) => readScenario(text("x.json"), "x.json"),
  },
  "HPCC's config": {
    files: hpcc,
    beyond: true,
    share: 12,
    read(text) {
      const { config, lines } = parseConfig(text("config.txt"), "config.txt");
      const topology = parseTopology(text("topology.txt"), "topology.txt", { dialects: true });
      const listed = parseFlows(text("flow.txt"), "flow.txt", topology, () => {});
      const names = { configFile: "config.txt", topologyFile: "topology.txt", flowFile: "flow.txt" };
      const input = { config, lines, topology, flows: listed, ...names };
      checkFiles(input);
      checkSomeThresholds(input);
      const made = hpccToScenario(input, { topology: "topology.txt", flows: "flow.txt" }, 52_000).text;
      setUpFrom(made, "made.yaml", text);
    },
  },
  "ConWeave's config": {
    files: inConweave,
    beyond: true,
    share: 12,
    read(text) {
      const { config, lines } = parseConweave(text("config.txt"), "config.txt");
      const topology = parseTopology(text("topology.txt"), "topology.txt");
      const listed = parseConweaveFlows(text("flow.txt"), "flow.txt", topology, () => {});
      const names = { configFile: "config.txt", topologyFile: "topology.txt", flowFile: "flow.txt" };
      const input = { config, lines, topology, flows: listed, ...names };
      conweave.checkFiles(input);
      setUpFrom(conweaveToScenario(input, { topology: "topology.txt" }).text, "made.yaml", text);
    },
  },
  "SimAI's config": {
    files: {
      "SimAI.conf": `${parityText("cases/R1/config.txt")}BW_MON_FILE bw.txt\nMON_START 0\n`,
      "t.txt": `6 4 1 1 8 A100\n4 5\n${[0, 1, 2, 3].map((gpu) => `${gpu} 4 2880Gbps 25ns 0\n${gpu} 5 100Gbps 0.0005ms 0\n`).join("")}`,
    },
    beyond: true,
    share: 3,
    read(text) {
      const topology = parseTopology(text("t.txt"), "t.txt", { dialects: true });
      const config = parseSimai(text("SimAI.conf"), "SimAI.conf");
      const input = { ...config, configFile: "SimAI.conf", topology, flows: [], flowFile: "" };
      setUpFrom(simaiToScenario(input, "t.txt").text, "made.yaml", text);
    },
  },
  "SimAI's topology": {
    files: {
      "t.txt": `6 4 1 1 8 A100\n4 5\n${[0, 1, 2, 3].map((gpu) => `${gpu} 4 2880Gbps 25ns 0\n${gpu} 5 100Gbps 0.0005ms 0\n`).join("")}`,
    },
    share: 7,
    read: (text) => readScenario(fabric("t.txt"), "x.yaml", text),
  },
  "htsim's topology": {
    files: {
      "t.topo":
        "# tiny\nNodes 8\nTiers 2\nPodsize 8\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 4\nRadix_Up 2\nDownlink_Latency_ns 1000\nOversubscribed 2\nTier 1\nDownlink_speed_Gbps 100\nRadix_Down 2\nDownlink_Latency_ns 1000\nSwitch_Latency_ns 10\n",
    },
    share: 10,
    read(text) {
      parseTopo(text("t.topo"), "t.topo");
      readScenario(fabric("t.topo"), "x.yaml", text);
    },
  },
  "htsim's connections": {
    files: {
      "f.cm": `# waits\nNodes 4\nConnections 6\nTriggers 1\n${"0->3 id 1 start 1000 size 64000 send_done_trigger 1\n0->2 trigger 1 size 1\n".repeat(3)}trigger id 1 multishot\n`,
    },
    share: 10,
    read(text) {
      parseConnections(text("f.cm"), "f.cm");
      readScenario(flows("f.cm"), "x.yaml", text);
    },
  },
  "GOAL's traces": {
    files: {
      "t.goal":
        "num_ranks 3\nrank 0 {\n l1: send 64000b to 1 tag 7\n l2: recv 64000b from 2 tag 7\n l2 requires l1\n}\n" +
        "rank 1 {\n l1: recv 64000b from 0 tag 7\n l2: calc 500\n l3: send 64000b to 2 tag 7\n l2 requires l1\n l3 requires l2\n}\n" +
        "rank 2 {\n l1: recv 64000b from 1 tag 7\n l2: send 64000b to 0 tag 7\n l2 irequires l1\n}\n",
    },
    share: 5,
    read(text) {
      parseGoal(text("t.goal"), "t.goal");
      readScenario(`${star}traffic: [{ kind: trace, path: t.goal }]\n`, "x.yaml", text);
    },
  },
  "Chakra's traces": {
    files: { "job.0.et": latin1(chakraBytes(chakraNodes(1))), "job.1.et": latin1(chakraBytes(chakraNodes(0))) },
    share: 5,
    read(text) {
      const traces = ["job.0.et", "job.1.et"].map((name) => parseChakra(Buffer.from(text(name), "latin1"), name));
      parseGoal(chakraToGoal(traces).text, "job.goal");
    },
  },
  "completion times": {
    files: { "fct.txt": "0b000001 0b000201 10000 100 64000 0 21207 8425\n2 0 10000 100 1000 1500 900 800\n".repeat(3) },
    share: 5,
    read: (text) => parseFct(text("fct.txt"), "fct.txt"),
  },
  "flows as CSV": {
    files: { "f.csv": `from,to,size_KB,start_us,class\n${"h0,h3,64,10,3\nh1,h3,1.5,20,\n".repeat(3)}` },
    share: 10,
    read(text) {
      parseFlowCsv(text("f.csv"), "f.csv");
      readScenario(flows("f.csv"), "x.yaml", text);
    },
  },
  "SONiC's config_db.json": {
    files: {
      "config_db.json": textOf(sound({ ports: 2 })),
      "lookup.ini": "# speed\n100000 40m 18432 18432 90000 -3 2288\n",
    },
    share: 7,
    read(text) {
      const made = profileLookup(text("lookup.ini"), "lookup.ini");
      const at = switchOf(new ConfigDb(text("config_db.json"), "config_db.json"), made);
      for (const { place, mend } of lint(at)) expect(place.line > 0 && mend !== "").toBe(true);
      readScenario(sonicToScenario([at], neighbours(at)).text, "made.yaml");
    },
  },
  "LLDP and containerlab": {
    files: {
      "lldp.json": JSON.stringify({ lldp: { interface: [{ Ethernet0: heard }, { Ethernet4: heard }] } }, null, 1),
      "t.clab.yml":
        'topology:\n  links:\n    - endpoints: ["leaf0:eth1", "h1:eth1"]\n    - { endpoints: [{ node: h2, interface: eth1 }, "leaf0:eth2"] }\n',
    },
    share: 7,
    read(text) {
      const wires = [
        ...lldpWires(text("lldp.json"), "lldp.json", "leaf0"),
        ...containerlabWires(plainYaml(text("t.clab.yml"), "t.clab.yml"), "t.clab.yml", [leaf]),
      ];
      sonicToScenario([leaf], wires);
    },
  },
};

test(`${FILES} damaged files, ${Object.keys(IMPORTERS).length} importers: an error with its place, or a scenario`, () => {
  const ends = new Map(Object.keys(IMPORTERS).map((name) => [name, { refused: 0, read: 0 }]));
  const before = process.memoryUsage.rss();
  for (const [name, { files, share, beyond, read }] of Object.entries(IMPORTERS)) {
    const names = Object.keys(files);
    const count = ends.get(name)!;
    for (let seed = 0; seed < (FILES * share) / 100; seed++) {
      const draw = stream(seed, name);
      const damaged = names[draw.int(names.length)];
      const text = mutated(files[damaged], draw);
      const began = performance.now();
      try {
        read((file) => (file === damaged ? text : (files[file] ?? "")));
        count.read++;
      } catch (error) {
        const which = `${name}, seed ${seed}`;
        if (!(error instanceof ScenarioError) && !(error instanceof InputError))
          throw new Error(`${which}: ${String(error)}\n${text}`, { cause: error });
        const { message } = error;
        const isGood =
          (beyond !== undefined || !message.startsWith("made")) &&
          /^[\w.]+(:\d+)*: .*expected .*, (got|found) /s.test(message) &&
          !/[\p{Cc}]|undefined|\[object/u.test(message) &&
          message.length < 900;
        if (!isGood) expect.fail(`${which}: a poor message: ${message}\n${text}`); // `expect` is slow, so it is called only for a failure
        count.refused++;
      }
      if (performance.now() - began > SLOWEST_MS) expect.fail(`${name}, seed ${seed}: more than 5 s\n${text}`);
      if (process.memoryUsage.rss() - before > MAX_BYTES) expect.fail(`${name}, seed ${seed}: more than 1 GB\n${text}`);
    }
  }
  for (const [name, { refused, read }] of ends)
    expect(Math.min(refused, read), `${name}: ${refused} refused, ${read} read`).toBeGreaterThan((refused + read) / 20);
});
