/**
 * Invocations of xoff that try to make it run, replace or print something that the user did not request. `scripts/hostile.mjs` calls them.
 * The traps are:
 *
 * - lines that the shell completes with TAB,
 * - code that a scenario names or that a folder contains,
 * - escape sequences in names,
 * - too few file descriptors, or too small a heap.
 *
 * After each trap, the user's files must be unchanged, and no code may have run without consent. The output must be
 * free of terminal control sequences, and the exit code must be listed in docs/cli.md.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The user's files in each test folder. */
const MINE = { "out.txt": "important\n", "t.yaml": "mine, no scenario\n", "notes.txt": "mine\n" };

const scenario = (more = "", host = "h") => `until: 200us
topology: { kind: star, hosts: 3, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h1, to: h0 }]
about: ${JSON.stringify(host)}
${more}`;

/**
 * The text of a policy that creates the file `ran` when it is loaded. xoff's guards against Node modules do not detect
 * the way in which it gets the module `fs`.
 */
const code = (
  role,
  ran,
) => `(() => {}).constructor("return process")().getBuiltinModule("fs").writeFileSync(${JSON.stringify(ran)}, "");
export const role = ${JSON.stringify(role)}, about = "x", params = {};
export const create = (_, view) => ({ onStart(flow) { view.setRate(flow, view.lineRate[flow]); }, onAck() {} });
`;

const WORDS = [
  "$(touch RAN)",
  "`touch RAN`",
  '"$(touch RAN)"',
  "<(touch RAN)",
  "> out.txt",
  ">out.txt",
  ">> out.txt",
  "2> notes.txt",
  "';touch RAN;'",
  "; touch RAN;xoff run",
  "| tee out.txt",
  "~/*",
  "$HOME",
  "--set=x$(touch RAN)",
  "a\\ b",
  '"a',
  "'a",
  "$(touch RAN",
];
const ENDS = ["--thr", "--out=", "", "t", "--set", "$(touch RAN).ya", '"$(touch', "x$(touch RAN)="];
const NAMES = ["$(touch RAN).yaml", "`touch RAN`.yaml", ";touch RAN;.yaml", "e\u001b[2J.yaml", "\u202eb.yaml"];
const HOSTILE = ["\u001b[2J", "\u202e", "\u009b31m", "\u0007", "\u001b]0;x\u0007", "\u2066"];
// Characters that control a terminal or reverse the direction of text.
const ACTIVE = /[^\n\t\P{Cc}]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Runs `count` traps one after another and reports each to `onTrap(k, what, wrong)`. Each has a separate folder below `root`. */
export function springTraps(root, main, count, random, onTrap) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const shared = join(root, "traps");
  const bin = join(shared, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "xoff"), `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(main)} "$@"\n`);
  chmodSync(join(bin, "xoff"), 0o755);
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: shared, TERM: "xterm" };
  const shells = ["bash", "fish"].filter(has);
  for (const shell of shells) {
    const script = execFileSync(process.execPath, [main, "completion", shell]);
    writeFileSync(join(shared, `script.${shell}`), script);
  }
  const carried = carriedCode(shared, main);
  const kinds = [
    () => tab(pick, shells, shared),
    () => named(pick),
    () => folder(pick, carried),
    () => names(pick),
    () => limits(pick),
  ];
  for (let k = 1; k <= count; k++) {
    const world = join(shared, `w${k}`);
    mkdirSync(world);
    for (const [name, text] of Object.entries(MINE)) writeFileSync(join(world, name), text);
    const trap = kinds[k % kinds.length]();
    for (const [name, text] of Object.entries(trap.files ?? {}))
      writeFileSync(join(world, name), text.replaceAll("RAN_HERE", join(world, "RAN")));
    const before = Object.fromEntries(Object.keys(MINE).map((name) => [name, hashOf(join(world, name))]));
    rmSync(carried.ran, { force: true });
    const command = trap.program ?? process.execPath;
    const args = trap.program === undefined ? [main, ...trap.args] : trap.args;
    const { error, status, signal, stdout, stderr } = spawnSync(command, args, {
      ...{ cwd: world, encoding: "utf8", timeout: 180_000, maxBuffer: 1 << 28 },
      env: { ...env, ...trap.env },
    });
    // A command that exceeds its time is killed. `exit code` reports it below, by its signal.
    if (error && error.code !== "ETIMEDOUT") throw new Error(`${command} did not run: ${error.message}`);
    const said = `${stdout}${stderr}`;
    const hasRun = existsSync(join(world, "RAN")) || existsSync(carried.ran);
    const wrong = [
      ...Object.keys(MINE)
        .filter((name) => !existsSync(join(world, name)) || hashOf(join(world, name)) !== before[name])
        .map((name) => `lost: ${name}`),
      ...(hasRun && trap.mayRun !== true ? ["code ran without consent"] : []),
      ...(hasRun && trap.mayRun === true && !/^Runs code: /.test(stderr)
        ? ["code ran that the output did not name first"]
        : []),
      ...(trap.codes.includes(status) ? [] : [`exit code ${status ?? signal}`]),
      ...(trap.isByShell !== true && ACTIVE.test(said) ? ["printed terminal control characters"] : []),
      ...(/^\s+at .*:\d+:\d+\)?$/m.test(said) || /node:internal/.test(said) ? ["a stack trace"] : []),
      ...([2, 74].includes(status) && !/^error: /m.test(stderr)
        ? [`exit code ${status} without an error message`]
        : []),
    ];
    onTrap(k, [trap.what, ...trap.args].join(" "), wrong, said);
    rmSync(world, { recursive: true, force: true });
  }
  rmSync(shared, { recursive: true, force: true });
}

/** Completes a command line as the shell does it. */
function tab(pick, shells, shared) {
  const line = `xoff ${pick(["run", "check", "compare", "why", "explain", "new", "reproduce"])} ${pick(WORDS)} ${pick(WORDS)} ${pick(ENDS)}`;
  const files = Object.fromEntries(NAMES.map((name) => [name, ""]));
  const shell = pick(shells);
  const script = join(shared, `script.${shell}`);
  const args =
    shell === "fish"
      ? [
          "--no-config",
          "-c",
          `source ${quoted(script)}; complete --do-complete '${line.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'; true`,
        ]
      : [
          "--norc",
          "-c",
          `source ${quoted(script)}; COMP_LINE=${quoted(line)} COMP_POINT=\${#COMP_LINE}; __xoff_complete; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ];
  return { what: `TAB in ${shell}: ${line}`, program: shell, args, files, isByShell: true, codes: [0] };
}

/** Runs a scenario that names a code file, with and without the user's consent. */
function named(pick) {
  const role = pick(["congestion", "buffer", "routing"]);
  const files = {
    "m.ts": code(role, "RAN_HERE"),
    "my.yaml": scenario(pick([`policies: { ${role}: ./m.ts }`, `use: [./m.ts]`, `use: [.]`])),
  };
  const command = pick([
    ["check", "my.yaml"],
    ["run", "my.yaml", "--out", "r"],
    ["compare", "my.yaml", "--seeds", "2", "--out", "c"],
    ["sweep", "plan", "my.yaml", "--seeds", "2", "--out", "s"],
    ["why", "my.yaml", "--slowest"],
    ["list", "--use", "m.ts"],
    ["explain", "./m.ts"],
    ["schema", "--use", "."],
    ["reproduce", "./m.ts"],
  ]);
  const without = pick([true, false]);
  return {
    what: "code:",
    args: [...command, ...(without ? ["--no-code"] : [])],
    files,
    mayRun: !without,
    codes: [0, 2],
  };
}

/** Folders with code, created once: the results of a run, and a sweep. */
function carriedCode(shared, main) {
  const ran = join(shared, "RAN");
  writeFileSync(join(shared, "m.ts"), code("congestion", ran));
  writeFileSync(join(shared, "my.yaml"), scenario("policies: { congestion: ./m.ts }"));
  const xoff = (...args) => execFileSync(process.execPath, [main, ...args], { cwd: shared, stdio: "ignore" });
  xoff("run", "my.yaml", "--out", "r");
  xoff("sweep", "plan", "my.yaml", "--seeds", "1", "--out", "s");
  return { ran, run: join(shared, "r"), sweep: join(shared, "s") };
}

function folder(pick, { run, sweep }) {
  const command = pick([
    ["why", run, "--flow", "0"],
    ["why", run],
    ["why", run, "--slowest"],
    ["export", "pcapng", run, "--ports", "h0", "--out", "x.pcapng"],
    ["export", "openmetrics", run, "--out", "x.om"],
    ["report", run, "--out", "x.html"],
    ["sweep", "run", sweep],
    ["sweep", "script", "parallel", sweep],
    ["sweep", "status", sweep],
  ]);
  const leave = pick([[], ["--run-code", "--no-code"], ["--no-code"]]);
  return { what: "folder:", args: [...command, ...leave], codes: [0, 1, 2] };
}

/** Names with characters that act on a terminal. */
function names(pick) {
  const bad = pick(HOSTILE);
  const file = `n${bad}.yaml`;
  const star = "topology: { kind: star, hosts: 3, rate: 10Gbps }";
  const hosts = ["h0", "h1", "h2"].map((name) => `${name}${bad}`);
  const ascii = (value) =>
    JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const text = scenario()
    .replace(
      star,
      `topology: { kind: file, nodes: ${ascii([...hosts.map((name) => `${name}, host`), "s, switch"])}, links: ${ascii(hosts.map((a) => ({ a, b: "s" })))} }`,
    )
    .replace("from: h1, to: h0", `from: ${ascii(hosts[1])}, to: ${ascii(hosts[0])}`);
  const args = pick([
    ["check", file],
    ["run", file, "--out", `r${bad}`],
    ["run", file, "--json", "--out", "r"],
    ["run", file, "--set", `buffer=${bad}`],
    ["compare", file, "--vary", "buffer=st,dt", "--out", "c"],
    ["why", file, "--slowest"],
    ["explain", bad],
    [`list${bad}`],
    ["report", `none${bad}`],
    ["sweep", "plan", file, "--seeds", "2", "--out", "s"],
  ]);
  return { what: "names:", args, files: { [file]: text }, codes: [0, 2] };
}

/** Too few file descriptors, or too small a heap. With fewer than 19 descriptors, Node itself does not start. */
function limits(pick) {
  const files = { "my.yaml": scenario() };
  const command = pick([
    ["check", "my.yaml"],
    ["run", "my.yaml", "--out", "r"],
    ["compare", "my.yaml", "--vary", "buffer=st,dt", "--out", "c"],
    ["list"],
    ["new", "-"],
    ["reproduce", "spfc/fig9"],
  ]);
  if (pick([true, false])) {
    const n = pick([19, 20, 21, 22, 24, 26, 28, 30, 34, 40, 64]);
    const line = `ulimit -n ${n}; exec "$@"`;
    return {
      what: `ulimit -n ${n}:`,
      program: "sh",
      args: ["-c", line, "sh", "xoff", ...command],
      files,
      codes: [0, 2, 74],
    };
  }
  const heap = pick([16, 20, 24, 30, 40]);
  const large = scenario().replace("hosts: 3", `hosts: ${pick([3, 100, 300, 900])}`);
  const heavy = pick([
    ["check", "my.yaml"],
    ["run", "my.yaml", "--out", "r"],
  ]);
  return {
    what: `a heap of ${heap} MB:`,
    args: heavy,
    files: { "my.yaml": large },
    env: { NODE_OPTIONS: `--max-old-space-size=${heap}` },
    codes: [0, 74],
  };
}
