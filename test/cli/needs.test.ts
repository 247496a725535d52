/**
 * Tests on the command line that a policy gets its inputs. The tests cover errors, warnings, and rows of a comparison
 * that are the same run.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { policies } from "../../src/policies/policies.ts";
import { build, Folder } from "./xoff.ts";

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
});
afterEach(() => {
  at.remove();
});

const errors = (stderr: string): string[] => stderr.split("\n").filter((line) => line.startsWith("error: "));
const warnings = (stderr: string): string[] => stderr.split("\n").filter((line) => line.startsWith("warning: "));

/** Writes the starter incast-16, with or without an additional policy. */
function begin(more = ""): void {
  expect(at.run("new", "my.yaml", "--from", "incast-16").code).toBe(0);
  if (more !== "") at.write("my.yaml", at.text("my.yaml").replace("policies:\n", `policies:\n  ${more}\n`));
}

interface Compared {
  readonly rows: readonly { label: string; folder: string; digest: string; settings: { congestion: string } }[];
}

test("incast-16 over every congestion policy: each with its detection; rows that are the same run are marked", () => {
  begin();
  const names = Object.keys(policies.congestion);
  const vary = `congestion=${names.join(",")}`;
  const { code, stdout, stderr } = at.run("compare", "my.yaml", "--vary", vary, "--set", "until=250us", "--out", "out");
  expect([code, warnings(stderr)]).toEqual([0, []]);

  const { rows } = JSON.parse(at.text("out/compare.json")) as Compared;
  const chosen = rows.map(({ folder, settings }) => {
    const summary = JSON.parse(at.text(`out/${folder}/summary.json`)) as {
      policies: { detection: { name: string }[]; recovery: { name: string } };
    };
    const { detection, recovery } = summary.policies;
    return [settings.congestion, detection.map(({ name }) => name).join(), recovery.name].join(" ");
  });
  expect(chosen).toEqual([
    ...["none none go-back-n", "dcqcn red go-back-n", "hpcc int go-back-n", "timely none go-back-n"],
    ...[
      "powertcp int go-back-n",
      "dctcp red go-back-n",
      "newreno none tcp",
      "scripted none go-back-n",
      "max-min none go-back-n",
      "acc tcd go-back-n",
    ],
  ]);

  // TIMELY measures no delay above its threshold, and no script sets rates. So both act like senders without congestion
  // control.
  const [{ digest }] = rows;
  expect(rows.filter((row) => row.digest === digest).map((row) => row.settings.congestion)).toEqual([
    "none",
    "timely",
    "scripted",
  ]);
  expect(new Set(rows.map((row) => row.digest)).size).toBe(names.length - 2);
  const marked = stdout.split("\n").filter((line) => line.endsWith("  (a)"));
  expect(marked.map((line) => line.split(" ")[0])).toEqual(["none", "timely", "scripted"]);
  expect(stdout).toContain(`\n(a) none, timely and scripted are the same run: digest ${digest}.\n`);

  expect(at.run("report", "out").code).toBe(0);
  const page = at.text("out/report.html");
  expect(page).toContain(`(a) none, timely and scripted are the same run: digest ${digest}.`);
  expect(page).toContain("timely (a)");
});

describe("the file names detection: red", () => {
  const line = String.raw`error: my\.yaml:21:14: policies\.detection: expected int, for the INT stamps that congestion hpcc needs`;

  test("check and run reject HPCC, with both places and the remedies; nothing is written", () => {
    begin("detection: red");
    for (const command of ["check", "run"]) {
      const { code, stdout, stderr } = at.run(command, "my.yaml", "--set", "congestion=hpcc");
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        new RegExp(
          String.raw`^${line} \(--set congestion=hpcc\), got red\. Either remove the line my\.yaml:21:3 \(detection then follows congestion\), or set detection: int, or choose another congestion policy\.\n$`,
        ),
      );
    }
    expect(at.names()).toEqual(["my.yaml"]);
  });

  test("compare and sweep plan fail before the first run, and name each combination", () => {
    begin("detection: red");
    const vary = ["--vary", "congestion=dcqcn,hpcc,powertcp"];
    for (const command of [
      ["compare", "my.yaml", ...vary, "--seeds", "3"],
      ["sweep", "plan", "my.yaml", ...vary],
    ]) {
      const { code, stdout, stderr } = at.run(...command);
      expect([code, stdout]).toEqual([2, ""]);
      expect(errors(stderr).map((one) => /\(with (\S+)\)$/.exec(one)?.[1])).toEqual([
        "congestion=hpcc",
        "congestion=powertcp",
      ]);
      expect(stderr).toMatch(new RegExp(`^${line} `));
    }
    expect(at.names()).toEqual(["my.yaml"]);
  });
});

test("a cross product names both values of each pair that does not fit; pairs are rows of a sweep", () => {
  begin();
  const pairs = ["--vary", "congestion=dcqcn,hpcc", "--vary", "detection=red,int"];
  const { code, stderr } = at.run("compare", "my.yaml", ...pairs);
  expect(code).toBe(2);
  expect(errors(stderr)).toEqual([
    expect.stringMatching(
      /^error: --vary detection=int: .* congestion dcqcn needs \(--vary congestion=dcqcn\), got int\. Either remove detection from --vary /,
    ),
    expect.stringMatching(
      /^error: --vary detection=red: .* congestion hpcc needs \(--vary congestion=hpcc\), got red\. Either remove detection from --vary /,
    ),
  ]);
  const rows = [
    "--row",
    "congestion=dcqcn; detection={name: red, kmin: 5KB}",
    "--row",
    "congestion=hpcc; detection=int",
  ];
  expect(at.run("sweep", "plan", "my.yaml", ...rows, "--out", "pairs").stderr).toMatch(
    /^pairs: 2 points x 1 seed, 2 runs\./,
  );
});

describe("what has no effect", () => {
  const NO_MARKS = "detection.kmin has no effect: no policy uses ECN marks.";
  const DETECTION = "detection={name: red, kmin: 5KB}";

  test("check and run warn before the run; --strict makes it an error; --json has it", () => {
    begin();
    const set = ["--set", "congestion=none", "--set", DETECTION];
    const line = `warning: --set ${DETECTION}: ${NO_MARKS}`;
    expect(warnings(at.run("check", "my.yaml", ...set).stderr)).toEqual([line]);
    expect(warnings(at.run("run", "my.yaml", ...set, "--set", "until=20us", "--out", "out").stderr)).toEqual([line]);
    expect(at.run("check", "my.yaml", ...set, "--strict").code).toBe(2);
    const { warnings: told } = JSON.parse(at.run("check", "my.yaml", ...set, "--json").stdout) as {
      warnings: object[];
    };
    expect(told).toEqual([
      { about: "no effect", path: "policies.detection.kmin", message: `--set ${DETECTION}: ${NO_MARKS}` },
    ]);
  });

  test("compare and sweep plan warn of a line that no row uses, and of a varied value that some rows do not use", () => {
    begin(DETECTION.replace("=", ": "));
    const until = ["--set", "until=20us"];
    const of = (...args: string[]): string[] => {
      const { code, stderr } = at.run(...args, ...until);
      expect(code).toBe(0);
      return warnings(stderr);
    };
    const line = `warning: my.yaml:21:26: ${NO_MARKS}`;
    expect(of("sweep", "plan", "my.yaml", "--vary", "congestion=none,timely")).toEqual([line]);
    expect(of("compare", "my.yaml", "--vary", "congestion=none,timely")).toEqual([line]);
    const vary = ["--vary", "congestion=none,dcqcn", "--vary", "detection.kmin=1KB,2KB"];
    expect(of("compare", "my.yaml", ...vary)).toEqual([
      "warning: --vary: detection.kmin has no effect with congestion=none, detection.kmin=1KB; congestion=none, detection.kmin=2KB: no policy uses ECN marks.",
    ]);
  });

  test("a warning about a varied value names the option or the file that varies it", () => {
    begin("detection: { name: red, kmin: 5KB }");
    const marks = "detection.kmin has no effect with congestion=none, detection.kmin=1KB: no policy uses ECN marks.";
    const row = (congestion: string): string => `congestion=${congestion}; detection.kmin=1KB`;
    const rows = ["none", "dcqcn"].flatMap((one) => ["--row", row(one)]);
    expect(warnings(at.run("sweep", "plan", "my.yaml", ...rows, "--out", "s").stderr)).toEqual([
      `warning: --row: ${marks}`,
    ]);
    at.write("sweep.yaml", "scenario: my.yaml\ngrid: { congestion: [none, dcqcn], detection.kmin: [1KB] }\nseeds: 1\n");
    expect(warnings(at.run("sweep", "plan", "sweep.yaml", "--out", "t").stderr)).toEqual([
      `warning: sweep.yaml: ${marks}`,
    ]);
  });

  test("an unchanged line of a starter causes no warning, a changed one does", () => {
    at.run("new", "acc.yaml", "--from", "acc-clos");
    const check = () => at.run("check", "acc.yaml", "--set", "congestion=timely").stderr;
    expect(warnings(check())).toEqual([]);
    at.write("acc.yaml", at.text("acc.yaml").replace("kmin: 5KB", "kmin: 6KB"));
    expect(warnings(check())).toEqual([
      expect.stringMatching(/^warning: acc\.yaml:\d+:\d+: detection\.kmin has no effect: /),
    ]);
  });

  test("a scenario of xoff new causes no warning and no error", () => {
    for (const args of [
      ["--topology", "star"],
      ["--policy", "detection=int"],
      ["--policy", "congestion=newreno"],
    ]) {
      const { stdout } = at.run("new", "-", ...args);
      at.write("new.yaml", stdout);
      const { code, stderr } = at.run("check", "new.yaml");
      expect([code, stderr]).toEqual([0, expect.not.stringContaining("no effect")]);
    }
  });
});
