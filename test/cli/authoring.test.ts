/**
 * Tests the commands that help to write a scenario, with the built program: `list`, `explain`, `new`, `schema`,
 * `completion`, `import`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { chakraBytes } from "../chakra.ts";
import { build, Folder, main } from "./xoff.ts";

let folder: Folder | undefined;
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
const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

describe("xoff list and xoff explain", () => {
  test("within 80 columns and without colour in a pipe", () => {
    const at = inputs("R1");
    const { code, stdout, stderr } = at.run("list");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("\n* dt ");
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(stdout + at.run("explain", "dt").stdout).not.toContain("\u001b");
  });

  test("an unknown name: suggestions, exit code 2", () => {
    const { code, stdout, stderr } = inputs("R1").run("explain", "dcqn");
    expect(stderr).toMatch(
      /^error: expected a name that a scenario may use, or a role, got "dcqn"\. Did you mean "dcqcn"\?\n$/,
    );
    expect([code, stdout]).toEqual([2, ""]);
  });
});

describe("xoff new", () => {
  test("writes a scenario that xoff run accepts, and never replaces a file", () => {
    const at = inputs("R1");
    expect(at.run("new")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "Wrote scenario.yaml. Next: xoff run scenario.yaml\n",
    });
    const text = at.text("scenario.yaml");
    expect(text).toMatch(/^# A scenario for xoff/);
    expect(at.run("run", "scenario.yaml", "--json").code).toBe(0);

    const { code, stderr } = at.run("new");
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: scenario\.yaml exists already, .* Choose another name, such as: xoff new other\.yaml\n$/,
    );
    expect(at.text("scenario.yaml")).toBe(text);
  });

  test("- is stdout; an error is one line with exit code 2, and nothing is written", () => {
    const at = inputs("R1");
    expect(at.run("new", "-", "--from", "victim").stdout).toMatch(/^# A victim/);
    for (const args of [["--policy", "congestion=hpc"], ["--from", "victim", "--traffic", "flows"], ["none/x.yaml"]]) {
      const { code, stdout, stderr } = at.run("new", ...args);
      expect(stderr).toMatch(/^error: .*\n(\(--help explains the command\)\n)?$/);
      expect([code, stdout]).toEqual([2, ""]);
    }
    expect(at.names()).toEqual(READ);
  });
});

describe("xoff schema", () => {
  test("is written next to a new scenario, which refers to it; another file is not replaced", () => {
    const at = inputs("R1");
    expect((JSON.parse(at.run("schema").stdout) as { title: string }).title).toBe("xoff scenario");
    expect(at.run("schema", "--out", "xoff.schema.json").stderr).toContain(
      "# yaml-language-server: $schema=xoff.schema.json",
    );
    expect(at.run("schema", "--out", "xoff.schema.json").code).toBe(0);
    at.run("new");
    expect(at.text("scenario.yaml")).toMatch(/^# yaml-language-server: \$schema=xoff\.schema\.json\n/);
    expect(at.run("schema", "--out", "flow.txt")).toMatchObject({ code: 2 });
    expect(at.text("flow.txt")).toMatch(/^2\n/);
  });
});

describe("xoff completion", () => {
  test.each([
    [["explain", "dcq"], ["dcqcn"]],
    [["new", "--from", "vic"], ["victim"]],
    [["import", "con"], ["config.txt"]],
  ])("%s: %s", (words, expected) => {
    const { stdout } = inputs("R1").run("complete", "--", ...words);
    expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([...expected, ":4", ""]);
  });

  test("bash can run it without the package bash-completion", () => {
    const at = inputs("R1");
    at.write("completion.bash", at.run("completion", "bash").stdout);
    const script = `
      xoff() { '${process.execPath}' '${main}' "$@"; }
      compopt() { :; }
      source completion.bash
      COMP_LINE="xoff explain dcq" COMP_POINT=16
      __xoff_complete
      echo "\${COMPREPLY[*]}"`;
    const { stdout, error } = spawnSync("bash", ["--norc", "-c", script], { cwd: at.path, encoding: "utf8" });
    if (error === undefined) expect(stdout).toBe("dcqcn\n");
  });
});

describe("xoff import", () => {
  test("writes a scenario that xoff run accepts, from every folder, and reports the differences", () => {
    const at = inputs("R6_pfc_dcqcn");
    mkdirSync(at.at("mine"));
    const { code, stdout, stderr } = at.run("import", "config.txt", "--out", "mine/r6.yaml");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(
      /^Differences from the simulator:\n- config\.txt:2: USE_DYNAMIC_PFC_THRESHOLD: without effect/,
    );
    expect(widest(stderr)).toBeLessThanOrEqual(80);
    expect(at.text("mine/r6.yaml")).toContain('topology: { kind: file, path: "../topology.txt" }');
    expect(at.run("run", "mine/r6.yaml", "--json").stdout).toContain('"ending": "all flows are done"');
    expect(at.run("import", "config.txt", "--out", "mine/r6.yaml")).toMatchObject({ code: 2 });
  });

  test("without --out: on stdout, and no file", () => {
    const at = inputs("R1");
    expect(at.run("import", "config.txt").stdout).toContain('topology: { kind: file, path: "topology.txt" }');
    expect(at.run("import", "topology.txt")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: topology\.txt: expected the config of .*, found a list of numbers/,
      ) as string,
    });
    expect(at.names()).toEqual(READ);
  });

  test("Chakra traces: all ranks next to the named one, as GOAL, and the lines for a scenario", () => {
    const at = inputs();
    const bytes = chakraBytes([{ id: 1, type: 7, attributes: { comm_type: 0, comm_size: 64_000 } }]);
    for (const rank of [0, 1]) writeFileSync(at.at(`job.${rank}.et`), rank === 0 ? bytes : gzipSync(bytes));
    const { code, stderr } = at.run("import", "job.0.et", "--out", "job.goal");
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("traffic: [{ kind: trace, path: job.goal, ranks: h0..h1 }]"),
    ]);
    expect(at.text("job.goal")).toMatch(/^num_ranks 2\n\/\/xoff row 0 \{.*\}\nrank 0 \{\n/);
    writeFileSync(at.at("job.3.et"), bytes);
    expect(at.run("import", "job.3.et").stderr).toContain(
      "job.2.et: expected the traces of all ranks from 0 to 3, found no such file",
    );
  });

  test("input that no scenario can express: the place, the reason, and that nothing was written", () => {
    const at = inputs("R1", [["config.txt", "PACKET_PAYLOAD_SIZE 1000", "PACKET_PAYLOAD_SIZE 20000"]]);
    const { code, stdout, stderr } = at.run("import", "config.txt", "--out", "x.yaml");
    expect(stderr).toMatch(
      /^error: config\.txt: a scenario cannot express this, so nothing was written: packet\.payload: expected a size from 1 B to 9 KB, got "20KB"\. /,
    );
    expect([code, stdout]).toEqual([2, ""]);
    expect(at.names()).toEqual(READ);
  });
});

test("every command's help has examples; xoff help says the same", () => {
  const at = inputs("R1");
  const [, list = ""] = at.run("--help").stdout.split("Commands:\n");
  const commands = Array.from(list.split("\n\n")[0].matchAll(/^ {2}(\w+)/gm), ([, name]) => name);
  expect(commands).toEqual(expect.arrayContaining(["run", "new", "list", "explain", "import", "schema", "completion"]));
  for (const command of ["new", "list", "explain", "import", "schema", "completion"]) {
    expect(at.run(command, "--help").stdout).toMatch(/\nExamples:\n {2}(source <\()?xoff /);
  }
  expect(at.run("help", "list").stdout).toBe(at.run("list", "--help").stdout);
});
