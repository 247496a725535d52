/** Tests that every command accepts policies from user files like built-in ones, and the messages for broken files. */
import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { loadModules } from "../../src/batch/loader/load-module.ts";
import { build, butCode, Folder, main } from "./xoff.ts";

const scenario = `until: 1ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 2, rate: 10Gbps }
traffic: [{ kind: incast, to: h2, size: 100KB }]
policies: { congestion: ./my-cc.ts }
`;
const own = `import { defineParams, type CongestionPolicy, type CongestionView, type Values } from "xoff/policy";
import { half } from "./half.ts";

export const role = "congestion";
export const about = "halves on a mark";
export const needs = { detection: "red" } as const;
export const params = defineParams({
  step: { unit: "bps", default: 100_000_000, min: 1, max: 1e12, source: "mine", about: "Added for each ACK." },
});

export function create({ step }: Values<typeof params>, view: CongestionView): CongestionPolicy {
  return {
    onStart() {},
    onAck(flow, _ack, mark) {
      const rate: number = mark > 0 ? half(view.rate[flow]) : view.rate[flow] + step;
      view.setRate(flow, Math.min(view.lineRate[flow], rate));
    },
  };
}
`;

let folder: Folder;
const run = (...args: string[]) => folder.run(...args);

beforeAll(build);
beforeEach(() => {
  folder = new Folder();
  folder.write("my.yaml", scenario);
  folder.write("my-cc.ts", own);
  folder.write("half.ts", "export const half = (rate: number): number => Math.max(1e8, rate / 2);\n");
});
afterEach(() => {
  folder.remove();
});

const summaryOf = (out: string) =>
  JSON.parse(folder.text(`${out}/summary.json`)) as {
    digest: string;
    hash: string;
    modules: { of: string; name: string; hash: string; file: string }[];
  };

describe("a policy that a scenario names by its file", () => {
  test("gives the same digest with one thread and with two; its bytes and those of its imports are in the scenario's hash", () => {
    expect(run("run", "my.yaml", "--out", "one").code).toBe(0);
    expect(run("run", "my.yaml", "--out", "two", "--threads", "2").code).toBe(0);
    const [one, two] = [summaryOf("one"), summaryOf("two")];
    expect([two.digest, two.hash]).toEqual([one.digest, one.hash]);
    expect(one.modules).toMatchObject([{ of: "congestion", name: "./my-cc.ts" }]);
    folder.write("half.ts", "export const half = (rate: number): number => Math.max(1e8, rate / 2.0);\n");
    expect(run("run", "my.yaml", "--out", "other").code).toBe(0);
    expect(summaryOf("other").hash).not.toBe(one.hash);
    expect(summaryOf("other").digest).toBe(one.digest);
  });

  test("is stored with its run, where why repeats it, and named by the report", () => {
    run("run", "my.yaml", "--out", "one");
    for (const file of ["my-cc.ts", "half.ts"]) folder.write(file, "this is no longer what it was");
    expect(run("why", "one", "--flow", "2", "--run-code").code).toBe(0);
    expect(run("report", "one").code).toBe(0);
    expect(folder.text("one/report.html")).toContain(
      `congestion ./my-cc.ts (module hash ${summaryOf("one").modules[0].hash.slice(0, 16)}`,
    );
  });

  test("is compared, relative to the current folder", () => {
    mkdirSync(folder.at("scenarios"));
    folder.write("scenarios/their.yaml", scenario.replace("./my-cc.ts", "none"));
    const vary = "congestion=dcqcn,./my-cc.ts,{name: ./my-cc.ts, step: 1Gbps}";
    const { code, stdout, stderr } = run("compare", "scenarios/their.yaml", "--vary", vary, "--out", "compared");
    expect([code, stderr]).toEqual([0, expect.stringContaining("3 rows")]);
    expect(stdout).toMatch(/^\.\/my-cc\.ts /m);
    expect(folder.text("compared/compare.csv")).toContain("step: 1Gbps");
  });

  test("is available in check, list, explain and the schema, and by name if its folder is in use", () => {
    expect(run("check", "my.yaml").stdout).toContain("no mistake found");
    expect(run("explain", "./my-cc.ts").stdout).toContain("Added for each ACK.");
    expect(run("list", "congestion", "--use", ".").stdout).toContain("my-cc  ");
    expect(run("schema", "--use", "my-cc.ts").stdout).toContain("Halves on a mark");
    folder.write(
      "my.yaml",
      scenario.replace("./my-cc.ts", "{ name: my-cc, step: 2Gbps }").replace("until", "use: .\nuntil"),
    );
    expect(run("run", "my.yaml", "--out", "used").code).toBe(0);
    expect(summaryOf("used").modules).toMatchObject([{ name: "my-cc" }]);
  });
});

/** The text of a congestion policy with these hooks, one on each line. */
const hooks = (...lines: string[]) =>
  [
    "export const role = 'congestion', about = 'x', params = {};",
    "export function create(p, view) { return {",
    ...lines,
    "}; }",
    "",
  ].join("\n");

describe("a broken policy gives an error with file, line, hook, time and flow, and no results", () => {
  test.each([
    [
      "throws",
      hooks("onStart() {},", "onAck(flow) { nope.x; }"),
      /bad\.ts:4: onAck: nope is not defined \(at 5\.\d+ us, flow \d, h\d -> h2\)/,
    ],
    [
      "answers NaN",
      hooks("onStart() {},", "onAck(flow) { view.setRate(flow, 0 / 0); }"),
      /bad\.ts:4: onAck: setRate: expected a rate above 0, bit\/s, got NaN/,
    ],
    [
      "reads the clock",
      hooks("onStart(flow) { view.setRate(flow, Date.now()); },", "onAck() {}"),
      /bad\.ts:3: onStart: Date differs from run to run: .*view\.now/,
    ],
    [
      "throws dice",
      hooks("onStart(flow) { view.setRate(flow, 1e9 * Math.random()); },", "onAck() {}"),
      /bad\.ts:3: onStart: Math\.random differs from run to run/,
    ],
    [
      "has no hook",
      hooks("onStart() {},"),
      /bad\.ts: create: expected an object with onStart, onAck, got one without onAck/,
    ],
    [
      "throws in a timer",
      hooks(
        "t: view.timer((flow) => { throw new Error('tick'); }),",
        "onStart(flow) { this.t.arm(flow, 1e6); }, onAck() {}",
      ),
      /bad\.ts:3: a timer: tick \(at 1 us, flow 0/,
    ],
    ["has a typo", "export cnst a = 1;", /expected '\{', got 'ident' \(bad\.ts:1:8\)/],
    ["has no value", "let a = ;", /expected an expression, got other code \(bad\.ts:1:9\)/],
    ["has a stray word", "let a = 1 b;", /expected a semicolon, got other code \(bad\.ts:1:11\)/],
    [
      "imports what the hash does not cover",
      "import 'node:fs';",
      /expected imports of its own files .*"node:fs" \(bad\.ts:1\)/,
    ],
    ["has a decorator", "const d = () => {};\n@d class A {}", /expected TypeScript .*, got a decorator \(bad\.ts:2\)/],
    [
      "takes a root by a power",
      hooks("onStart(flow) { view.setRate(flow, 1e9 * 2 ** .5); }, onAck() {}"),
      /same in every engine, got a power by \*\* \(bad\.ts:3\)\. .* Math\.sqrt\(x\), or pow\(x, y\) of xoff\/policy/,
    ],
    [
      "waits in a hook",
      hooks("onStart(flow) {", "  const later = async () => view.setRate(flow, 1e9);", "  later();", "}, onAck() {}"),
      /expected code without async functions or await, got an async function \(bad\.ts:4\)\. To act later, use view\.timer/,
    ],
    ["is CommonJS", "exports.about = 'x';", /expected an ES module, got CommonJS \(bad\.ts:1\)\. Write `export/],
    [
      "imports what is no code",
      "import a from './my.yaml';",
      /expected imports of \.ts, .*, got "my\.yaml" \(bad\.ts:1\)\. .*export const my = \.\.\.;/,
    ],
    ["imports a type as a value", "import { CongestionPolicy } from 'xoff/policy';", /CongestionPolicy .*import type/],
  ])("%s", (_what, code, message) => {
    folder.write("bad.ts", code);
    const { code: exit, stderr, stdout } = run("run", "my.yaml", "--set", "congestion=./bad.ts", "--out", "bad");
    expect([exit, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(butCode(stderr).trim().split("\n")).toHaveLength(1);
    expect(folder.names()).not.toContain("bad");
  });

  test.each([
    [
      "buffer",
      "threshold: () => NaN",
      /bad\.ts: threshold: expected bytes, 0 or more, got NaN \(at 1\.\d+ us, leaf0, flow 0, h0 -> h2\)/,
    ],
    ["buffer", 'threshold: () => "7"', /bad\.ts: threshold: expected bytes, 0 or more, got "7" \(at 1\.\d+ us, leaf0/],
    ["routing", "choose: () => 99", /bad\.ts: choose: expected an index from 0 to 1, got 99 \(at .*, leaf0, flow 0/],
    ["scheduling", "next: () => 2", /bad\.ts: next: expected a class that is ready, got 2/],
    ["detection", "mark: () => 7", /bad\.ts: mark: expected UNMARKED, UNDETERMINED or CONGESTED, got 7/],
    ["recovery", "onNack() {}, onData: () => 7", /bad\.ts: onData: expected SILENT, .* got 7/],
  ])("an answer outside the contract of %s", (role, hook, message) => {
    folder.write("bad.ts", hooks(hook).replace("congestion", role));
    const { code, stderr } = run("run", "my.yaml", "--set", `${role}=./bad.ts`, "--out", "bad");
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test("a topology that throws, as it is made", () => {
    const code = "export const role = 'topology', about = 'x', params = {};\nexport const create = () => nope;\n";
    folder.write("bad.ts", code);
    const { stderr } = run("check", "my.yaml", "--set", "topology={ kind: ./bad.ts }");
    expect(butCode(stderr)).toBe("error: ./bad.ts:2: create: nope is not defined\n");
  });
});

const loaderModule = async () => {
  const { href } = new URL("../batch/loader/load-module.js", pathToFileURL(main));
  return (await import(href)) as { loadModules: typeof loadModules };
};

test.each([
  ["loops", "for (;;);", true, 300, /none within 0\.3 s/],
  ["waits, as a figure's may", "await { then() {} };", false, 30_000, /one that waits forever/],
])(
  "top-level code of a file that %s for ever is reported, and the command ends",
  async (_what, code, sameEverywhere, mostMs, got) => {
    folder.write("bad.ts", code);
    const loader = await loaderModule();
    await expect(loader.loadModules([folder.at("bad.ts")], { sameEverywhere }, mostMs)).rejects.toMatchObject({
      expected: "a file whose top-level code ends",
      got: expect.stringMatching(got) as string,
    });
  },
);

test("modules that are loaded at the same time do not mix, also if the code of one waits for ever", async () => {
  const { loadModules } = await loaderModule();
  for (const name of ["a", "b"]) folder.write(`${name}.ts`, `export const ${name}: number = 1;`);
  folder.write("bad.ts", "await { then() {} };");
  const load = async (name: string) => (await loadModules([folder.at(name)], { sameEverywhere: false }))[0].exports;
  const loaded = await Promise.allSettled(["a.ts", "bad.ts", "none.ts", "b.ts"].map(load));
  const [a, bad, none, b] = loaded.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
  expect([a, b]).toEqual([["a"], ["b"]]);
  expect(bad).toMatch(/one that waits forever/);
  expect(none).toMatch(/no such file/);
});

describe("xoff test", () => {
  test("a policy of xoff new policy passes", () => {
    expect(run("new", "policy", "congestion", "new-cc.ts").code).toBe(0);
    const { code, stdout } = run("test", "new-cc.ts");
    expect([code, stdout]).toEqual([0, expect.stringContaining("11 of 11 hold.")]);
  });

  test("numbers that slow code puts on the heap, in a hook that no packet calls, are no allocation for each packet", () => {
    const share = "params = { share: { unit: 'ratio', default: 0.5, min: 0.1, max: 1, source: 'lab', about: 'x' } }";
    folder.write(
      "share.ts",
      hooks("onStart(flow) { view.setRate(flow, view.lineRate[flow] * p.share); },", "onAck() {}").replace(
        "params = {}",
        share,
      ),
    );
    for (let k = 0; k < 3; k++) expect(run("test", "share.ts")).toMatchObject({ code: 0 });
  });

  test("runs a congestion policy on the words of the detection policy that it needs, or that --set names", () => {
    folder.write(
      "stamps.ts",
      `export const role = "detection", about = "counts hops", params = {}, gives = [];
export const create = (p, view) => {
  const { at } = view.words(1);
  return { stamp(port, packet) { at[packet]++; } };
};`,
    );
    const reader = `export const role = "congestion", about = "reads hops", params = {}, reads = () => [];
export const create = (p, view) => ({
  onStart() {},
  onAck() { if (view.words !== null && view.words.at[view.packet * view.words.width] > 0) throw new Error("read a word"); },
});`;
    folder.write("free.ts", reader);
    folder.write("needy.ts", `${reader}\nexport const needs = { detection: "./stamps.ts" };`);
    expect(run("test", "free.ts").code).toBe(0);
    for (const args of [["free.ts", "--set", "detection=./stamps.ts"], ["needy.ts"]]) {
      const { code, stdout } = run("test", ...args);
      expect(code).toBe(1);
      expect(stdout).toMatch(/FAIL {2}sets only rates.*\n +.*: onAck: read a word/);
      expect(stdout).toMatch(/FAIL {2}gives the same results if .* partitioned.*\n +.*: onAck: read a word/);
    }
  });

  test("class 1 of the fabric has no data, so a buffer policy may trim into it; the output names the classes of data", () => {
    folder.write(
      "cut.ts",
      `export const role = "buffer", about = "x", params = {}, gives = ["trimmed headers"], headerClass = 1;
export const create = (p, view) => ({
  threshold: (port, cls) => view.lossless.includes(cls) || cls === 1 ? view.capacity[view.nodeOf[port]] - view.used[view.nodeOf[port]] : 9000,
  trims: (port, cls) => (cls === 1 ? -1 : 1),
});`,
    );
    const { stdout } = run("test", "cut.ts");
    expect(stdout).toContain("ok    runs, and gives the same results again with the same seed");
    expect(stdout).toContain("Data of the small fabric has the classes 3 (lossless) and 4 (lossy).");
  });

  test.each([
    [
      "allocates for each ACK, never raises a window again, and keeps something beyond its run",
      `let total = 0;\n${hooks(
        "onStart() {},",
        "onAck(flow, ack, mark) {",
        "  (this.seen ??= []).push({ flow, ack });",
        "  if (mark > 0) view.setWindow(flow, 1000);",
        "  view.setRate(flow, view.lineRate[flow] - 1000 * ++total); }",
      )}export const needs = { detection: "red" };`,
      [
        /allocates nothing .*\n +\d+ B a call \(bad\.ts:5, onAck\)/,
        /FAIL {2}a flow regains its rate after a burst/,
        /the second run of a scenario and a seed differs: summary/,
      ],
    ],
    [
      "drops packets of a lossless class",
      `export const role = "buffer", about = "x", params = {};
export const create = (p, view) => ({ threshold: () => 20000, admits: (port, cls) => view.backlog(port, cls) < 12000 });`,
      [/FAIL {2}drops no packet of a lossless class \(view\.lossless\), .*\n.*\n.*\n?.*policies\.buffer/],
    ],
    [
      "reads the clock",
      hooks("onStart() {},", "onAck(flow) { view.setRate(flow, 1e9 + (Date.now() % 7)); }"),
      [/Date differs from run to run/],
    ],
  ])("reports a policy that %s", (_what, code, messages) => {
    folder.write("bad.ts", code);
    const { code: exit, stdout } = run("test", "bad.ts");
    expect(exit).toBe(1);
    for (const message of messages) expect(stdout).toMatch(message);
  });
});
