/**
 * Tests inputs in the form of files from public repositories. The README of each input has the expected result.
 * docs/inputs-tried.md lists the original files.
 */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, test } from "vitest";
import { build, Folder } from "../cli/xoff.ts";
import { SIMAI_CONFIG, SIMAI_TOPOLOGY, SIMAI_WORKLOAD } from "../simai.ts";

const CONFIG = "mix/config.txt";

let at: Folder;
beforeAll(build);
afterEach(() => {
  at.remove();
});

function given(name: string): void {
  at = new Folder();
  cpSync(fileURLToPath(new URL(name, import.meta.url)), at.path, { recursive: true });
}

/** Runs a command that must succeed, and returns its output. */
function well(...words: string[]): string {
  const { code, stdout, stderr } = at.run(...words);
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  return stdout + stderr;
}

/** Runs `import`, and then the scenario that it writes. Returns both outputs. */
function imported(...settings: string[]): { said: string; written: string; ran: string } {
  const said = well("import", CONFIG, "--out", "made.yaml");
  return { said, written: at.text("made.yaml"), ran: well("run", "made.yaml", ...settings) };
}

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, " ");

test("bare-rate: a rate without a unit is in bit/s", () => {
  given("bare-rate");
  expect(well("run", "--ns3", CONFIG)).toContain("1 of 1 flow done");
  const written = at.text("mix/fct.txt");
  expect(imported().ran).toMatch(/to 100 KB +1 +0 +10\.47 us/);
  at.write("mix/topology.txt", at.text("mix/topology.txt").replaceAll(/100000000000(?:\.0)?/g, "100Gbps"));
  well("run", "--ns3", CONFIG, "--force");
  expect(at.text("mix/fct.txt")).toBe(written);
});

test("stock-topology: links and flows beyond the counts are not read, and a warning says so", () => {
  given("stock-topology");
  const ran = well("run", "--ns3", CONFIG);
  expect(ran).toContain("mix/topology.txt:5: not read, as in the simulator: line 1 counts 2 links.");
  expect(ran).toContain("mix/flow.txt:3: not read, as in the simulator: line 1 counts 1 flow.");
  expect(ran).toContain("1 of 1 flow done");
  expect(imported().said).toContain("mix/topology.txt:5: not read, as in the simulator");
});

test("stock-topology: rows split over lines run like whole ones, and a warning names the first", () => {
  given("stock-topology");
  well("run", "--ns3", CONFIG);
  const written = at.text("mix/fct.txt");
  at.write("mix/topology.txt", at.text("mix/topology.txt").replace(/ (\S+bps) /, "\n$1 "));
  at.write("mix/flow.txt", at.text("mix/flow.txt").replaceAll(" ", "\n"));
  const ran = well("run", "--ns3", CONFIG, "--force");
  expect(ran).toMatch(/mix\/topology\.txt:\d: a row does not end with its line\. Words are read one after the other/);
  expect(ran).toMatch(/mix\/flow\.txt:\d: a row does not end with its line/);
  expect(at.text("mix/fct.txt")).toBe(written);
  expect(imported().said).toContain("a row does not end with its line");
});

test("parallel-links: import accepts both, run --ns3 rejects them and names the alternative", () => {
  given("parallel-links");
  const { code, stderr } = at.run("run", "--ns3", CONFIG);
  expect(code).toBe(2);
  expect(stderr).toContain(
    "found a second of 2 and 3. Line 5 links these nodes, and the simulator would ignore one link",
  );
  expect(stderr).toContain(`xoff import ${CONFIG}`);
  const { said, ran } = imported();
  expect(unwrapped(said)).toContain("The simulator routes only over the last of them. Here routing may choose any");
  expect(ran).toMatch(/^s2-s3 [^]*^s2-s3#2 /m);
});

test("inet-tub-header: run --ns3 names the dialect, import reads it, with flows without end", () => {
  given("inet-tub-header");
  const { code, stderr } = at.run("run", "--ns3", CONFIG);
  expect(code).toBe(2);
  expect(stderr).toContain(`the header of ns3-datacenter's dialect, "nodes switches tors links"`);
  const { said, written, ran } = imported("--set", "until=151ms");
  expect(unwrapped(said)).toContain("1 flow is too large to end before SIMULATOR_STOP_TIME: it is long-lived here.");
  expect(written).toContain("{ kind: long-lived, from: [h0], to: h2, start: 130ms }");
  expect(ran).toMatch(/up to 10 KB +1 +0 /); // for comparison, 4 KiB complete at 150 ms
  expect(ran).toMatch(/h0 -> h2 +\S+ MB +\S+ Gbps/);
});

test("imported-long-link: the imported scenario runs, with the memory that the simulator's thresholds imply", () => {
  given("imported-long-link");
  const { said, ran } = imported();
  expect(unwrapped(said)).toContain("BUFFER_SIZE 32 is less than the headroom of s3 and 1 more.");
  expect(ran).toMatch(/to 1 MB +1 +0 +10\.09 ms/);
});

test("htsim-size-zero: a flow of size 0 has no end", () => {
  given("htsim-size-zero");
  expect(well("check", "s.yaml")).not.toContain("error");
  const ran = well("run", "s.yaml");
  expect(ran).toContain("time is up after 1 ms");
  expect(ran).toMatch(/h1 -> h0 +\S+ MB[^]*h2 -> h0 +\S+ MB/);
});

test("chakra-zero-size: a collective without data is an error, with node, ranks and the usual cause", () => {
  given("chakra-zero-size");
  const { code, stderr } = at.run("import", "t.0.et");
  expect(code).toBe(2);
  expect(stderr).toContain(
    'expected a comm_size of 1 or more in node 0, "ar" of rank 0, found comm_size 0, as in 2 nodes of 2 ranks.',
  );
  expect(stderr).toContain("mixes int64 and uint64");
});

test("conweave-no-flows: a file without flows is an error that quotes the file; flows of size 0 are left out", () => {
  at = new Folder();
  cpSync(fileURLToPath(new URL("../parity/conweave/M1_incast_irn", import.meta.url)), at.path, { recursive: true });
  const config = at.text("config.txt").replaceAll(/^(TOPOLOGY|FLOW)_FILE .*\/(.*)$/gm, "$1_FILE $2");
  at.write("config.txt", config);
  const whole = at.text("flow.txt");
  at.write("flow.txt", "0\n");
  const { code, stderr } = at.run("import", "config.txt");
  expect(code).toBe(2);
  expect(unwrapped(stderr)).toContain(
    "flow.txt:1: expected a flow of one byte or more, such as `0 1 3 64000 2.0` (source, destination and priority group; " +
      "bytes; start in seconds), found a count of 0.",
  );
  expect(unwrapped(stderr)).toContain("the simulator's run.py writes the file of FLOW_FILE (config.txt:2).");
  at.write("flow.txt", whole.replace(/^(\d+ \d+ 3) \d+ /m, "$1 0 "));
  expect(unwrapped(well("import", "config.txt", "--out", "made.yaml"))).toMatch(
    /1 of \d+ flows of flow\.txt has size 0/,
  );
});

test("simai-workload: an all-reduce in a workload becomes a GOAL file next to the scenario, and sends 2 (n - 1)/n of its bytes", () => {
  at = new Folder();
  at.write("SimAI.conf", SIMAI_CONFIG);
  at.write("topo", SIMAI_TOPOLOGY);
  at.write("w.txt", SIMAI_WORKLOAD);
  const words = ["import", "SimAI.conf", "--topology", "topo", "--workload", "w.txt"];
  expect(at.run(...words).stderr).toContain("--workload also needs --out");
  const said = unwrapped(well(...words, "--out", "made.yaml"));
  expect(said).toContain(
    "w.txt: 1 layer, groups of TP 4, DP 1, EP 1, DP_EP 1. A rank takes part in: 1 all-reduce of TP.",
  );
  expect(at.text("made.yaml")).toContain('{ kind: trace, path: "made.goal", ranks: all }');
  const sent = [...at.text("made.goal").matchAll(/send (\d+)b/g)].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
  expect(sent).toBe(4 * ((2 * 3 * 400_000) / 4));
  expect(well("run", "made.yaml")).toContain("all flows are done");
  expect(at.run(...words, "--out", "other.yml").code).toBe(0);
  expect(at.run(...words, "--out", "made.yml").stderr).toContain(
    "made.goal exists already, and no file is overwritten",
  );
});

test("htsim-size-zero: a flow that depends on one without end never starts, and the others run", () => {
  given("htsim-size-zero");
  const text = "Nodes 4\nConnections 3\nTriggers 1\n1->0 id 1 start 0 size 0 send_done_trigger 1\n";
  at.write("two.cm", `${text}1->2 id 2 trigger 1 size 5\n2->0 id 3 start 0 size 5000\ntrigger id 1 oneshot\n`);
  const ran = well("run", "s.yaml");
  expect(unwrapped(ran)).toContain(
    "two.cm:5: this flow never starts, as in htsim: no flow ends that activates trigger 1.",
  );
  expect(ran).toMatch(/up to 10 KB +1 +0 /);
});
