/**
 * Stores the rows of reproduced figures in docs/results/rows/. A changed criterion of a claim can then be judged without new runs.
 *
 *   node scripts/rows.mjs pack [folder]      stores the rows of figures at the scale of their page, also if some are missing;
 *                                            default folder: results/reproduce
 *   node scripts/rows.mjs unpack [folder]    adds them to the folder, where `xoff reproduce --out <folder>` finds them
 *   node scripts/rows.mjs conclude [folder]  unpacks, concludes each figure from its rows, and writes docs/results/
 *
 * A file has one JSON line for each run, sorted by name and compressed: <paper>/<figure>-<scale>.jsonl.gz. Rows are
 * skipped if they come from code with other results, that is, with another `RESULTS_ID`. If the page of a figure is at scale
 * quick, its first rows at scale paper are stored too. So these long runs can be continued.
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

/** The figures on the pages, with their scale and seeds. */
function figures() {
  const { figures: records } = JSON.parse(readFileSync(join(docs, "claims.json"), "utf8"));
  return records.map(({ id, scale, seeds }) => ({
    scale,
    seeds,
    experiment: experiments.find((one) => one.id === id),
  }));
}

const fileOf = ({ experiment, scale }) => join(kept, `${experiment.id}-${scale}.jsonl.gz`);

/** The files of a figure's rows in the folder of runs. */
const filesOf = ({ experiment, scale, seeds }) =>
  planTrials(experiment, { scale, seeds, folder: join(folder, "rows"), version: VERSION }).map(({ file }) => file);

/** The rows that docs/results/rows/ has of a figure, if they are from code with the present results. */
function storedRows(figure) {
  if (!existsSync(fileOf(figure))) return [];
  const lines = gunzipSync(readFileSync(fileOf(figure)))
    .toString()
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line)).filter(({ results }) => results === RESULTS_ID);
}

/**
 * Stores the rows that the folder has, even if some of a figure's runs are missing. So long runs can be continued later, or
 * on another machine. The file of a figure also has the rows of figures that share its runs.
 */
function pack() {
  const all = figures();
  for (const figure of all.filter(({ experiment }) => experiment.runsOf === undefined)) {
    const { id } = figure.experiment;
    const sharing = all.filter(({ experiment }) => experiment.runsOf === id);
    const files = new Set([figure, ...sharing].flatMap(filesOf));
    const rows = [...files]
      .filter((file) => existsSync(file))
      .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(file, "utf8")) }))
      .filter(({ results }) => results === RESULTS_ID)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (rows.length === 0 || rows.length < storedRows(figure).length) continue;
    for (const scale of ["quick", "paper"])
      if (scale === figure.scale || storedRows({ ...figure, scale }).length === 0)
        rmSync(fileOf({ ...figure, scale }), { force: true });
    mkdirSync(dirname(fileOf(figure)), { recursive: true });
    writeFileSync(fileOf(figure), gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), { level: 9 }));
    console.log(`${id}: ${rows.length} of ${files.size} rows`);
  }
}

function unpack() {
  const all = figures().flatMap((figure) => ["quick", "paper"].map((scale) => ({ ...figure, scale })));
  for (const figure of all) {
    const rows = storedRows(figure);
    if (rows.length === 0) continue;
    const into = join(folder, "rows", figure.experiment.id);
    mkdirSync(into, { recursive: true });
    for (const { name, ...row } of rows) {
      const file = join(into, `${name}.json`);
      if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(row)}\n`);
    }
  }
}

/** Concludes the figures whose stored rows are complete. So no run is necessary. */
function conclude() {
  unpack();
  const isThere = (figure) => filesOf(figure).every((file) => existsSync(file));
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
