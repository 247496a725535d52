/**
 * Runs all checks, then all tests. The last line is always `N passed, N failed, N skipped`. A failed check counts as one failed test.
 *
 *   npm test                 types, lint, format, layers, tests
 *   npm test -- src/sim/engine   only these tests, and no checks; the arguments are vitest's
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const chosen = process.argv.slice(2);
const count = { passed: 0, failed: 0, skipped: 0 };

/** Runs a program of a package and passes on its output. Resolves to true if it succeeds. */
async function succeeds(program, args) {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: "inherit" });
  return (await closed(child)) === 0;
}

/** Resolves with the exit code of a child process after its end. */
const closed = (child) => new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));

/** The path of a package's program, by the name that the scripts of package.json use. */
function program(name) {
  const owner = { tsc: "native-typescript", depcruise: "dependency-cruiser" }[name] ?? name;
  const folder = join(root, "node_modules", owner);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[name]);
}

/** Runs a check and prints its output at the end, so that the outputs of parallel checks do not mix. */
async function check(script) {
  const [name, ...args] = scripts[script].split(" ");
  const child = spawn(process.execPath, name === "node" ? args : [program(name), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => said.push(piece));
  const status = await closed(child);
  console.log(`\n> ${script}: ${scripts[script]}\n${Buffer.concat(said)}`);
  if (status === 0) return;
  console.log(`> ${script} failed: see above, or run it alone: npm run ${script}`);
  count.failed++;
}

/**
 * Runs all checks, two at a time. The linter takes longer than all other checks together, so the tests begin when one
 * check is left. Two cores are then busy until the end, and at most three large programs run at once.
 */
async function all() {
  const left = ["lint:code", "types", "lint:prose", "site:check", "layers", "format:check"];
  const several = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await check(next);
  };
  const pair = [several(), several()];
  await Promise.race(pair);
  await Promise.all([...pair, test()]);
}

async function test() {
  const folder = mkdtempSync(join(tmpdir(), "xoff-test-"));
  try {
    const file = join(folder, "tests.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    console.log("\n> tests: vitest run");
    const clean = await succeeds(program("vitest"), ["run", ...reporters, ...chosen]);
    const before = count.failed;
    const ran = readReport(file);
    // Failures that belong to no single test: no test ran, an error outside tests, or a missing report.
    if (count.failed === before && (!clean || ran === 0)) {
      console.log(ran === 0 ? "> tests failed: no test ran" : "> tests failed: see above");
      count.failed++;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds the counts in vitest's report, and returns the number of tests that ran. */
function readReport(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  count.skipped += report.numPendingTests + report.numTodoTests;
  for (const { status, assertionResults } of report.testResults) {
    // A file that fails to load counts as one failure, because it has no failed test.
    if (status === "failed" && !assertionResults.some((one) => one.status === "failed")) count.failed++;
  }
  return report.numPassedTests + report.numFailedTests;
}

await (chosen.length === 0 ? all() : test());
process.exitCode = count.failed > 0 ? 1 : 0;
console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
