/** Tests the commands `xoff run --ns3` and `xoff trace`: their input and output files, exit codes and messages. */
import { existsSync, mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expected } from "../parity/cases.ts";
import { parityText } from "../parity/files.ts";
import { build, ended, Folder, until } from "./xoff.ts";

let folder: Folder | undefined;
/** A folder with input files that is removed after the test. */
function inputs(...args: ConstructorParameters<typeof Folder>): Folder {
  folder = new Folder(...args);
  return folder;
}

beforeAll(build);
afterEach(() => {
  folder?.remove();
  folder = undefined;
});

const READ = ["config.txt", "flow.txt", "topology.txt", "trace.txt"];
const WRITTEN = ["fct.txt", "mix.tr", "pfc.txt", "qlen.txt"];

describe("the output has the reference simulator's files, and no others", () => {
  test.each(["R1", "R6_pfc_dcqcn"])("%s", (name) => {
    const at = inputs(name);
    const { code, stdout, stderr } = at.run("run", "--ns3", "config.txt");
    expect(code).toBe(0);
    expect(stdout).toBe("");
    expect(at.text("fct.txt")).toBe(expected(name, "fct.txt"));
    expect(at.text("pfc.txt")).toBe(expected(name, "pfc.txt"));
    expect(at.names()).toEqual([...READ, ...WRITTEN].sort());
    expect(stderr).toMatch(
      /(\d+) of \1 flows done: all flows are done at .*\. [\d,]+ packet-hops, .* packet-hops\/s, .* m?s in all\.\n$/,
    );
  });

  test("R1_trace: queue lengths each millisecond, and the trace of every packet", () => {
    const at = inputs("R1_trace");
    expect(at.run("run", "--ns3", "config.txt", "--qlen-dump", "1ms").code).toBe(0);
    expect(at.text("qlen.txt")).toBe(expected("R1_trace", "qlen.txt"));
    const { code, stdout, stderr } = at.run("trace", "mix.tr");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout === parityText("cases/R1_trace/mix.tr.txt.gz")).toBe(true);
  });

  test("where the config says, from the folder in which it is run", () => {
    const at = inputs("R7_loss_dcqcn", [["config.txt", "FCT_OUTPUT_FILE fct.txt", "FCT_OUTPUT_FILE out/f.txt"]]);
    mkdirSync(at.at("out"));
    expect(at.run("run", "--ns3", at.at("config.txt")).code).toBe(0);
    expect(at.text("out/f.txt")).toBe(expected("R7_loss_dcqcn", "fct.txt"));
  });
});

describe("--set: another buffer policy in place of the simulator's threshold", () => {
  test("the policy is named, changes the PAUSEs, and its output goes to a separate folder if files exist", () => {
    const at = inputs("R6_pfc_dcqcn");
    const args = ["run", "--ns3", "config.txt", "--set", "buffer=dt", "--set", "buffer.alpha=1/64"];
    const { code, stderr } = at.run(...args);
    expect([code, at.text("pfc.txt") === expected("R6_pfc_dcqcn", "pfc.txt")]).toEqual([0, false]);
    expect(stderr).toContain("Thresholds are those of dt, alpha 0.015625, in place of the simulator's own.");
    const folders = [args, ["run", "--ns3", "config.txt"]].map((again) => {
      const [, path] = /This run's files are in (\S+)\.$/m.exec(at.run(...again).stderr) ?? [];
      return path;
    });
    expect(new Set(folders).size).toBe(2);
  });

  test.each([
    ["headroom=dsh", /^error: --set headroom=dsh: with --ns3 only the buffer policy can be set, such as buffer=dt\./],
    ["buffer.alpha=-1", /^error: --set buffer\.alpha=-1: policies\.buffer\.alpha: expected a number/],
    ["buffer=dd", /^error: --set buffer=dd: policies\.buffer.*Did you mean "?dt/],
  ])("%s is an error", (setting, message) => {
    const { code, stderr } = inputs("R1").run("run", "--ns3", "config.txt", "--set", setting);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("messages on stderr", () => {
  test("an empty pfc.txt: how close the fullest queue came to its threshold", () => {
    const { stderr } = inputs("R1").run("run", "--ns3", "config.txt");
    expect(stderr).toMatch(
      /^pfc\.txt is empty: no queue reached its threshold\. Port [12] of switch 3 came nearest in class 3, with [\d,]+ of [\d,]+ shared bytes \([\d.]+%\)\.$/m,
    );
    expect(stderr.match(/pfc\.txt is empty/g)?.length).toBe(1);
  });

  test("flows that did not finish, by name", () => {
    const at = inputs("R6_pfc_dcqcn", [["config.txt", /SIMULATOR_STOP_TIME .*/, "SIMULATOR_STOP_TIME 0.0001"]]);
    const { code, stderr } = at.run("run", "--ns3", "config.txt");
    expect(code).toBe(0);
    expect(stderr).toContain("16 flows did not finish:\n  0 -> 16 (flow.txt:2): ");
    expect(stderr).toMatch(/^ {2}9 -> 16 \(flow\.txt:11\): [\d,]+ of [\d,]+ bytes acknowledged\n {2}and 6 more$/m);
    expect(stderr).toContain("0 of 16 flows done: time limit reached, SIMULATOR_STOP_TIME 100 us.");
    expect(at.text("fct.txt")).toBe("");
  });

  test("a deadlock, by the cycle of its queues: five switches in a ring, each flow two hops on", () => {
    const ring = [0, 1, 2, 3, 4];
    const hosts = ring.map((i) => `${i} ${i + 5} 100Gbps 1us 0\n`);
    const trunks = ring.map((i) => `${i + 5} ${((i + 1) % 5) + 5} 100Gbps 1us 0\n`);
    const at = inputs("R1", [
      ["config.txt", "CC_MODE 1", "CC_MODE 0"],
      ["config.txt", "BUFFER_SIZE 32", "BUFFER_SIZE 1"],
    ]);
    at.write("topology.txt", `10 5 10\n5 6 7 8 9\n${[...hosts, ...trunks].join("")}`);
    at.write("flow.txt", `5\n${ring.map((i) => `${i} ${(i + 2) % 5} 3 100 50000000 0\n`).join("")}`);
    const { code, stderr } = at.run("run", "--ns3", "config.txt");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Deadlock since .*: .*( -> \d:\d class 3){5}$/m);
    expect(stderr).toContain("0 of 5 flows done: nothing can move any more at ");
  });

  test("ports whose headroom is less than a packet: 10 Gbps and 250 ns leave 936 bytes", () => {
    const at = inputs("R1", [
      ["config.txt", "CC_MODE 1", "CC_MODE 0"],
      ["config.txt", "BUFFER_SIZE 32", "BUFFER_SIZE 1"],
      ["config.txt", "SIMULATOR_STOP_TIME", "SIMULATOR_STOP_TIME 0.002\nX"],
      ["config.txt", "ENABLE_QCN 1", "ENABLE_QCN 0"],
    ]);
    const senders = [0, 1, 2, 3];
    at.write("topology.txt", `6 1 5\n5\n${[...senders, 4].map((i) => `${i} 5 10Gbps 250ns 0\n`).join("")}`);
    at.write("flow.txt", `4\n${senders.map((i) => `${i} 4 3 100 1000000 0\n`).join("")}`);
    const { code, stderr } = at.run("run", "--ns3", "config.txt");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Packets dropped: .*no headroom/m);
    expect(stderr).toContain(
      "Headroom of 5 switch ports (10 Gbps, 250 ns) is 936 bytes, three times what the link holds. " +
        "A packet has 1,048 bytes, so none fits there.",
    );
  });

  test("flows of size 0 never finish, and links without an error rate lose packets by ERROR_RATE_PER_LINK", () => {
    const at = inputs("R1", [
      ["config.txt", "ERROR_RATE_PER_LINK 0.0000", "ERROR_RATE_PER_LINK 0.001"],
      ["flow.txt", "2\n0 2 3 100 10000000", "2\n0 2 3 100 0"],
    ]);
    const { code, stderr } = at.run("run", "--ns3", "config.txt");
    expect(code).toBe(0);
    expect(stderr).toMatch(/Packets dropped: \d+ \(/);
    expect(stderr).toContain("0 -> 2 (flow.txt:2)");
  });

  test("unknown keys, a buffer smaller than the headroom, a trace without a file: warnings, and the run continues", () => {
    const at = inputs("R7_loss_dcqcn", [
      ["config.txt", "BUFFER_SIZE 32", "BUFFER_SIZE 1\nKMAXMAP 7"],
      ["config.txt", "TRACE_OUTPUT_FILE mix.tr\n", ""],
      ["config.txt", "ENABLE_TRACE 0", "ENABLE_TRACE 1"],
      ["topology.txt", "1000ns", "200us"],
      ["trace.txt", /[^]*/, "1\n0\n"],
    ]);
    const { code, stderr } = at.run("run", "--ns3", "config.txt");
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning: config\.txt:\d+: ignored, as the simulator does: "KMAXMAP" \(line \d+; did you mean KMAX_MAP\?\)\.$/m,
    );
    expect(stderr).toMatch(
      /^warning: config\.txt:\d+: PFC can never fire at switch 3: BUFFER_SIZE 1 is 1048576 bytes, less than 7575000 of headroom and 12288 reserved for 3 ports\./m,
    );
    expect(stderr).toContain("warning: config.txt: no packet trace is written, because TRACE_OUTPUT_FILE is missing.");
    expect(at.names()).not.toContain("mix.tr");
  });

  test("--json: one object on stdout", () => {
    const { code, stdout } = inputs("R7_loss_dcqcn").run("run", "--ns3", "config.txt", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      config: "config.txt",
      ending: "all flows are done",
      flows: 2,
      flows_done: 2,
      packet_hops: 8535,
      unfinished: [],
      outputs: expect.arrayContaining([expect.objectContaining({ key: "FCT_OUTPUT_FILE", path: "fct.txt" })]),
    });
  });
});

/** One error of each kind. `broken/hpcc.ts` has all errors, which are tested without a separate process. */
describe("an error gives one clear line, exit code 2, and no file", () => {
  const config = (from: string | RegExp, to: string) => ["config.txt", from, to] as const;
  test.each([
    [
      "no topology file",
      [config("topology.txt", "topo.txt")],
      /^error: config\.txt:6: expected TOPOLOGY_FILE to name a file, found "topo\.txt": no such file\. Did you mean "topology\.txt"\? Paths start from the current folder, "/,
    ],
    [
      "a config that is no text",
      [["config.txt", /[^]*/, "\u0000\u0001\ufffd\u0002"] as const],
      /^error: config\.txt:1:1: expected lines of a key and a value such as CC_MODE 1, found /,
    ],
    [
      "an output that would replace an input",
      [config("PFC_OUTPUT_FILE pfc.txt", "PFC_OUTPUT_FILE ./flow.txt")],
      /^error: config\.txt:\d+: expected PFC_OUTPUT_FILE to name a file that no other key names, found "flow\.txt", an input file/,
    ],
  ])("%s", (_what, edits, message) => {
    const at = inputs("R1", edits);
    const { code, stdout, stderr } = at.run("run", "--ns3", "config.txt");
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n").length).toBe(1);
    expect([code, stdout]).toEqual([2, ""]);
    expect(at.names()).toEqual(READ);
  });

  test.each([
    [
      "a config that is not there",
      ["run", "--ns3", "conf.txt"],
      /^error: conf\.txt: expected a config of HPCC's simulator, found no such file\. Did you mean "config\.txt"\?$/m,
    ],
    [
      "a folder for a config",
      ["run", "--ns3", "."],
      /^error: \.: expected a config of HPCC's simulator, found a folder/,
    ],
    ["no file at all", ["run", "--ns3"], /^error: missing required argument 'file'/],
    ["a mistyped command", ["rnu"], /^error: unknown command 'rnu'\n\(Did you mean run\?\)/],
    [
      "a mistyped option",
      ["run", "--qlen-dmp", "1ms", "x"],
      /^error: unknown option '--qlen-dmp'\n\(Did you mean --qlen-dump\?\)/,
    ],
    [
      "a time without its unit",
      ["run", "--ns3", "config.txt", "--qlen-dump", "5"],
      /^error: option '--qlen-dump <time>' argument '5' is invalid\. Expected a multiple of 100ns/,
    ],
    [
      "a trace that is none",
      ["trace", "flow.txt"],
      /^error: flow\.txt: expected a header of \d+ bytes for \d+ ports, found \d+ bytes\. Name a \.tr file/,
    ],
    ["a trace that is not there", ["trace", "mix.tr"], /^error: mix\.tr: expected a \.tr trace, found no such file/],
  ])("%s", (_what, args, message) => {
    const at = inputs("R1");
    const { code, stdout, stderr } = at.run(...args);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, ""]);
    expect(at.names()).toEqual(READ);
  });

  test("run from another folder: the error says where the file is", () => {
    const at = inputs("R1");
    mkdirSync(at.at("case"));
    at.write("case/config.txt", at.text("config.txt").replace("topology.txt", "topo.txt"));
    at.write("case/topo.txt", at.text("topology.txt"));
    const { code, stderr } = at.run("run", "--ns3", "case/config.txt");
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /"topo\.txt": no such file\. .* The file is next to the config: run this command there, after cd case\n$/,
    );
  });
});

test.skipIf(!existsSync("/dev/full"))("a full disk: exit code 74, and no file that looks complete", () => {
  const at = inputs("R7_loss_dcqcn", [["config.txt", "FCT_OUTPUT_FILE fct.txt", "FCT_OUTPUT_FILE /dev/full"]]);
  const { code, stderr } = at.run("run", "--ns3", "config.txt");
  expect(stderr).toMatch(/^error: \/dev\/full cannot be written: ENOSPC/m);
  expect(code).toBe(74);
  expect(at.names()).toEqual(READ);
});

describe("xoff trace", () => {
  let at: Folder;
  beforeAll(() => {
    at = new Folder("R1_trace");
    at.run("run", "--ns3", "config.txt");
  });
  afterAll(() => {
    at.remove();
  });

  test("of one node, a limited number of lines; a truncated trace says so", () => {
    const all = parityText("cases/R1_trace/mix.tr.txt.gz").split("\n");
    const of2 = at.run("trace", "mix.tr", "--node", "2", "--limit", "1000").stdout;
    expect(of2).toBe(
      `${all
        .filter((line) => line.includes(" n:2 "))
        .slice(0, 1000)
        .join("\n")}\n`,
    );
    expect(at.run("trace", "mix.tr", "-l", "0").stdout).toBe("");

    const warning = at.run("trace", "mix.tr", "--node", "77", "--limit", "1").stderr;
    expect(warning).toBe("warning: mix.tr: the network of this trace has no node 77. Name another with --node.\n");

    const header = 8 + 11 * 6; // six ports
    at.write("cut.tr", at.bytes("mix.tr").subarray(0, header + 2 * 56 + 10));
    const cut = at.run("trace", "cut.tr");
    expect(cut.stdout).toBe(`${all.slice(0, 2).join("\n")}\n`);
    expect(cut.stderr).toBe(
      "warning: cut.tr is truncated: it ends 10 bytes into a record of 56. Run the simulation again for a complete trace.\n",
    );
  });

  test("ends silently if the reader of its pipe ends", async () => {
    const child = at.start("trace", "mix.tr");
    const end = ended(child);
    child.stdout?.once("data", () => child.stdout?.destroy());
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("without a packet: a message on stderr", () => {
    const none = inputs("R7_loss_dcqcn");
    none.run("run", "--ns3", "config.txt");
    const { code, stdout, stderr } = none.run("trace", "mix.tr");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toBe("mix.tr contains no packet: ENABLE_TRACE was 0, or the trace file listed no node.\n");
  });
});

test("Ctrl-C stops the run: exit code 130, results so far are written, and stderr has the time", async () => {
  const at = inputs("R1_trace", [
    ["flow.txt", /10000000/g, "4000000000"],
    ["config.txt", /SIMULATOR_STOP_TIME .*/, "SIMULATOR_STOP_TIME 100"],
    ["trace.txt", /[^]*/, "1\n2\n"],
  ]);
  const child = at.start("run", "--ns3", "config.txt", "--qlen-dump", "1ms");
  const end = ended(child);
  await until(() => at.names().some((name) => name.endsWith(".partial")), child);
  await delay(500);
  expect(at.names().filter((name) => WRITTEN.includes(name))).toEqual([]);
  child.kill("SIGINT");
  const { code, stderr } = await end;
  expect(code).toBe(130);
  expect(stderr).toMatch(/0 of 2 flows done: cut short at [\d.]+ [mun]s\./);
  expect(stderr).toContain("0 -> 2 (flow.txt:2): ");
  expect(at.names()).toEqual([...READ, ...WRITTEN].sort());
  const { stdout } = at.run("trace", "mix.tr", "--limit", "5");
  expect(stdout.split("\n").length).toBe(6);
});

test("--help has commands, examples and exit codes; --version is package.json's", () => {
  const at = inputs("R1");
  const { code, stdout } = at.run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("xoff run --ns3 config.txt");
  const codes = [...stdout.slice(stdout.indexOf("Exit codes:")).matchAll(/^ {2}(\d+) /gm)].map(([, code]) => code);
  expect(codes).toEqual(["0", "1", "2", "70", "74", "75", "130"]);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(at.run().stdout).toBe(stdout);
  expect(at.run("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(at.run("run", "--help").stdout).toContain("--qlen-dump <time>");
});
