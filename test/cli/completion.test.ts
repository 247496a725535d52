/**
 * Tests completion in bash, zsh and fish: the completed words, and that it runs no code and replaces no file. Missing
 * shells are skipped.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, Folder, main, ran } from "./xoff.ts";

const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/** Lines with special characters of the shell, each with the option that completes its last word. */
const HOSTILE = [
  "xoff run t.yaml > out.txt --thr",
  "xoff run t.yaml>out.txt --thr",
  "xoff run t.yaml >> out.txt 2>&1 --thr",
  "xoff run $(touch ran) --thr",
  'xoff run "$(touch ran)" --thr',
  "xoff run <(touch ran) --thr",
  "xoff run ';touch ran;' --thr",
  "xoff run ~/* --thr",
];
/** File names with special characters of the shell. */
const FILES = ["$(touch ran).yaml", "a b.yaml", "it's.yaml", "x;touch ran;.yaml", "e\x1b[2J.yaml"];

const at = new Folder();
const home = at.at("home");
const work = at.at("work");
const env = { ...process.env, HOME: home, TERM: "xterm", PATH: `${at.at("bin")}${delimiter}${process.env.PATH ?? ""}` };

beforeAll(() => {
  build();
  for (const name of ["bin", "home", "work"]) mkdirSync(at.at(name));
  at.write("bin/xoff", `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(at.at("bin/xoff"), 0o755);
  for (const shell of ["bash", "zsh", "fish"]) at.write(`script.${shell}`, at.run("completion", shell).stdout);
  for (const name of FILES) writeFileSync(join(work, name), "");
  writeFileSync(join(work, "out.txt"), "important\n");
  writeFileSync(join(work, "t.yaml"), "");
});

afterAll(() => {
  at.remove();
});

function expectUntouched(): void {
  expect(readdirSync(work).sort()).toEqual([...FILES, "out.txt", "t.yaml"].sort());
  expect(readFileSync(join(work, "out.txt"), "utf8")).toBe("important\n");
}

const shell = (program: string, args: readonly string[], input = "") =>
  ran(program, args, { cwd: work, env, input, timeout: 60_000 }).stdout;

test("no script evaluates words", () => {
  for (const name of ["bash", "zsh", "fish", "powershell"])
    expect(at.run("completion", name).stdout).not.toMatch(/\beval\b|compgen|Invoke-Expression|_arguments|\(e\)/i);
});

test("options about code from files are offered, where a command has them", () => {
  const offered = (...words: string[]): string => at.run("complete", "--", ...words, "--").stdout;
  expect(offered("run")).toMatch(/^--no-code\t/m);
  expect(offered("sweep", "run")).toMatch(/^--run-code\t/m);
  expect(offered("report")).not.toContain("-code");
});

test("after a role and an equals sign: the policies of that role", () => {
  const offered = (...words: string[]): string[] =>
    at
      .run("complete", "--", "new", "x.yaml", ...words)
      .stdout.trimEnd()
      .split("\n")
      .map((line) => line.split("\t")[0]);
  expect(offered("--policy", "buffer=")).toEqual([
    "buffer=st",
    "buffer=dt",
    "buffer=spfc",
    "buffer=ingress-egress",
    "buffer=trim",
    ":4",
  ]);
  expect(offered("--policy", "buffer=s")).toEqual(["buffer=st", "buffer=spfc", ":4"]);
  expect(offered("--policy=buffer=s")).toEqual(["buffer=st", "buffer=spfc", ":4"]);
});

test("after reproduce: the figures of papers, also for bash", () => {
  expect(at.run("complete", "--", "reproduce", "").stdout).toMatch(/^all\tevery figure\n(.*\n)*spfc\/fig4\t/);
  expect(at.run("complete-line", "xoff reproduce spfc/fig1", " ").stdout).toMatch(/^spfc\/fig17$/m);
});

describe.skipIf(!has("bash"))("bash", () => {
  /** The words that the completion function returns. It is called as bash does. */
  const replies = (line: string): string[] => {
    const quoted = `'${line.replaceAll("'", "'\\''")}'`;
    const script = `source ../script.bash; COMP_LINE=${quoted} COMP_POINT=\${#COMP_LINE}; __xoff_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return shell("bash", ["--norc", "-c", script]).trimEnd().split("\n");
  };

  test.each(HOSTILE)("%s", (line) => {
    expect(replies(line)).toEqual(["--threads"]);
    expectUntouched();
  });

  test("file names come quoted, so that Enter runs nothing either", () => {
    expect(replies("xoff run ").sort()).toEqual(
      ["\\$\\(touch\\ ran\\).yaml", "a\\ b.yaml", "it\\'s.yaml", "out.txt", "t.yaml", "x\\;touch\\ ran\\;.yaml"].sort(),
    );
    expect(replies('xoff run "')).not.toContain("$(touch ran).yaml");
  });

  test("policies of a role: bash replaces what follows the last equals sign", () => {
    expect(replies("xoff new --policy buffer=s")).toEqual(["st", "spfc"]);
    expect(replies("xoff new --policy=buffer=s")).toEqual(["st", "spfc"]);
    expect(replies("xoff new --policy buffer=$(touch")).toEqual([""]);
    expectUntouched();
  });

  test.skipIf(!has("script"))("TAB in a terminal", () => {
    // Ctrl-A and "#" turn the line into a comment. The line then shows whether TAB completed it.
    const lines = HOSTILE.map((line) => `${line}\t\x01#\n`).join("");
    const said = shell(
      "script",
      ["-qec", "bash --norc --noprofile -i", "/dev/null"],
      `source ../script.bash\n${lines}exit\n`,
    );
    expect(said).toContain("--threads");
    expectUntouched();
  });
});

describe.skipIf(!has("zsh") || !has("script"))("zsh", () => {
  test("TAB in a terminal", () => {
    // By default TAB runs expand-or-complete, which expands `$(...)` for any command. complete-word only completes.
    const begin =
      "autoload -U compinit; compinit -u -D; source ../script.zsh; bindkey -e; bindkey '^I' complete-word; setopt interactive_comments\n";
    const policies = ["xoff new --policy buffer=sp", "xoff new --policy=buffer=sp"];
    const lines = [...HOSTILE, ...policies].map((line) => `${line}\t\x01#\n`).join("");
    const said = shell("script", ["-qec", "zsh -f -i", "/dev/null"], `${begin}${lines}exit\n`);
    expect(said).toContain("--threads");
    expect(said).toMatch(/--policy buffer=sp.*fc/);
    expect(said).toMatch(/--policy=buffer=sp.*fc/);
    expectUntouched();
  });
});

describe.skipIf(!has("fish"))("fish", () => {
  const offered = (line: string): string[] => {
    const quoted = `'${line.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
    const script = `source ../script.fish; complete --do-complete ${quoted}`;
    return shell("fish", ["--no-config", "-c", script])
      .trimEnd()
      .split("\n")
      .map((one) => one.split("\t")[0]);
  };

  test.each(HOSTILE)("%s", (line) => {
    expect(offered(line)).toContain("--threads");
    expectUntouched();
  });

  test("a flag with its value", () => {
    expect(offered("xoff new --from=vic")).toEqual(["--from=victim"]);
    expect(offered("xoff new --policy buffer=sp")).toEqual(["buffer=spfc"]);
    expect(offered("xoff new --policy=buffer=sp")).toEqual(["--policy=buffer=spfc"]);
  });
});
