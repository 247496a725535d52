/**
 * Soak test with random scenarios over all roles, fabrics, faults and measurements. Each scenario runs with and without
 * idle events, and every invariant is checked. A seed defines a scenario, so a range of seeds identifies the tested
 * scenarios.
 *
 *   npm run soak -- --minutes 60            as many as fit in an hour, from the first seed that docs/soak.md does not list
 *   npm run soak -- --seed 7 --scenarios 1  the scenario of seed 7 again
 *   npm run soak -- file.yaml               a scenario file, such as one written after a failure
 *
 * After a broken rule, the script writes the smallest scenario that it found for this failure. The exit code is then 1.
 */
import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stringify } from "yaml";

const USAGE = `npm run soak -- [--minutes <n>] [--scenarios <n>] [--seed <first>] [--jobs <n>] [--record]
npm run soak -- <scenario.yaml>...`;
const FAILURES = "soak-failures";
/** Number of seeds that a worker receives at once. */
const LOT = 25;
const root = fileURLToPath(new URL("..", import.meta.url));
const page = path.join(root, "docs", "soak.md");

function refuse(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function options() {
  const whole = { type: "string" };
  const shape = { minutes: whole, scenarios: whole, seed: whole, jobs: whole, record: { type: "boolean" } };
  let parsed;
  try {
    parsed = parseArgs({ options: shape, allowPositionals: true });
  } catch (error) {
    refuse(error.message);
  }
  const { values, positionals } = parsed;
  const number = (name, least) => {
    if (values[name] === undefined) return undefined;
    const value = Number(values[name]);
    if (Number.isFinite(value) && value >= least && (name === "minutes" || Number.isInteger(value))) return value;
    return refuse(`--${name}: expected a whole number of ${least} or more, got "${values[name]}"`);
  };
  const [minutes, scenarios] = [number("minutes", 0), number("scenarios", 1)];
  return {
    files: positionals,
    until: minutes === undefined ? Infinity : Date.now() + minutes * 60_000,
    scenarios: scenarios ?? (minutes === undefined ? 1000 : Infinity),
    seed: number("seed", 0) ?? nextSeed(),
    jobs: number("jobs", 1) ?? 1,
    record: values.record === true,
  };
}

/** Each row of docs/soak.md begins with its seeds: "| 1 to 5,000 |". */
function nextSeed() {
  const rows = fs.existsSync(page) ? fs.readFileSync(page, "utf8").matchAll(/^\| [\d,]+ to ([\d,]+) \|/gm) : [];
  return 1 + Math.max(0, ...Array.from(rows, ([, last]) => Number(last.replaceAll(",", ""))));
}

const count = (number) => number.toLocaleString("en-US");

/** Runs `jobs` workers over the seeds from `seed` upwards. Resolves with the sum of their results. */
function soak({ seed, scenarios, until, jobs }) {
  let isOver = false;
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => (isOver = true)); // prints the results up to the signal
  const from = Date.now();
  const all = { held: 0, rejected: 0, events: 0, broken: [], next: seed, minutes: 0 };
  const rules = new Set();
  let told = from;
  const tell = () => {
    all.minutes = (Date.now() - from) / 60_000;
    const done = all.held + all.rejected + all.broken.length;
    const each = ((Date.now() - from) / Math.max(1, done)).toFixed(1);
    console.log(
      `${count(done)} scenarios in ${all.minutes.toFixed(1)} min, ${each} ms each. ${count(all.held)} held, ${count(all.rejected)} rejected, ${count(all.broken.length)} broken`,
    );
  };
  const worker = () =>
    new Promise((resolve, reject) => {
      const child = fork(new URL("soak-worker.mjs", import.meta.url));
      const send = () => {
        const left = seed + scenarios - all.next;
        if (left <= 0 || isOver || Date.now() >= until) {
          child.disconnect();
          resolve();
          return;
        }
        const lot = Math.min(LOT, left);
        child.send({ seed: all.next, count: lot });
        all.next += lot;
      };
      child.on("message", (lot) => {
        for (const field of ["held", "rejected", "events"]) all[field] += lot[field];
        for (const one of lot.broken) report(one, all, rules);
        if (Date.now() - told > 30_000) {
          told = Date.now();
          tell();
        }
        send();
      });
      child.on("exit", (code) => {
        if (code) reject(new Error(`a worker ended with code ${code}`));
      });
      send();
    });
  return Promise.all(Array.from({ length: jobs }, worker)).then(() => {
    tell();
    return all;
  });
}

function report({ seed, rule, where, written }, all, rules) {
  all.broken.push({ seed, rule });
  console.log(`seed ${seed}: broken: ${rule}`);
  if (rules.has(rule) || written === undefined) return;
  rules.add(rule);
  const file = path.join(FAILURES, `seed-${seed}.yaml`);
  fs.mkdirSync(FAILURES, { recursive: true });
  const head = `# Broken: ${rule}\n# Found by npm run soak -- --seed ${seed} --scenarios 1, and made smaller.\n# Again: npm run soak -- ${file}\n`;
  fs.writeFileSync(file, head + stringify(written));
  console.log(`  ${where.split("\n").slice(0, 4).join("\n  ")}\n  ${file} breaks it too`);
}

/** Runs the same checks on scenario files. */
async function again(files) {
  const { readScenario, ScenarioError, setUp } = await import("../dist/run/lab/lab.js");
  const { trial } = await import("../dist/batch/soak/trial.js");
  let broken = 0;
  for (const file of files) {
    try {
      const beside = (name) => fs.readFileSync(path.resolve(path.dirname(file), name), "utf8");
      const verdict = trial(setUp(readScenario(fs.readFileSync(file, "utf8"), file, beside)));
      if (verdict.kind === "broken") broken++;
      console.log(verdict.kind === "broken" ? `${file}: broken: ${verdict.rule}\n  ${verdict.where}` : `${file}: held`);
    } catch (error) {
      if (!(error instanceof ScenarioError) && error.code === undefined) throw error;
      refuse(error.message);
    }
  }
  return broken;
}

function record({ held, rejected, events, broken, next, minutes }, seed) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const cells = [
    `${count(seed)} to ${count(next - 1)}`,
    count(held),
    count(rejected),
    count(broken.length),
    `${count(Math.round(events / 1e6))} million`,
    minutes.toFixed(0),
    `${version}, ${new Date().toISOString().slice(0, 10)}`,
  ];
  const row = `| ${cells.join(" | ")} |`;
  const text = fs.readFileSync(page, "utf8");
  const rows = text.match(/^\| [\d,]+ to [\d,]+ \|.*$/gm) ?? [];
  const last = rows[rows.length - 1] ?? text.match(/^\| --- .*$/m)[0];
  fs.writeFileSync(page, text.replace(last, `${last}\n${row}`));
}

const chosen = options();
if (chosen.files.length > 0) process.exitCode = (await again(chosen.files)) > 0 ? 1 : 0;
else {
  const all = await soak(chosen);
  if (chosen.record) record(all, chosen.seed);
  for (const rule of new Set(all.broken.map((one) => one.rule))) {
    const seeds = all.broken.filter((one) => one.rule === rule).map((one) => one.seed);
    console.log(
      `${count(seeds.length)} x ${rule}: seeds ${seeds.slice(0, 8).join(", ")}${seeds.length > 8 ? ", ..." : ""}`,
    );
  }
  process.exitCode = all.broken.length > 0 ? 1 : 0;
}
