/**
 * Reading a damaged input file gives its contents or an error for its author. It never causes another exception, and never takes long.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkFiles } from "../../src/formats/hpcc/check.ts";
import { parseConfig } from "../../src/formats/hpcc/config.ts";
import { parseFlows } from "../../src/formats/hpcc/flows.ts";
import { InputError } from "../../src/formats/hpcc/input-error.ts";
import { parseTopology } from "../../src/formats/hpcc/topology.ts";
import {
  decode,
  encodeHeader,
  encodeRecord,
  RECORD_BYTES,
  recordText,
  type TraceRecord,
} from "../../src/formats/hpcc/tr.ts";
import { parseTraceList } from "../../src/formats/hpcc/trace-list.ts";
import { readScenario, ScenarioError } from "../../src/run/lab/lab.ts";
import { stream, type Stream } from "../../src/base/random.ts";
import { parityText } from "../parity/files.ts";
import { mutated } from "./mutations.ts";

/** The number of mutations. MUTATIONS=3000 takes two minutes. */
const RUNS = Number(process.env["MUTATIONS"] ?? 100);
/** Time limit of a reading, ms. A reading takes some ten milliseconds. The test looks for readings that never end. */
const SLOWEST_MS = 60_000;

const starters = new URL("../../scenarios/starter/", import.meta.url);
const scenarios = readdirSync(starters).map((name) => readFileSync(new URL(name, starters), "utf8"));
const CASES = ["R1", "R6_pfc_dcqcn", "R8_leafspine_hpcc"];
const FILES = ["config", "topology", "flow", "trace"] as const;

/** The number of refused readings among `RUNS`. `work` gets random numbers, and passes each text to `reading`, for the message of a failure. */
function refusals(what: string, work: (draw: Stream, reading: (text: string) => string) => void): number {
  let refused = 0;
  for (let seed = 0; seed < RUNS; seed++) {
    let last = "";
    const began = performance.now();
    try {
      work(stream(seed, what), (text) => (last = text));
    } catch (error) {
      if (!(error instanceof ScenarioError) && !(error instanceof InputError)) {
        throw new Error(`${what}, seed ${seed}: ${String(error)}\n${last}`, { cause: error });
      }
      expect(error.message).toMatch(/^[\w.]+(:\d+)*: .*expected .*, (got|found) /s);
      expect(error.message).not.toMatch(/[\p{Cc}]|undefined|\[object/u);
      expect(error.message.length).toBeLessThan(700);
      refused++;
    }
    expect(performance.now() - began, `${what}, seed ${seed}:\n${last}`).toBeLessThan(SLOWEST_MS);
  }
  return refused;
}

test("a scenario", () => {
  const topology = parityText("cases/R8_leafspine_hpcc/topology.txt");
  const refused = refusals("scenario", (draw, reading) => {
    const text = reading(mutated(scenarios[draw.int(scenarios.length)], draw));
    readScenario(text, "x.yaml", () => topology);
  });
  expect(refused).toBeGreaterThan(RUNS / 4);
  expect(refused).toBeLessThan(RUNS);
});

test("a topology and flows that a scenario names", () => {
  const text = "until: 5s\ntopology: { kind: file, path: t }\ntraffic: [{ kind: flows, path: f }]\n";
  const refused = refusals("named files", (draw, reading) => {
    const files = ["topology", "flow"].map((name) => parityText(`cases/R8_leafspine_hpcc/${name}.txt`));
    const damaged = draw.int(2);
    files[damaged] = reading(mutated(files[damaged], draw));
    readScenario(text, "x.yaml", (path) => files[path === "t" ? 0 : 1]);
  });
  expect(refused).toBeGreaterThan(RUNS / 4);
});

test("a table of flows and a matrix of htsim that a scenario names", () => {
  const files = [
    ["f.csv", "from,to,size_KB,start_us,class\n" + "h0,h3,64,10,3\nh1,h3,1.5,20,\n".repeat(20)],
    ["f.cm", `Nodes 4\nConnections 20\n${"0->3 id 1 start 1000 size 64000\n".repeat(20)}`],
  ] as const;
  const refused = refusals("flow tables", (draw, reading) => {
    const [name, sound] = files[draw.int(2)];
    const text = reading(mutated(sound, draw));
    readScenario(
      `until: 5s\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: flows, path: ${name} }]\n`,
      "x.yaml",
      () => text,
    );
  });
  expect(refused).toBeGreaterThan(RUNS / 4);
});

test("inputs of HPCC's simulator", () => {
  const refused = refusals("hpcc", (draw, reading) => {
    const from = CASES[draw.int(CASES.length)];
    const texts = Object.fromEntries(FILES.map((name) => [name, parityText(`cases/${from}/${name}.txt`)]));
    const damaged = FILES[draw.int(FILES.length)];
    texts[damaged] = reading(mutated(texts[damaged], draw));
    const { config, lines } = parseConfig(texts["config"], "config.txt");
    const topology = parseTopology(texts["topology"], "topology.txt");
    const flows = parseFlows(texts["flow"], "flow.txt", topology, () => {});
    parseTraceList(texts["trace"], "trace.txt", topology.nodes);
    const names = { configFile: "config.txt", topologyFile: "topology.txt", flowFile: "flow.txt" };
    checkFiles({ config, lines, topology, flows, ...names });
  });
  expect(refused).toBeGreaterThan(RUNS / 4);
  expect(refused).toBeLessThan(RUNS);
});

test("a packet trace", () => {
  const record: TraceRecord = {
    ...{
      timeNs: 1083,
      node: 3,
      port: 1,
      queue: 0,
      queueBytes: 0,
      sip: 0x0b000001,
      dip: 0x0b000201,
      size: 1048,
      event: 0,
    },
    ...{ ecn: 0, nodeType: 1, kind: "data", sport: 10_000, dport: 100, seq: 0, ts: 0, pg: 3, payload: 1000 },
  };
  const header = encodeHeader([{ node: 3, port: 1, bps: 100e9 }], 52_000);
  const whole = Buffer.alloc(header.length + 20 * RECORD_BYTES);
  whole.set(header);
  const view = new DataView(whole.buffer, whole.byteOffset, whole.length);
  for (let at = header.length; at < whole.length; at += RECORD_BYTES) encodeRecord(view, at, record);
  refusals("trace", (draw) => {
    const bytes = Buffer.from(whole.subarray(0, draw.int(2) === 0 ? whole.length : draw.int(whole.length)));
    for (let flips = draw.int(8); flips > 0 && bytes.length > 0; flips--) {
      const near = draw.int(2) === 0 ? Math.min(header.length, bytes.length) : bytes.length;
      bytes[draw.int(near)] ^= 1 << draw.int(8);
    }
    for (const one of decode(bytes, "mix.tr").records) recordText(one);
  });
});
