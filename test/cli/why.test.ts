/** Tests the command `xoff why`: the choice of port and flows, its output, and questions without an answer. */
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, Folder } from "./xoff.ts";

interface Answer {
  readonly chain: readonly { node: string; port: number; peer: string }[];
  readonly root: { node: string; port: number; peer: string; flows: readonly Ends[] };
  readonly victims: readonly (Ends & { readonly behind: number; readonly lost_ns: number })[];
  readonly lost_ns: number;
}
interface Ends {
  readonly flow: number;
  readonly source: string;
  readonly destination: string;
}

let at: Folder;
const why = (...args: string[]): Answer => {
  const { code, stdout, stderr } = at.run("why", ...args, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Answer;
};

beforeAll(() => {
  build();
  at = new Folder();
  const victim = readFileSync(new URL("../../scenarios/starter/victim.yaml", import.meta.url), "utf8");
  at.write("victim.yaml", victim);
  at.run("run", "victim.yaml", "--set", "buffer=dt", "--set", "until=4ms", "--out", "v");
});
afterAll(() => {
  at.remove();
});

test("spfc/fig4, N = 24, DT: h0 was paused for sw0's port to r2; culprits are h1 to h24 and F2, F1 is the victim", () => {
  const { chain, root, victims, lost_ns } = why("v", "--port", "h0");
  expect(chain.map(({ node, peer }) => [node, peer])).toEqual([["sw0", "h0"]]);
  expect(root).toMatchObject({ node: "sw0", port: 32, peer: "r2" });
  const senders = [...new Set(root.flows.map(({ source }) => source))].sort(
    (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
  );
  expect(senders).toEqual(Array.from({ length: 25 }, (_, k) => `h${k}`));
  expect([...new Set(root.flows.map(({ destination }) => destination))]).toEqual(["r2"]);
  expect(victims).toEqual([{ flow: 0, behind: 0, lost_ns, source: "h0", destination: "r1" }]);
  expect(lost_ns).toBeGreaterThan(100_000);
});

test("as text: chain, root, culprits with their bytes, victims; lines of 80 characters", () => {
  const { code, stdout } = at.run("why", "v", "--port", "h0", "--at", "2.5ms");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^h0 was paused by sw0 \(port 1\) at 2\.\d+ ms for .* us, class 3\.\n\n {2}1\. sw0 held /);
  expect(stdout).toMatch(/^Root: sw0, port 32, to r2\. At 2\./m);
  expect(stdout).toMatch(
    /^Culprits: \d+ flows with bytes at the root\n( {2}h\d+ -> r2 +\S+ [KM]i?B +\d+\.\d% +\d+ flows?\n)+\n/m,
  );
  expect(stdout).toMatch(
    /^Victims: 1 flow that lost[^]*\n {2}h0 -> r1 {2}1 flow {2}lost 786\.4 us {2}paused at h0 by sw0\n$/m,
  );
  expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
});

test("a moved folder includes the settings and the files of other folders that its scenario names", () => {
  const topology =
    "7 1 6\n6\n0 6 100Gbps 1us 0\n1 6 100Gbps 1us 0\n2 6 100Gbps 1us 0\n3 6 100Gbps 1us 0\n4 6 100Gbps 1us 0\n5 6 100Gbps 1us 0\n";
  mkdirSync(at.at("lab"));
  mkdirSync(at.at("shared"));
  at.write("shared/star.txt", topology);
  at.write(
    "lab/star.yaml",
    `until: 1ms
topology: { kind: file, path: ../shared/star.txt }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, from: [h0, h1, h2, h3], to: h4, size: 10KB }
  - { kind: long-lived, from: h0, to: h5 }
policies: { congestion: none }
`,
  );
  const { code, stderr } = at.run("run", "lab/star.yaml", "--set", "traffic.0.size=1MB", "--out", "lab/out");
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  mkdirSync(at.at("elsewhere"));
  renameSync(at.at("lab/out"), at.at("elsewhere/run"));
  rmSync(at.at("shared"), { recursive: true });
  const { root, victims } = why("elsewhere/run", "--port", "h0");
  expect([root.node, root.peer]).toEqual(["s6", "h4"]);
  expect(victims.map(({ destination }) => destination)).toEqual(["h5"]);
});

describe("why was this flow slow?", () => {
  interface FlowAnswer {
    readonly total_ps: number;
    readonly path: readonly string[];
    readonly parts: readonly { readonly part: string; readonly time_ps: number; readonly node: string }[];
  }
  const run = (...args: string[]): string => {
    const { code, stdout, stderr } = at.run("why", ...args);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };

  test("of F1, which sw0 paused: path, printed parts that add up, the root, the next command; lines of 80 characters", () => {
    const text = run("v", "--flow", "0");
    expect(text).toMatch(/^Flow 0, h0 -> r1, without an end, class 3, began at 0 ps\. It was not done\s4 ms\slater,/);
    const times = [...text.matchAll(/^\S.*? (\d+\.\d{9}) ms +(\d+\.\d)%$/gm)].map(([, time]) =>
      Number(time.replace(".", "")),
    );
    const total = times.pop();
    expect(total).toBe(4e9);
    expect(times.reduce((sum, time) => sum + time, 0)).toBe(total);
    expect(text).toMatch(/^paused +h0-sw0 .*%\n {2,}root: sw0-r2 /m);
    expect(text).toContain("xoff why v --port h0-sw0");
    expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
  });

  test("the same answer for a folder and for its scenario, in whole picoseconds that add up", () => {
    const scenario = at
      .text("v/scenario.yaml")
      .replace(/^until: .*$/m, "until: 4ms")
      .replace("buffer: spfc", "buffer: dt");
    at.write("again.yaml", scenario);
    at.run("run", "again.yaml", "--out", "again");
    const ofFolder = JSON.parse(run("again", "--flow", "7", "--json")) as FlowAnswer;
    expect(JSON.parse(run("again.yaml", "--flow", "7", "--json"))).toEqual(ofFolder);
    expect(ofFolder.path).toEqual(["h6", "sw0", "r2"]);
    expect(ofFolder.parts.reduce((sum, { time_ps }) => sum + time_ps, 0)).toBe(ofFolder.total_ps);
  });

  test("--slowest: by slowdown, with the largest part and its port; the run itself lists the first five", () => {
    const rows = JSON.parse(run("v", "--slowest", "--json")) as { flow: number; slowdown: number; largest: string }[];
    expect(rows).toHaveLength(10);
    expect(rows.map(({ slowdown }) => slowdown)).toEqual(rows.map(({ slowdown }) => slowdown).sort((a, b) => b - a));
    const text = run("v", "--slowest", "3");
    expect(text).toMatch(/^slowest flows +largest part of the time +FCT +slowdown\n(\d+: h\d+ -> r2 .*\n){3}\n/);
    expect(text).toContain(`xoff why v --flow ${rows[0].flow}\n`);
    const { stdout } = at.run("run", "victim.yaml", "--set", "until=2ms", "--out", "short");
    expect(stdout).toMatch(/^slowest flows .*\n(\d+: .*\n){5}\n/m);
  });
});

describe("a question without an answer gives exit code 2 and the reason", () => {
  beforeAll(() => {
    at.run("run", "victim.yaml", "--set", "until=1010us", "--out", "quiet");
    at.run("run", "victim.yaml", "--set", "until=2ms", "--set", "measure.pauses=false", "--out", "counted");
    at.run("compare", "victim.yaml", "--set", "until=1010us", "--vary", "buffer=st,dt", "--out", "both");
  });
  test.each([
    [["nowhere"], /^error: nowhere\/summary\.json: expected the summary of a run, but it does not exist/],
    [["both"], /^error: both is a comparison, not a run\. Name one of its runs in both\/runs\.\n$/],
    [
      ["quiet"],
      /^error: quiet has no PAUSE\. Use xoff why quiet --slowest to see why its slowest flows were slow\.\n$/,
    ],
    [["counted"], /^error: counted: none of its \d+ PAUSEs was recorded\. Run .* --set measure\.pauses=true\.\n$/],
    [
      ["v", "--port", "r1"],
      /^error: --port: expected a port that was paused in v, one of h\d+-sw0 \(\d+\), .*, got "r1"/,
    ],
    [["v", "--port", "h0-sw"], /Did you mean "h0-sw0"\?/],
    [["v", "--at", "1us"], /^error: --at: expected a time at which a PAUSE held, within the run of 4 ms, got "1us"\n$/],
    [["v", "--port", "h0", "--at", "5ms"], /^error: --at: expected a time at which a PAUSE of h0 held/],
    [["v", "--at", "soon"], /^error: --at: expected a time/],
    [["v", "--origins", "--port", "h0"], /^error: --origins and --port exclude each other. Remove one of them.\n$/],
    [["v", "--csv"], /^error: --csv is only allowed with --origins\./],
    [["v", "--origins", "--csv", "--openmetrics"], /^error: --csv and --openmetrics exclude each other\./],
    [["quiet", "--origins"], /^error: quiet has no PAUSE\./],
    [["counted", "--origins"], /^error: counted: none of its \d+ PAUSEs was recorded\./],
    [["v", "--flow", "99999"], /^error: --flow: expected a flow of v, 0 to \d+, got 99999\n$/],
    [["victim.yaml", "--flow", "99999"], /^error: --flow: expected a flow of victim\.yaml, 0 to [\d,]+, got 99999\n$/],
    [["v", "--flow", "h3"], /^error: --flow: expected the number of a flow, got "h3"\n$/],
    [["v", "--flow=-1"], /^error: --flow: expected the number of a flow, got "-1"\n$/],
    [["v", "--slowest", "0"], /^error: --slowest: expected a number of flows, 1 or more, got "0"\n$/],
    [["v", "--flow", "1", "--port", "h0"], /^error: --flow and --port exclude each other. Remove one of them.\n$/],
    [
      ["nowhere", "--flow", "1"],
      /^error: nowhere\/summary\.json: expected the summary of a run, but it does not exist/,
    ],
    [["both", "--slowest"], /^error: both is a comparison, not a run\./],
  ])("%s", (args, message) => {
    const { code, stdout, stderr } = at.run("why", ...args);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("an edited scenario.yaml", () => {
    const before = at.text("v/scenario.yaml");
    at.write("v/scenario.yaml", before.replace("memory: 16MiB", "memory: 12MiB"));
    const { code, stderr } = at.run("why", "v");
    at.write("v/scenario.yaml", before);
    expect(stderr).toMatch(/^error: v\/scenario\.yaml is not the scenario that was run: it was edited\./);
    expect(code).toBe(2);
  });
});

test("a run of another version is repeated with a warning", () => {
  const before = at.text("v/summary.json");
  at.write("v/summary.json", before.replace(/"xoff": "[^"]+"/, '"xoff": "0.0.9"'));
  const { code, stderr } = at.run("why", "v");
  at.write("v/summary.json", before);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /^warning: xoff 0\.0\.9 made this run; xoff .* repeats it and may differ. Run the scenario again to be sure.\n$/,
    ),
  ]);
});

test("a PAUSE in effect at the end of a run, complete or interrupted, lasts to that end", () => {
  const { code, stdout } = at.run("why", "v", "--at", "4ms");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^h\d+ was paused by sw0 \(port \d+\) at 3\.\d+ ms to the end of the run, class 3\.\n/);
});

describe("which PAUSE, and which origin", () => {
  test("without a question: the PAUSE that delayed victims most, one of h0's, with its time and the number of PAUSEs", () => {
    const { code, stdout } = at.run("why", "v");
    expect(code).toBe(0);
    const [, time, count] = /^Chosen because it cost victims (.*), the most of (\d+) PAUSEs\.$/m.exec(stdout) ?? [];
    expect(stdout).toMatch(/^h0 was paused by sw0 /);
    expect(stdout).toContain(`lost ${time}`);
    const rows = at.text("v/pauses.csv").trim().split("\n").length - 1;
    expect(Number(count)).toBe(rows);
  });

  test("--origins of a folder as text, JSON and CSV, and of the scenario: one row, whose time equals that of F1's parts", () => {
    const rows = JSON.parse(at.run("why", "v", "--origins", "--json").stdout) as Record<string, unknown>[];
    expect(rows).toMatchObject([{ origin: "sw0-r2", class: 3, kind: "queue", hosts_paused: 25, flows_hurt: 1 }]);
    const [head, first] = at.text("v/parts.csv").split("\n");
    const stopped = Number(first.split(",")[head.split(",").indexOf("nic_stopped_ns")]);
    expect(rows[0]["lost_ns"]).toBe(stopped);
    const [names, cells] = at.run("why", "v", "--origins", "--csv").stdout.split("\n");
    expect(cells.split(",")[names.split(",").indexOf("lost_ns")]).toBe(String(stopped));
    expect(at.run("why", "v", "--origins").stdout).toMatch(/^sw0-r2, class 3 +\d+ +0 +25 +1 +1\.779 ms /m);
    expect(at.run("why", "again.yaml", "--origins").stdout).toBe(at.run("why", "again", "--origins").stdout);
  });
});
