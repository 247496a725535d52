/**
 * Tests xoff as a user installs it. The package is unpacked in an empty project, with only the packages that it depends on. Every command
 * at the top of docs/cli.md and in its help is run.
 *
 * The test works offline, with the packages of this checkout according to the lock file. A line that needs a missing program, such as jq,
 * is skipped with a message. Figures of papers take minutes, so they are ended after their first
 * output.
 */
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chakraBytes } from "./chakra.ts";
import { argumentsOf } from "./cli/line.ts";
import { runWarm } from "./cli/warm.ts";
import { build, ended, ran, type Ended } from "./cli/xoff.ts";
import { SIMAI_CONFIG, SIMAI_TOPOLOGY, SIMAI_WORKLOAD } from "./simai.ts";
import { sound, textOf } from "./sonic/sound.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The project folder, the package in it, and the files of the package. */
let project = "";
let home = "";
let tarball = "";
let files: readonly string[] = [];
let env: NodeJS.ProcessEnv = {};
let trace: Buffer | undefined;

const run = (line: string, cwd: string, more: NodeJS.ProcessEnv = {}) =>
  ran("bash", ["-c", line], { cwd, env: { ...env, ...more } });

beforeAll(() => {
  build();
  project = mkdtempSync(join(tmpdir(), "xoff-installed-"));
  const packed = run(`npm pack --ignore-scripts --json --pack-destination "${project}" "${root}"`, project);
  const [{ filename, files: held }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
  tarball = join(project, filename);
  files = held.map(({ path }) => path).filter((path) => !isStale(path));
  writeFileSync(join(project, "package.json"), "{}\n"); // like npm init; without it, npm would use the package.json of a folder above
  const modules = join(project, "node_modules");
  home = join(modules, "xoff");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  run(`tar -xzf "${filename}" && mv package "${home}"`, project);
  for (const name of dependencies()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  symlinkSync(join(home, "dist", "bin", "xoff.js"), join(modules, ".bin", "xoff"));
  chmodSync(join(home, "dist", "bin", "xoff.js"), 0o755); // as npm does for the package's programs
  mkdirSync(join(project, ".config", "fish", "completions"), { recursive: true });
  env = { ...process.env, HOME: project, PATH: `${join(modules, ".bin")}${delimiter}${process.env.PATH ?? ""}` };
  const traced = furnished("traced");
  run("xoff run --ns3 config.txt", traced);
  trace = readFileSync(join(traced, "mix.tr"));
});

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

/** True for a file whose source in src/ no longer exists. A published package is built from nothing. */
const isStale = (path: string): boolean =>
  path.startsWith("dist/") &&
  !/^dist\/(bin|browser|studio)\//.test(path) &&
  !existsSync(join(root, path.replace(/^dist/, "src").replace(/(\.d\.ts|\.js)$/, ".ts")));

/** The packages of the lock file, except those for development. */
function dependencies(): string[] {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { dev?: boolean }> };
  return Object.entries(packages).flatMap(([path, { dev = false }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev ? [path.slice("node_modules/".length)] : [],
  );
}

test("the package has every file that its pages name, and no file names a source map", () => {
  const held = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const pages = files.filter((file) => file.endsWith(".md"));
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(home, page), "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link.replace(/#.*/, ""))
      .filter((link) => link !== "" && !/^[a-z]+:/.test(link))
      .filter((link) => !held.has(normalize(join(dirname(page), link)).replace(/\/$/, "")))
      .map((link) => `${page}: ${link}`),
  );
  expect(missing).toEqual([]);
  const mapped = files.filter(
    (file) => file.endsWith(".js") && readFileSync(join(home, file), "utf8").includes("sourceMappingURL"),
  );
  expect(mapped).toEqual([]);
  expect(files.filter((file) => file.endsWith(".map") || file.startsWith("dist/batch/soak/"))).toEqual([]);
});

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** Lines that call xoff, without the explanation after two blanks. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^ *((?:source <\()?xoff [^\n]*)$/gm)]
    .map(([, line]) => line.replace(/\s{2,}.*$/, ""))
    .filter((line) => !line.includes("<folder>"));

/**
 * Adapts a line to this folder. Result folders have a hash as their name, and flow numbers are those of another run. Two seeds are enough, and
 * the smallest number of runs that `xoff tune` accepts: test/cli/tune.test.ts tests its answers.
 */
function called(written: string, folder: string): string {
  const line = written
    .replace(/--flow \d+/, "--flow 3")
    .replace(/--seeds \d+/, "--seeds 2")
    .replace("seed=1..5", "seed=1..2")
    .replace(/^(xoff tune \S+)(.*?)(?: --runs \d+)?(?= --json|$)/, "$1 --runs 20$2");
  return line.replace(/results\/my-[0-9a-f]+/, () => {
    const results = existsSync(join(folder, "results")) ? readdirSync(join(folder, "results")) : [];
    return `results/${results.find((name) => name.startsWith("my-") && !name.includes("compare")) ?? "my-none"}`;
  });
}

/** Other programs that a line needs. */
const others = (line: string): string[] =>
  ["jq", "less", "head", "zsh", "powershell"].filter((name) => new RegExp(`\\b${name}\\b`).test(line));

/** The reason why a line cannot run on this machine. Undefined if it can. */
function leftOut(line: string): string | undefined {
  const program = others(line).find((name) => run(`command -v ${name}`, project).status !== 0);
  return program === undefined ? undefined : `there is no ${program} here`;
}

/** True for a line that takes minutes or has no end: figures of papers and servers. */
const isLong = (line: string): boolean => /^xoff (reproduce \S|studio|demo)|--studio$/.test(line);

/** A user's scenario that the examples expect, with PAUSEs to h3. */
const short = `until: 500us
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 2, rate: 10Gbps }
switch: { memory: 150KB }
traffic:
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.3 }
  - { kind: incast, to: h2, size: 50KB }
policies: { buffer: dt, congestion: none }
`;

/** Shortens the scenarios of the examples to the time of a test. */
function shorten(folder: string): void {
  if (existsSync(join(folder, "my.yaml"))) writeFileSync(join(folder, "my.yaml"), short);
  const victim = join(folder, "victim.yaml");
  if (existsSync(victim)) writeFileSync(victim, readFileSync(victim, "utf8").replace(/^until: .*$/m, "until: 1500us"));
}

/**
 * Commands of many runs that leave nothing for later lines. The folders are alike, so a line that several pages have gives the same result in
 * each. Such a line runs once.
 */
const REPEATABLE = /^xoff (compare|whatif|watchdog|tune|reproduce) /;
const succeeded = new Set<string>();

/** Runs a line in a shell, in a new process. `more` are further environment variables. */
function inShell(line: string, cwd: string, more: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = run(inItsShell(line), cwd, more);
  return { code: status, stdout, stderr };
}

/**
 * Runs a line in the process that runs the other lines too (`cli/warm.ts`), because to start the program takes longer than most lines. If the
 * line pipes the output of xoff to jq, only jq has a process of its own. Any other line of a shell has one for all its programs.
 */
function inOneProcess(line: string, cwd: string): Ended {
  const [, xoff = line, filter] = /^([^|]*) \| (jq .*)$/.exec(line) ?? [];
  const args = argumentsOf(xoff);
  // The second process of a command only reports a lack of memory and passes on signals.
  if (args === undefined) return inShell(line, cwd, { XOFF_IN_ITS_PROCESS: "1" });
  const result = runWarm(join(home, "dist", "bin", "apps-cli-main.js"), cwd, args);
  if (filter === undefined || result.code !== 0) return result;
  const { status, stdout, stderr } = ran("bash", ["-c", filter], { cwd, env, input: result.stdout });
  return { code: status, stdout, stderr };
}

/** Runs a page's commands in a separate folder, like a reader who begins at the top of the page. */
async function follow(
  page: string,
  folder: string,
  call: (line: string, cwd: string) => Ended = inShell,
): Promise<void> {
  const skipped: string[] = [];
  for (const written of commandsIn(page)) {
    const line = called(written, folder);
    if (REPEATABLE.test(line) && succeeded.has(line)) continue;
    if (line.startsWith("xoff new my.yaml")) rmSync(join(folder, "my.yaml"), { force: true });
    const why = leftOut(line);
    if (why !== undefined) skipped.push(`${line}: ${why}`);
    else if (isLong(line)) await begins(line, folder);
    else {
      const { code, stdout, stderr } = call(line, folder);
      expect(code, `${line}\n${stdout}${stderr}`).toBe(0);
      if (line.startsWith("xoff new ")) shorten(folder);
    }
    if (why === undefined) succeeded.add(line);
  }
  if (skipped.length > 0) console.log(`left out: ${skipped.join("; ")}`);
}

/** A script for zsh is read by zsh. */
const inItsShell = (line: string): string =>
  line.startsWith("source <(xoff completion zsh)") ? `zsh -fc 'autoload -U compinit; compinit -u -D; ${line}'` : line;

/** True if `xoff reproduce` has accepted its arguments and begun: it then holds the lock of its runs. */
function isReproducing(folder: string): boolean {
  const rows = join(folder, "results", "reproduce", "rows");
  return (
    existsSync(rows) && readdirSync(rows, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith("-lock"))
  );
}

/**
 * True if the command begins to work: it prints something other than an error, locks its results, or ends without an error. A command that
 * runs longer than an error would take also counts, and is ended here.
 */
async function begins(line: string, folder: string): Promise<void> {
  rmSync(join(folder, "results", "reproduce"), { recursive: true, force: true });
  const child = spawn("bash", ["-c", `exec ${line.replace(/ [|>].*/, "")}`], {
    cwd: folder,
    env: { ...env, XOFF_IN_ITS_PROCESS: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = (): void => void child.kill("SIGTERM");
  const timer = setTimeout(end, line.startsWith("xoff reproduce") ? 20_000 : 800);
  const look = setInterval(() => {
    if (isReproducing(folder)) end();
  }, 20);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      if (!/^error/m.test(text.toString())) end();
    });
  const { code, stderr } = await ended(child);
  clearTimeout(timer);
  clearInterval(look);
  expect([0, 143, null], `${line}\n${stderr}`).toContain(code);
}

/** The output of SONiC's `show pfc counters` on leaf0, whose host h0 sent PAUSE frames. */
const PFC_COUNTERS = `Port Rx    PFC0    PFC1    PFC2    PFC3
---------  ------  ------  ------  ------
leaf0-h0        0       0       0      30
`;

/** A folder with the files that the examples expect: a user's scenario, inputs of other simulators and traces. */
function furnished(name: string): string {
  const folder = join(project, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "my.yaml"), short);
  const reference = join(root, "test", "parity", "cases", "R1_trace");
  for (const file of ["config.txt", "topology.txt", "flow.txt", "trace.txt"])
    cpSync(join(reference, file), join(folder, file));
  writeFileSync(join(folder, "SimAI.conf"), SIMAI_CONFIG);
  writeFileSync(join(folder, "Spectrum-X_128g_8gps_400Gbps_H100"), SIMAI_TOPOLOGY);
  writeFileSync(join(folder, "microAllReduce.txt"), SIMAI_WORKLOAD);
  const allReduce = chakraBytes([{ id: 1, type: 7, attributes: { comm_type: 0, comm_size: 64_000 } }]);
  for (const rank of [0, 1]) writeFileSync(join(folder, `llama.${rank}.et`), allReduce);
  if (trace !== undefined) writeFileSync(join(folder, "mix.tr"), trace);
  writeFileSync(join(folder, "config_db.json"), textOf(sound()));
  writeFileSync(join(folder, "leaf0.txt"), PFC_COUNTERS);
  return folder;
}

test("the first commands of a new user, in their order, in an empty folder", async () => {
  const folder = furnished("in-short");
  const [, own] = /## In short\n([\s\S]*?)\n## /.exec(read("docs/cli.md")) ?? [];
  expect(commandsIn(own).length).toBeGreaterThan(7);
  await follow(own, folder);
});

/** As `src/apps/cli/main.ts` registers them. */
const registered = [...read("src/apps/cli/main.ts").matchAll(/^ {2}(\w+): async \(\) => \(await import\(/gm)].map(
  ([, name]) => name,
);

/**
 * Commands without examples in their help, or with examples that other tests run. test/cli/ and test/sonic/ test the subcommands. `test` is
 * tested below, `studio` with the help of all commands, and `query` where DuckDB is installed.
 */
const elsewhere = ["demo", "sweep", "sonic", "export", "test", "studio", "query"];

test("commands whose examples are run elsewhere are registered", () => {
  expect(elsewhere.filter((name) => !registered.includes(name))).toEqual([]);
});

test.each(["", ...registered.filter((name) => !elsewhere.includes(name))])(
  "the examples of xoff help %s",
  async (command) => {
    const { stdout } = inOneProcess(`xoff help ${command}`.trim(), project);
    const [, examples] = /Examples:\n([\s\S]*?)(\n\n\S|$(?![\s\S]))/.exec(stdout) ?? [];
    expect(commandsIn(examples).length).toBeGreaterThan(1);
    // The test above starts a process for each command.
    await follow(examples, furnished(`help-${command}`), inOneProcess);
  },
);

/** The output of a module in the user's project, as JSON. */
function printed(name: string, body: string): unknown {
  writeFileSync(join(project, name), body);
  const { status, stdout, stderr } = run(`node ${name}`, project);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

test("import xoff: a run in a separate thread gives the results of xoff run, reports progress, and can be stopped", () => {
  writeFileSync(join(project, "lib.yaml"), short);
  const { digest, flows } = JSON.parse(run("xoff run lib.yaml --json", project).stdout) as {
    digest: string;
    flows: { finite: number };
  };
  const answer = printed(
    "run.mjs",
    `import { run, runSync, check, readScenario, ScenarioError } from "xoff";
import { readFileSync } from "node:fs";
const text = readFileSync("lib.yaml", "utf8");
const news = [];
const { summary, tables, threads } = await run(text, { onProgress: (one) => news.push(one) });
const long = text.replace("until: 500us", "until: 300ms");
const rejected = await run(long, { signal: AbortSignal.timeout(500) }).catch((error) => error.name);
const stop = new AbortController();
const kept = await run(readScenario(long), { signal: stop.signal, onAbort: "keep", onProgress: () => stop.abort() });
const mistake = await run(text, { set: ["buffer=td"] }).catch((error) => [error instanceof ScenarioError, error.message]);
console.log(JSON.stringify({
  digest: summary.digest, sync: runSync(text).summary.digest, flows: tables.flows.rows, own: tables.flows.columns.fct_ns instanceof Float64Array,
  threads, until: news.at(-1).untilNs, rejected, kept: kept.summary.ending, mistake, warnings: check(text).warnings.length,
}));`,
  );
  expect(answer).toMatchObject({
    ...{ digest, sync: digest, own: true, until: 5e5, rejected: "TimeoutError", kept: "interrupted" },
    threads: { count: 1, why: "the run is too short for threads" },
    mistake: [
      true,
      expect.stringMatching(/^set buffer=td: policies\.buffer: expected one of st, .* Did you mean "dt"\?$/),
    ],
  });
  expect((answer as { flows: number }).flows).toBeGreaterThanOrEqual(flows.finite);

  const [, script] = /```js\n(.*?)```/s.exec(read("docs/library.md")) ?? ["", ""];
  writeFileSync(join(project, "page.mjs"), script.replace('"my.yaml"', '"lib.yaml"'));
  const of = run("xoff run lib.yaml --set buffer=dt --set seed=2 --json", project).stdout;
  expect(run("node page.mjs", project)).toMatchObject({
    ...{ status: 0, stderr: "" },
    stdout: expect.stringContaining((JSON.parse(of) as { digest: string }).digest) as string,
  });
});

test("import xoff/node: a comparison and a run as folders, read again", () => {
  writeFileSync(join(project, "lib.yaml"), short);
  const answer = printed(
    "sweep.mjs",
    `import { run, experiments } from "xoff";
import { compare, readComparison, readRun, readScenarioFile, reproduce, writeRun } from "xoff/node";
const told = [];
const { rows } = await compare("lib.yaml", { vary: ["buffer=st,dt"], set: ["seed=2"], folder: "compared", onProgress: (one) => told.push(one) });
const { scenario, source } = await readScenarioFile("lib.yaml", { set: ["seed=2"] });
const results = await run(scenario);
writeRun("one", results, source);
const stored = readRun("one");
const { columns } = await stored.table("flows");
const { conclusion } = await reproduce(experiments.find(({ id }) => id === "spfc/fig9"), { folder: "rows" });
console.log(JSON.stringify({
  labels: rows.map(({ label }) => label), again: readComparison("compared").rows.length, told: told.at(-1), dt: rows[1].digest === results.summary.digest,
  stored: stored.summary.digest === results.summary.digest, same: columns.fct_ns.join() === results.tables.flows.columns.fct_ns.join(), claims: conclusion.claims.length,
}));`,
  );
  expect(answer).toEqual({
    ...{ labels: ["buffer=st", "buffer=dt"], again: 2, dt: true, stored: true, same: true, claims: 3 },
    told: { label: expect.stringMatching(/^buffer=/), share: 1, ended: 2, runs: 2 },
  });
});

test("its types are correct for a strict caller, and publint and attw find nothing", () => {
  writeFileSync(
    join(project, "typed.mts"),
    `import { run, theory, type RunResults } from "xoff";
import { readScenarioFile } from "xoff/node";
const { scenario } = await readScenarioFile("lib.yaml");
const { tables, summary }: RunResults = await run(scenario, { threads: "auto" });
const fct: Float64Array = tables.flows.columns.fct_ns;
// @ts-expect-error an unknown column
tables.flows.columns.fct;
console.log(fct.length, summary.counters.packet_hops, theory.headroom.eta(100e9, 1e6, 1500));
`,
  );
  const program = (name: string): string => join(root, "node_modules", ".bin", name);
  // The compiler's own files of types are taken as correct. All other files of types are checked.
  const options =
    "--noEmit --strict --exactOptionalPropertyTypes --skipDefaultLibCheck --target es2023 --module nodenext";
  const types = `--types node --typeRoots "${join(root, "node_modules", "@types")}"`;
  for (const line of [
    `"${program("tsc")}" --ignoreConfig ${options} ${types} typed.mts`,
    `"${program("publint")}" run --strict "${tarball}"`,
    `"${program("attw")}" --profile esm-only "${tarball}"`,
  ]) {
    const { status, stdout, stderr } = run(line, project);
    expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
  }
});

/** A user policy of forty lines. */
const ownPolicy = `import { CONGESTED, defineParams, us, type CongestionPolicy, type CongestionView, type Needs, type Values } from "xoff/policy";

export const role = "congestion";
export const about = "halves on a mark, adds once a round trip, starts at a share of the link";
export const needs: Needs = { detection: "red" };

export const params = defineParams({
  first: { unit: "ratio", default: 0.5, min: 0.01, max: 1, source: "mine", about: "Share of the link's rate at the start." },
  step: { unit: "bps", default: 1e9, min: 1, max: 1e13, source: "mine", about: "Added by a round trip without a mark." },
  rest: { unit: "ps", default: us(10), min: 0, max: us(1000), source: "mine", about: "No second cut before that." },
});

interface Cut {
  readonly at: Float64Array;
}

export function create({ first, step, rest }: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const roundEnds = new Float64Array(view.flows);
  const cut: Cut = { at: new Float64Array(view.flows) };
  const least = (flow: number): number => view.lineRate[flow]! / 1000;
  return {
    onStart(flow) {
      roundEnds[flow] = 0;
      cut.at[flow] = -rest;
      view.setRate(flow, view.lineRate[flow]! * first);
    },
    onAck(flow, ack, mark) {
      if (mark === CONGESTED && view.now >= cut.at[flow]! + rest) {
        cut.at[flow] = view.now;
        view.setRate(flow, Math.max(least(flow), view.rate[flow]! / 2));
      }
      if (ack < roundEnds[flow]!) return;
      roundEnds[flow] = view.sndNxt[flow]!;
      if (mark !== CONGESTED) view.setRate(flow, Math.min(view.lineRate[flow]!, view.rate[flow]! + step));
    },
  };
}
`;

/** Other versions of Node in the path, such as "node22" and "node24". */
function otherNodes(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => existsSync(folder));
  return [...new Set(folders.flatMap((folder) => readdirSync(folder)).filter((name) => /^node\d\d$/.test(name)))];
}

test("a user policy in TypeScript, next to the package: run, compared, tested", () => {
  const folder = furnished("own-policy");
  writeFileSync(join(folder, "my-cc.ts"), ownPolicy);
  const nodes = otherNodes();
  if (nodes.length === 0) console.log(`only ${process.version} is at hand: tried on no other`);
  for (const node of ["node", ...nodes]) {
    const xoff = `${node} ${join(home, "dist", "bin", "xoff.js")}`;
    for (const line of [
      "npm init --yes",
      `${xoff} run my.yaml --set congestion=./my-cc.ts --out one`,
      `${xoff} compare my.yaml --vary congestion=dcqcn,./my-cc.ts --out two`,
      `${xoff} test my-cc.ts`,
    ]) {
      const { status, stdout, stderr } = run(line, folder);
      expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
    }
  }
  expect(readFileSync(join(folder, "two", "compare.csv"), "utf8")).toContain("./my-cc.ts");
  writeFileSync(
    join(folder, "suite.mjs"),
    `import { contractChecks } from "xoff/policy";
const steady = { about: "steady", params: {}, create: () => ({ onStart() {}, onAck() {} }) };
for (const { name, run } of await contractChecks("congestion", steady)) { run(); console.log(name); }
`,
  );
  const { status, stdout } = run("node suite.mjs", folder);
  expect([status, stdout]).toEqual([0, expect.stringContaining("the same ACKs at the same times")]);
});
