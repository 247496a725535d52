/**
 * Each broken file leads to one clear error with the place and the remedy. The exit code is 2 and nothing is written. All files are tested
 * in process, and one of each kind with the built program.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXIT, Failure } from "../../../src/apps/cli/terminal/exit.ts";
import { readNs3Files } from "../../../src/apps/cli/ns3/input.ts";
import { planOutputs } from "../../../src/apps/cli/ns3/outputs.ts";
import { printTrace } from "../../../src/apps/cli/trace/work.ts";
import { build as buildScenario, openScenario } from "../../../src/apps/cli/files/scenario-file.ts";
import { InputError } from "../../../src/formats/hpcc/input-error.ts";
import { build, Folder, main, ran } from "../xoff.ts";
import { configs, flowFiles, good, topologies, traceLists, traces, type Inputs } from "./hpcc.ts";
import { names, noScenario, together, values } from "./scenarios.ts";

const folder = new Folder();
const home = process.cwd();
beforeAll(() => {
  build();
  process.chdir(folder.path); // config.txt names files relative to the current folder
});
beforeEach(() => {
  for (const name of folder.names()) rmSync(folder.at(name), { recursive: true });
});
afterAll(() => {
  process.chdir(home);
  folder.remove();
});

/**
 * The message that the program would print. Only errors of the user have a message. Any other exception is an internal
 * error.
 */
async function complaintOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    if (error instanceof Failure && error.code === EXIT.input) return error.message;
    throw error;
  }
  throw new Error("nothing was wrong");
}

/** "..." in `wanted` matches any text. */
function expectMessage(said: string, wanted: string): void {
  const pattern = wanted.split("...").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  expect(said).toMatch(new RegExp(`^${pattern.join(".*")}$`));
  expect(said.length).toBeLessThan(500);
  expect(said).not.toMatch(/[\p{Cc}]|undefined|\[object/u);
}

describe("a scenario", () => {
  test.each([...noScenario, ...values, ...names, ...together])("%s", async (_what, content, message) => {
    folder.write("x.yaml", content);
    expectMessage(await complaintOf(() => buildScenario(openScenario("x.yaml"), [])), `x.yaml:${message}`);
    expect(folder.names()).toEqual(["x.yaml"]);
  });

  test("has a place even for a default value that the file does not contain: a switch's memory", async () => {
    const text =
      "until: 1ms\ntopology: { kind: star, hosts: 64, delay: 100us }\ntraffic: [{ kind: incast }]\nswitch: {}\n";
    folder.write("x.yaml", text);
    expect(await complaintOf(() => buildScenario(openScenario("x.yaml"), []))).toMatch(
      /^x\.yaml:4:9: switch\.memory: /,
    );
  });

  test.each([
    [
      "in a topology file",
      "{ kind: file, path: mix/t.txt }",
      "{ kind: incast, to: h0 }",
      "mix/t.txt:3:5: expected a rate such as",
    ],
    [
      "in a flow file",
      "{ kind: star, hosts: 4 }",
      "{ kind: flows, path: mix/f.txt }",
      "mix/f.txt:2:3: expected a host from",
    ],
  ])("an error %s that the scenario names has its place in that file", async (_what, topology, traffic, message) => {
    mkdirSync(folder.at("mix"));
    folder.write("mix/t.txt", "3 1 2\n2\n0 2 100gbps 1us 0\n1 2 100Gbps 1us 0\n");
    folder.write("mix/f.txt", "1\n0 9 3 100 1000 0\n");
    folder.write("x.yaml", `until: 1ms\ntopology: ${topology}\ntraffic: [${traffic}]\n`);
    expect(await complaintOf(() => buildScenario(openScenario("x.yaml"), []))).toContain(message);
  });
});

function writeInputs(changed: Partial<Inputs>): void {
  for (const [name, content] of Object.entries({ ...good, ...changed })) folder.write(`${name}.txt`, content);
}
const INPUTS = ["config.txt", "flow.txt", "topology.txt", "trace.txt"];

describe.each([
  ["a config", configs],
  ["a topology", topologies],
  ["a flow file", flowFiles],
  ["a trace list", traceLists],
])("%s of HPCC's simulator", (_file, rows) => {
  test.each(rows)("%s", async (_what, changed, message) => {
    writeInputs(changed);
    expectMessage(await complaintOf(() => planOutputs(readNs3Files("config.txt"))), message);
    expect(folder.names()).toEqual(INPUTS);
  });
});

test.each(traces)("a packet trace: %s", async (_what, content, message) => {
  folder.write("mix.tr", content);
  expectMessage(await complaintOf(() => printTrace("mix.tr", { node: [], limit: 3 })), message);
});

/** Valid inputs, some of which the simulator reads silently and xoff warns about. */
test.each<[what: string, edit: [file: keyof Inputs, from: string, to: string], warning: string]>([
  [
    "flows after the end",
    ["config", "STOP_TIME 0.1", "STOP_TIME 0"],
    "flow.txt:2: 2 of 2 flows start when the run is over: SIMULATOR_STOP_TIME is 0 s (config.txt:13).",
  ],
  [
    "flows that are not counted",
    ["flow", "2\n", "1\n"],
    "flow.txt:3: not read, as in the simulator: line 1 counts 1 flow.",
  ],
  [
    "more links than counted",
    ["topology", "1 3 100Gbps 1000ns 0.000000\n", "1 3 100Gbps 1000ns 0.000000\n2 3 100Gbps 1000ns 0\n"],
    "topology.txt:6: not read, as in the simulator: line 1 counts 3 links.",
  ],
  [
    "a switch named twice",
    ["topology", "4 1 3\n3\n", "4 2 3\n3 3\n"],
    "topology.txt:2: switch 3 is listed twice, which the simulator does not notice.",
  ],
  [
    "a rate of a key without its unit",
    ["config", "RATE_AI 20Mb/s", "RATE_AI 20"],
    "config.txt:22: RATE_AI is 20 bit/s: a rate without a unit counts bit/s, as in the simulator.",
  ],
  [
    "fewer flows than counted",
    ["flow", "2\n", "3\n"],
    "flow.txt:1: 3 flows counted, 2 listed: the last one starts once more, as in the simulator.",
  ],
  ["a flow of size 0", ["flow", "10000000", "0"], "flow.txt:2: the flow of size 0 sends nothing and never finishes."],
  [
    "marking that ends before it begins",
    ["config", "KMIN_MAP 2 100000000000 400", "KMIN_MAP 2 100000000000 4000"],
    "config.txt:53: KMIN_MAP has 4000 KB for 100Gbps, more than the 1600 KB of KMAX_MAP: every packet above KMAX_MAP is marked, and none below.",
  ],
  [
    "a chance above 1",
    ["config", "PMAX_MAP 2 100000000000 0.20", "PMAX_MAP 2 100000000000 20"],
    "config.txt:54: PMAX_MAP has 20 for 100Gbps, above the maximum probability of 1.",
  ],
])("a warning: %s", (_what, [file, from, to], warning) => {
  expect(good[file]).toContain(from);
  writeInputs({ [file]: (good[file] as string).replace(from, to) });
  expect(readNs3Files("config.txt").warnings).toEqual([warning]);
});

describe("the program: one line on stderr, nothing on stdout, exit code 2, no file", () => {
  const scenario = "until: 1ms\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: incast, to: h0 }]\n";
  test.each<[what: string, args: string[], files: Record<string, string | Uint8Array>, message: RegExp]>([
    [
      "a misspelt policy",
      ["run", "x.yaml"],
      { "x.yaml": `${scenario}policies: { buffer: td }\n` },
      /^error: x\.yaml:4:21: policies\.buffer: .* Did you mean "dt"\?$/,
    ],
    [
      "headroom above the memory",
      ["run", "x.yaml"],
      { "x.yaml": `${scenario}switch: { memory: 10KB }\n` },
      /^error: x\.yaml:4:19: switch\.memory: expected more than 126\.3 KB: 126\.3 KB of headroom and 0 B of private/,
    ],
    [
      "the same by an option",
      ["run", "x.yaml", "--set", "switch.memory=10KB"],
      { "x.yaml": scenario },
      /^error: --set switch\.memory=10KB: switch\.memory: expected more than 126\.3 KB/,
    ],
    [
      "binary",
      ["run", "x.yaml"],
      { "x.yaml": Buffer.from([127, 69, 76, 70, 0, 1, 2, 3]) },
      /^error: x\.yaml:1:1: expected text in UTF-8, got "\\u007f"/,
    ],
    [
      "100 MB on a line",
      ["run", "x.yaml"],
      { "x.yaml": "x".repeat(1e8) },
      /^error: x\.yaml: expected a scenario file, found a file of 100 MB\. The limit is 32 MB\.$/,
    ],
    [
      "a file of another name",
      ["run", "y.yaml"],
      { "x.yaml": scenario },
      /^error: y\.yaml: expected a scenario file, found no such file\. Did you mean "x\.yaml"\?$/,
    ],
    ["a folder", ["run", "."], {}, /^error: \.: expected a scenario file, found a folder\./],
    [
      "a misspelt key of HPCC's",
      ["run", "--ns3", "config.txt"],
      { "config.txt": "TOPOLGY_FILE topology.txt\nCC_MODE 1\n" },
      /^error: config\.txt: expected TOPOLOGY_FILE, the file of nodes and links, found no such key\. Add a line: TOPOLOGY_FILE \.\.\.$/,
    ],
    [
      "100 MB on a line of HPCC's",
      ["run", "--ns3", "config.txt"],
      { "config.txt": "x".repeat(1e8) },
      /^error: config\.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found "x{40}\.\.\."/,
    ],
    [
      "a trace of another kind",
      ["trace", "x.yaml"],
      { "x.yaml": scenario },
      /^error: x\.yaml: expected a header of \d+ bytes for \d+ ports, found \d+ bytes\. Name a \.tr file/,
    ],
    ["a folder of traces", ["trace", "."], {}, /^error: \.: expected a \.tr trace, found a folder$/],
  ])("%s", (_what, args, files, message) => {
    for (const [name, content] of Object.entries(files)) folder.write(name, content);
    const { code, stdout, stderr } = folder.run(...args);
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.split("\n").length).toBe(2);
    expect(stderr.length).toBeLessThan(500);
    expect([code, stdout]).toEqual([2, ""]);
    expect(readdirSync(folder.path)).toEqual(Object.keys(files));
  });

  test.skipIf(process.platform === "win32")(
    "a pipe without a writer, and endless devices: no wait, no memory growth",
    () => {
      execFileSync("mkfifo", [folder.at("pipe")]);
      const said = (...args: string[]): string => {
        const { code, stdout, stderr } = folder.run(...args);
        expect([code, stdout]).toEqual([2, ""]);
        return stderr;
      };
      expect(said("run", "pipe")).toMatch(/^error: pipe: expected a scenario file, found a pipe without a writer\./);
      if (!existsSync("/dev/zero")) return;
      expect(said("run", "/dev/zero")).toMatch(/expected a scenario file, found more than 32 MB\./);
      expect(said("run", "--ns3", "/dev/zero")).toMatch(/expected a config .*, found more than 64 MB\./);
      expect(said("trace", "/dev/zero")).toMatch(/expected a header of 1 to 16777216 ports, found 0 ports\./);
    },
  );
});

test.skipIf(process.platform === "win32")("a scenario can be read from a pipe", () => {
  folder.write("x.yaml", "until: 1ms\ntopology: { kind: star, hosts: 4 }\ntraffic: [{ kind: incast, to: h9 }]\n");
  const { status, stderr } = ran(
    "sh",
    ["-c", 'sleep 0.1; cat x.yaml | "$0" "$1" check /dev/stdin', process.execPath, main],
    { cwd: folder.path },
  );
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^error: \/dev\/stdin:3:31: traffic\[0\]\.to: expected the name of a host/),
  ]);
});
