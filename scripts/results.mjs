/**
 * Writes docs/results/ from what `xoff reproduce` left: a page of each paper with its figures, claims.json, and the ledger of all claims.
 *
 *   node scripts/results.mjs [folder]     results/reproduce unless told otherwise
 *   node scripts/results.mjs --ledger     README.md alone, from claims.json
 *
 * Of each figure it takes the paper's scale where that was run, else the quick one. `npm run results` builds first.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { experiments } from "../dist/experiments/index.js";
import { papers } from "../dist/experiments/papers.js";
import { RESULTS_ID, VERSION } from "../dist/base/version.js";
import { figuresMarkdown } from "../dist/report/figures-markdown.js";
import { ledgerPage } from "../dist/report/ledger.js";

const docs = fileURLToPath(new URL("../docs/results", import.meta.url));
const claims = join(docs, "claims.json");
/** Without the mark by which xoff knows its own files again. */
const read = (path) => {
  const { xoff_wrote_this: _, ...record } = JSON.parse(readFileSync(path, "utf8"));
  return record;
};

/** The record of a figure at the larger scale that was run; undefined: at none. */
function recordOf(folder, { id }) {
  const found = ["paper", "quick"].map((scale) => join(folder, `${id}-${scale}.json`)).find((path) => existsSync(path));
  return found === undefined ? undefined : read(found);
}

/** As `xoff reproduce` concluded it. */
function concluded(record) {
  const experiment = experiments.find(({ id }) => id === record.id);
  const own = (claim) => ({ ...claim, id: claim.id.slice(record.id.length + 1) });
  const { plots, findings, tables } = record;
  return { ...record, experiment, conclusion: { plots, findings, tables, claims: record.claims.map(own) } };
}

async function writePaper(paper, records) {
  const folder = join(docs, paper);
  if (existsSync(folder)) for (const name of readdirSync(folder)) if (name.endsWith(".svg")) rmSync(join(folder, name));
  mkdirSync(folder, { recursive: true });
  const about = { folder: paper, command: `xoff reproduce ${paper}`, version: VERSION };
  const { text, drawings } = await figuresMarkdown(records.map(concluded), about);
  for (const [name, svg] of drawings) writeFileSync(join(docs, name), `${svg}\n`);
  writeFileSync(join(docs, `${paper}.md`), text);
}

if (!process.argv.includes("--ledger")) {
  const folder = process.argv[2] ?? "results/reproduce";
  const records = experiments.map((one) => recordOf(folder, one)).filter((one) => one !== undefined);
  const run = [...new Set(records.map(({ id }) => id.split("/")[0]))];
  for (const paper of run)
    await writePaper(
      paper,
      records.filter(({ id }) => id.startsWith(`${paper}/`)),
    );
  const readings = run
    .flatMap((paper) => ["paper", "quick"].map((scale) => join(folder, paper, `readings-${scale}.json`)))
    .filter((path) => existsSync(path))
    .map(read)
    .filter(({ paper }, k, all) => all.findIndex((one) => one.paper === paper) === k);
  const figures = records.map(({ plots: _, findings: __, tables: ___, ...figure }) => figure);
  const notRun = experiments.map(({ id }) => id).filter((id) => !records.some((record) => record.id === id));
  const ledger = { xoff: VERSION, figures, notRun, readings };
  writeFileSync(claims, `${JSON.stringify(ledger, null, 1)}\n`);
}
writeFileSync(join(docs, "README.md"), ledgerPage({ ...read(claims), results: RESULTS_ID }, papers));
