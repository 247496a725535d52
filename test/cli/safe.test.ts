/** Tests careless use. No file of the user is lost. Each command ends with one line and a documented exit code. */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { build, ended, Folder, main, ran, until, type Ended } from "./xoff.ts";

const scenario = (until: string): string => `seed: 7
until: ${until}
topology: { kind: star, hosts: 5, delay: 2us }
traffic: [{ kind: incast, fanIn: 4, to: h0, size: 64KB, every: 50us }]
`;

/** A scenario that would run for hours, and begins at once. */
const endless = `until: 100s
topology: { kind: star, hosts: 3, delay: 2us }
traffic: [{ kind: long-lived, from: h1, to: h0 }]
`;

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
  at.write("my.yaml", scenario("100us"));
});
afterEach(() => {
  at.remove();
});

/** The hash of each file in a folder, by the file's path. */
function tree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(
    files.map((path) => [
      path,
      createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex"),
    ]),
  );
}

/** Runs a command line in a shell. */
function shell(line: string): Ended {
  const { status, stdout, stderr } = ran("bash", ["-c", line.replaceAll("xoff ", `"${process.execPath}" "${main}" `)], {
    cwd: at.path,
  });
  return { code: status, stdout, stderr };
}

describe("files that xoff did not write are never replaced, and the error names them", () => {
  const commands: [name: string, args: readonly string[]][] = [
    ["run", ["run", "my.yaml", "--out", "res"]],
    ["compare", ["compare", "my.yaml", "--vary", "buffer=st,dt", "--out", "res"]],
    ["run --ns3", ["run", "--ns3", "config.txt", "--out", "res"]],
  ];
  test.each(commands)("%s: a note and another run in its folder", (_, args) => {
    at.remove();
    at = new Folder("R7_loss_dcqcn");
    at.write("my.yaml", scenario("100us"));
    expect(at.run(...args).code).toBe(0);
    expect(at.run("run", "my.yaml", "--out", "res/earlier").code).toBe(0);
    at.write("res/notes.txt", "mine");
    const before = tree(at.path);
    const { code, stdout, stderr } = at.run(...args);
    expect(stderr).toMatch(
      /^error: res: expected .*, found earlier\/, notes\.txt, which it did not write\. .*--force.*\n$/,
    );
    expect([code, stdout, tree(at.path)]).toEqual([2, "", before]);
    expect(at.run(...args, "--force").code).toBe(0);
    expect(tree(at.path)).toEqual(before); // the results are equal, and the rest of the folder is unchanged
  });

  test("a table that was edited, and a folder of another command", () => {
    at.run("run", "my.yaml", "--out", "res");
    expect(at.run("compare", "my.yaml", "--vary", "buffer=st,dt", "--out", "res")).toMatchObject({ code: 2 });
    at.write("res/flows.csv", `${at.text("res/flows.csv")}mine\n`);
    const before = tree(at.path);
    const { code, stderr } = at.run("run", "my.yaml", "--out", "res");
    expect([code, stderr]).toEqual([2, expect.stringContaining("found flows.csv, changed since it was written.")]);
    expect(tree(at.path)).toEqual(before);
  });

  test("results of an earlier xoff, without a list of files: named, and still readable", () => {
    at.run("run", "my.yaml", "--out", "res");
    rmSync(at.at("res/xoff-files.json"));
    const { code, stderr } = at.run("run", "my.yaml", "--out", "res");
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /found counters\.csv, .* and \d+ more, which it did not write \(.* older results have no list\)/,
      ),
    ]);
    expect(at.run("report", "res").code).toBe(0);
  });

  test("xoff report never replaces a scenario or an edited page, but its own page", () => {
    at.run("run", "my.yaml", "--out", "res");
    const scenarioBefore = at.text("my.yaml");
    expect(at.run("report", "res", "--out", "my.yaml")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: my\.yaml: expected a new name or an unchanged file of xoff, found another file.* --force\.\n$/,
      ),
    });
    expect(at.text("my.yaml")).toBe(scenarioBefore);
    for (let k = 0; k < 2; k++) expect(at.run("report", "res", "--out", "page.html").code).toBe(0);
    at.write("page.html", at.text("page.html").replace("<body>", "<body>mine"));
    expect(at.run("report", "res", "--out", "page.html").code).toBe(2);
    expect(at.text("page.html")).toContain("<body>mine");
    expect(at.run("report", "res", "--out", "page.html", "--force").code).toBe(0);
  });

  test("xoff run again after xoff report: the page stays, with a message that it is of the earlier run", () => {
    at.run("run", "my.yaml", "--out", "res");
    at.run("report", "res");
    const { code, stderr } = at.run("run", "my.yaml", "--set", "seed=8", "--out", "res");
    expect([code, stderr]).toEqual([0, expect.stringContaining("(report.html in that folder shows the previous run)")]);
    expect(existsSync(at.at("res/report.html"))).toBe(true);
  });

  test.each([
    ["reproduce", ["reproduce", "spfc/fig9"], "results/reproduce/spfc/fig9-quick.html"],
    ["reproduce --markdown", ["reproduce", "spfc/fig9", "--markdown", "notes.md"], "notes.md"],
    ["demo", ["demo"], "results/demo.html"],
    ["schema", ["schema", "--out", "xoff.schema.json"], "xoff.schema.json"],
    ["new", ["new", "other.yaml"], "other.yaml"],
  ])("xoff %s: a user's file in its place is reported before the run", (_, args, path) => {
    mkdirSync(at.at("results/reproduce/spfc"), { recursive: true });
    at.write(path, '{ "title": "xoff scenario", "mine": 1 }\n');
    const before = tree(at.path);
    const { code, stdout, stderr } = at.run(...args);
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    expect(stderr.startsWith(`error: ${path}`)).toBe(true);
    expect(stderr).toMatch(/: expected a new name | exists already, and no file is overwritten/);
    expect(tree(at.path)).toEqual(before);
  });
});

describe("xoff run --ns3 next to the simulator's own files", () => {
  const ours = /in (results\/config-ns3-[0-9a-f]{8})\.\n/;

  test("does not overwrite them: writes a separate folder, and --verify compares", () => {
    at = new Folder("R6_pfc_dcqcn");
    expect(at.run("run", "--ns3", "config.txt").code).toBe(0);
    const before = tree(at.path);
    const { code, stderr } = at.run("run", "--ns3", "config.txt", "--verify");
    expect(code).toBe(0);
    const [, folder = ""] = ours.exec(stderr) ?? [];
    expect(at.text(`${folder}/fct.txt`)).toBe(at.text("fct.txt"));
    expect(stderr).toMatch(/^results\/.*\/fct\.txt is the same as fct\.txt, 16 lines\.$/m);
    expect(stderr).toMatch(/^results\/.*\/mix\.tr is the same as mix\.tr, 0 records\.$/m);
    rmSync(at.at("results"), { recursive: true });
    expect(tree(at.path)).toEqual(before);
  });

  test("--verify reports the first difference: file, line, expected, found; exit code 1", () => {
    at = new Folder("R6_pfc_dcqcn");
    at.run("run", "--ns3", "config.txt");
    const lines = at.text("fct.txt").split("\n");
    at.write("fct.txt", [...lines.slice(0, 4), "0b0 mine", ...lines.slice(5)].join("\n"));
    at.write("pfc.txt", at.text("pfc.txt").split("\n").slice(0, 3).join("\n"));
    const { code, stderr, stdout } = at.run("run", "--ns3", "config.txt", "--out", "chk", "--verify", "--json");
    expect(code).toBe(1);
    expect(stderr).toContain(
      `error: fct.txt:5: expected "0b0 mine", found ${JSON.stringify(lines[4])} in chk/fct.txt. 4 lines`,
    );
    expect(stderr).toMatch(/^error: pfc\.txt:3: /m);
    expect(JSON.parse(stdout)).toMatchObject({
      verified: expect.arrayContaining([
        expect.objectContaining({ expected: "fct.txt", same: 4, difference: expect.anything() }),
      ]),
    });
  });

  test("a record of a trace; a missing file to compare with is no success", () => {
    at = new Folder("R7_loss_dcqcn", [
      ["config.txt", "ENABLE_TRACE 0", "ENABLE_TRACE 1"],
      ["trace.txt", /[^]*/, "1\n0\n"],
    ]);
    expect(at.run("run", "--ns3", "config.txt", "--verify")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "expected the simulator's own files, with which --verify compares, found none of fct.txt",
      ),
    });
    at.run("run", "--ns3", "config.txt");
    const bytes = at.bytes("mix.tr");
    at.write("mix.tr", bytes.subarray(0, bytes.length - 56));
    const { code, stderr } = at.run("run", "--ns3", "config.txt", "--verify");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/mix\.tr, record \d+: expected the end of the file, found "/),
    ]);
    bytes[8] ^= 1;
    at.write("mix.tr", bytes);
    expect(at.run("run", "--ns3", "config.txt", "--verify").stderr).toContain(
      "expected the header of this network, found another",
    );
  });
});

describe("two commands with the same folder: one runs, the other reports the conflict", () => {
  test.each([
    ["run", ["run", "my.yaml", "--out", "res"]],
    ["compare", ["compare", "my.yaml", "--vary", "buffer=st,dt", "--out", "res"]],
    ["reproduce", ["reproduce", "spfc/fig2", "--out", "res"]],
  ])("%s", async (name, args) => {
    at.write("my.yaml", scenario("10ms"));
    const children = [1, 2].map(() => at.start(...args));
    const all = await Promise.all(children.map(ended));
    const winners = all.filter(({ code }) => code === 0);
    const losers = all.filter(({ code }) => code !== 0);
    expect(winners.length).toBeGreaterThan(0); // a command that starts late may find the folder unlocked again
    for (const { code, stderr } of losers) {
      expect(code).toBe(75);
      expect(stderr).toMatch(/^error: res.* is locked by another xoff, process \d+ since .*\n$/);
    }
    if (name === "run") expect(readdirSync(at.path).sort()).toEqual(["my.yaml", "res"]);
  });

  test("the lock of a killed process blocks no other", async () => {
    at.write("my.yaml", endless);
    const child = at.start("run", "my.yaml", "--out", "res");
    const end = ended(child);
    await until(() => existsSync(at.at("res.partial")), child);
    expect(at.run("run", "my.yaml", "--out", "res").code).toBe(75);
    child.kill("SIGKILL");
    await end;
    at.write("my.yaml", scenario("100us"));
    expect(at.run("run", "my.yaml", "--out", "res").code).toBe(0);
    expect(readdirSync(at.path).sort()).toEqual(["my.yaml", "res"]);
  });
});

describe("finished work is kept", () => {
  const args = ["compare", "my.yaml", "--vary", "buffer=st,dt,spfc", "--jobs", "1", "--out", "res"];
  const isKept = (): boolean => existsSync(at.at("res.partial/runs/buffer=st/summary.json"));

  test("xoff compare after kill -9: the same command runs only the rest, and writes the same bytes", async () => {
    at.write("my.yaml", scenario("10ms"));
    expect(at.run(...args, "--out", "whole").code).toBe(0);
    const child = at.start(...args);
    const end = ended(child);
    await until(isKept, child);
    child.kill("SIGKILL");
    await end;
    expect(existsSync(at.at("res"))).toBe(false);
    const time = statSync(at.at("res.partial/runs/buffer=st/flows.csv")).mtimeMs;
    const { code, stderr } = at.run(...args);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^[12] of 3 rows (is|are) complete already\n/)]);
    expect(tree(at.at("res"))).toEqual(tree(at.at("whole")));
    expect(statSync(at.at("res/runs/buffer=st/flows.csv")).mtimeMs).toBe(time);
    expect(at.run(...args).stderr).toContain("3 of 3 rows are complete already");
    expect(tree(at.at("res"))).toEqual(tree(at.at("whole")));
  });

  test("after Ctrl-C too, and a row of another scenario is run again", async () => {
    at.write("my.yaml", scenario("10ms"));
    const child = at.start(...args);
    const end = ended(child);
    await until(isKept, child);
    child.kill("SIGINT");
    const stopped = await end;
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("The same command resumes.");
    expect(at.run(...args).stderr).toMatch(/^[12] of 3 rows (is|are) complete already\n/);
    expect(at.run(...args, "--set", "until=20us").stderr).not.toContain("complete already");
    expect(readdirSync(at.at("res/runs")).sort()).toEqual(["buffer=dt", "buffer=spfc", "buffer=st"]);
  });

  /** Waits until the run has its folder, and then for its handlers of signals, which it installs next. */
  async function hasBegun(partial: string, child: ChildProcess): Promise<void> {
    await until(() => existsSync(at.at(partial)), child);
    await delay(200);
  }

  test("SIGHUP ends a run like SIGTERM, with exit code 129; under nohup the run continues", async () => {
    at.write("my.yaml", endless);
    const hungUp = at.start("run", "my.yaml", "--out", "res");
    const end = ended(hungUp);
    await hasBegun("res.partial", hungUp);
    hungUp.kill("SIGHUP");
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([129, expect.stringContaining("Interrupted: these are the results so far.")]);
    expect(existsSync(at.at("res/summary.json"))).toBe(true);
    const env = { ...process.env, _: "/usr/bin/nohup" };
    const child = spawn(process.execPath, [main, "run", "my.yaml", "--out", "on"], {
      cwd: at.path,
      env,
      stdio: "ignore",
    });
    await hasBegun("on.partial", child);
    child.kill("SIGHUP");
    await delay(500);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    child.kill("SIGKILL");
  });

  test("the running process gets SIGWINCH, from which it updates the terminal's width", async () => {
    at.write("my.yaml", endless);
    const report = 'process.on("SIGWINCH", () => process.channel && process.stderr.write("child resized"));';
    const args = [
      ...["--import", `data:text/javascript,${encodeURIComponent(report)}`],
      ...[main, "run", "my.yaml", "--out", "res"],
    ];
    const child = spawn(process.execPath, args, { cwd: at.path, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    await until(() => existsSync(at.at("res.partial")), child);
    child.kill("SIGWINCH");
    await until(() => stderr.includes("child resized"), child);
    child.kill("SIGKILL");
  });

  test("a closed pipe is no error and does not stop a command that writes files", () => {
    expect(shell("xoff run my.yaml --out res | true; echo ${PIPESTATUS[0]}").stdout).toBe("0\n");
    expect(existsSync(at.at("res/summary.json"))).toBe(true);
    expect(
      shell("xoff compare my.yaml --vary buffer=st,dt --out two --json | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}")
        .stdout,
    ).toBe("0\n");
    expect(existsSync(at.at("two/compare.json"))).toBe(true);
    expect(shell("xoff list --params | head -1; echo ${PIPESTATUS[0]}").stdout).toMatch(/\n0\n$/);
  });

  test("a folder that is removed during a run is created again", async () => {
    mkdirSync(at.at("gone/deep"), { recursive: true });
    at.write("my.yaml", endless);
    const child = at.start("run", "my.yaml", "--out", "gone/deep/res");
    const end = ended(child);
    await hasBegun("gone/deep/res.partial", child);
    renameSync(at.at("gone"), at.at("moved"));
    child.kill("SIGINT");
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([130, expect.stringContaining("Results are in gone/deep/res\n")]);
    expect(existsSync(at.at("gone/deep/res/summary.json"))).toBe(true);
  });
});

describe.skipIf(!existsSync("/dev/full"))(
  "a full disk: one line, exit code 74, and all complete results are kept",
  () => {
    test.each([
      ["xoff list > /dev/full", []],
      ["xoff run my.yaml --out res > /dev/full", ["res/summary.json"]],
      ["xoff reproduce > /dev/full", []],
      ["xoff new - > /dev/full", []],
      ["xoff run my.yaml --out res; xoff report res --out /dev/full", ["res/summary.json"]],
    ])("%s", (line, there) => {
      const { code, stderr } = shell(line);
      expect(stderr).toMatch(/^error: .* cannot be written: ENOSPC.*$/m);
      expect([code, stderr.includes("    at ")]).toEqual([74, false]);
      for (const path of there) expect(existsSync(at.at(path))).toBe(true);
    });

    test("a closed stderr loses no results", () => {
      expect(shell("xoff run my.yaml --out res 2> /dev/full").code).toBe(0);
      expect(existsSync(at.at("res/summary.json"))).toBe(true);
    });
  },
);

describe("an invalid output folder: exit code 2 and one line, before the run", () => {
  const args: readonly (readonly string[])[] = [
    ["run", "my.yaml", "--out"],
    ["compare", "my.yaml", "--vary", "buffer=st,dt", "--out"],
    ["reproduce", "spfc/fig2", "--out"],
    ["report", "res", "--out"],
    ["import", "config.txt", "--out"],
    ["schema", "--out"],
  ];
  test.each(args.map((one) => [one.join(" "), one] as const))("%s: nothing, a name too long", (_, command) => {
    at.remove();
    at = new Folder("R7_loss_dcqcn");
    at.write("my.yaml", endless);
    at.write("short.yaml", scenario("100us"));
    if (command[0] === "report") at.run("run", "short.yaml", "--out", "res");
    const before = tree(at.path);
    for (const out of ["", "n".repeat(300)]) {
      const { code, stdout, stderr } = at.run(...command, out);
      expect([code, stdout, tree(at.path)]).toEqual([2, "", before]);
      expect(stderr).toMatch(/^error: .*\n(\(--help explains the command\)\n)?$/);
    }
  });

  test("a removed current folder", () => {
    const { code, stderr } = shell("mkdir gone; cd gone; rmdir ../gone; xoff run ../my.yaml --out res");
    expect(stderr).toMatch(/^error: .*\n$/);
    expect([2, 74]).toContain(code);
  });
});
