/**
 * Stores the rows of reproduced figures in docs/results/rows/. A changed criterion of a claim can then be judged without new runs.
 *
 *   node scripts/rows.mjs pack [folder]      stores the rows of figures at the scale of their page; default folder: results/reproduce
 *   node scripts/rows.mjs unpack [folder]    adds them to the folder, where `xoff reproduce --out <folder>` finds them
 *   node scripts/rows.mjs conclude [folder]  unpacks, concludes each figure from its rows, and writes docs/results/
 *
 * A file has one JSON line for each run, sorted by name and compressed: <paper>/<figure>-<scale>.jsonl.gz. Rows are
 * skipped if they come from code with other results, that is, with another `RESULTS_ID`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { experiments } from "../dist/papers/index.js";
import { RESULTS_ID, VERSION } from "../dist/base/version.js";
import { planTrials } from "../dist/batch/sweep/trials.js";
import { ran } from "./ran.mjs";

const docs = fileURLToPath(new URL("../docs/results", import.meta.url));
const kept = join(docs, "rows");
const [what, folder = "results/reproduce"] = process.argv.slice(2);

/** The figures on the pages, with their scale and seeds. A figure that shares another figure's runs has no rows of its own. */
function figures() {
  const { figures: records } = JSON.parse(readFileSync(join(docs, "claims.json"), "utf8"));
  return records.map(({ id, scale, seeds }) => ({
    scale,
    seeds,
    experiment: experiments.find((one) => one.id === id),
  }));
}

const fileOf = ({ experiment, scale }) => join(kept, `${experiment.id}-${scale}.jsonl.gz`);

function pack() {
  for (const figure of figures()) {
    const { experiment, scale, seeds } = figure;
    if (experiment.runsOf !== undefined) continue;
    const planned = planTrials(experiment, { scale, seeds, folder: join(folder, "rows"), version: VERSION });
    const rows = planned
      .map(({ file }) => file)
      .filter((file) => existsSync(file))
      .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(file, "utf8")) }))
      .filter(({ results }) => results === RESULTS_ID)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (planned.length === 0 || rows.length < planned.length) continue;
    for (const one of ["quick", "paper"]) rmSync(fileOf({ experiment, scale: one }), { force: true });
    mkdirSync(dirname(fileOf(figure)), { recursive: true });
    writeFileSync(fileOf(figure), gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), { level: 9 }));
    console.log(`${experiment.id}: ${rows.length} rows`);
  }
}

function unpack() {
  for (const { experiment, scale } of figures()) {
    const packed = fileOf({ experiment, scale });
    if (!existsSync(packed)) continue;
    const into = join(folder, "rows", experiment.id);
    mkdirSync(into, { recursive: true });
    for (const line of gunzipSync(readFileSync(packed)).toString().trimEnd().split("\n")) {
      const { name, ...row } = JSON.parse(line);
      const file = join(into, `${name}.json`);
      if (row.results === RESULTS_ID && !existsSync(file)) writeFileSync(file, `${JSON.stringify(row)}\n`);
    }
  }
}

/** Concludes the figures whose stored rows are complete. So no run is necessary. */
function conclude() {
  unpack();
  const isThere = ({ experiment, scale, seeds }) => {
    const planned = planTrials(experiment, { scale, seeds, folder: join(folder, "rows"), version: VERSION });
    return planned.every(({ file }) => existsSync(file));
  };
  const xoff = fileURLToPath(new URL("../dist/bin/xoff.js", import.meta.url));
  for (const { experiment, scale, seeds } of figures().filter(isThere)) {
    const asked = ["reproduce", experiment.id, "--scale", scale, "--seeds", String(seeds), "--out", folder, "--json"];
    const { status, stderr } = ran(process.execPath, [xoff, ...asked]);
    if (stderr !== "") process.stderr.write(stderr);
    if (status !== 0) throw new Error(`${experiment.id}: xoff reproduce ended with ${status}`);
  }
  const script = fileURLToPath(new URL("results.mjs", import.meta.url));
  process.exitCode = ran(process.execPath, [script, folder], { stdio: "inherit" }).status ?? 1;
}

const work = { pack, unpack, conclude }[what];
if (work === undefined) throw new Error("expected pack, unpack or conclude");
work();
