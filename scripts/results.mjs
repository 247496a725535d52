/**
 * Writes docs/results/ from the output of `xoff reproduce`:
 *
 * - a page for each paper with its figures
 * - claims.json, the data of the ledger
 * - README.md, the ledger of all claims
 * - criteria.md, the criteria that were changed
 *
 *   node scripts/results.mjs [folder]     by default from results/reproduce
 *   node scripts/results.mjs --ledger     from claims.json and the pages: figures keep their sections, all other text is written anew
 *
 * For each figure it takes the run at the paper's scale if there is one, else the quick one. A figure keeps its section if the folder has no
 * run at that scale or a larger one. So figures that take hours can be run one at a time. `npm run results` builds first.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { experiments } from "../dist/papers/index.js";
import { papers } from "../dist/papers/papers.js";
import { RESULTS_ID, VERSION } from "../dist/base/version.js";
import { criteriaPage } from "../dist/report/criteria-page.js";
import { figuresMarkdown } from "../dist/report/figures-markdown.js";
import { pageWithNotes, readNotes, withNotes } from "../dist/report/notes.js";
import { differencesSection, readingsSection } from "../dist/report/readings-markdown.js";
import { isStale, ledgerPage } from "../dist/report/ledger.js";
import { setUpsOf } from "../dist/batch/sweep/trials.js";

const docs = fileURLToPath(new URL("../docs/results", import.meta.url));
const claims = join(docs, "claims.json");
const setUpOf = setUpsOf(experiments);
const today = { results: RESULTS_ID, setUpOf };
/** Reads a record, without the signature that xoff writes into its files. */
const read = (path) => {
  const { xoff_wrote_this: _, ...record } = JSON.parse(readFileSync(path, "utf8"));
  return record;
};

/** A figure's record at the largest scale that was run. Undefined: no run. */
function recordOf(folder, { id }) {
  const found = ["paper", "quick"].map((scale) => join(folder, `${id}-${scale}.json`)).find((path) => existsSync(path));
  return found === undefined ? undefined : read(found);
}

/**
 * True if a figure keeps its old record. A new record replaces an old one if its code gives other results. A record of
 * an interrupted run does not replace one in which fewer runs are missing.
 */
function isBetter(old, found) {
  if (found === undefined || found.failed > old.failed) return true;
  return old.scale === "paper" && found.scale === "quick" && Object.keys(old.results).every((id) => id === RESULTS_ID);
}

/** The records of `--readings` for a paper: one record with all readings, and one for each reading alone. */
const readingsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^readings-.*\.json$/.test(name))
        .sort()
        .map((name) => read(join(folder, name)))
    : [];
const keyOf = ({ paper, scale, reading }) => [paper, scale, reading?.name ?? ""].join("/");

/** The sections of a page by the id of their figure. */
function sectionsOf(page) {
  if (!existsSync(page)) return new Map();
  const [, ...parts] = readFileSync(page, "utf8").split(/^## /m);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), `## ${part.trimEnd()}`]));
}

/** The conclusion as `xoff reproduce` made it. */
function concluded(record) {
  const experiment = experiments.find(({ id }) => id === record.id);
  const own = (claim) => ({ ...claim, id: claim.id.slice(record.id.length + 1) });
  const { plots, findings, tables } = record;
  return { ...record, experiment, conclusion: { plots, findings, tables, claims: record.claims.map(own) } };
}

/** The notes on figures, by figure id. */
function notesIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const idOf = (name) => name.replaceAll("\\", "/").replace(/\.md$/, "");
  return new Map(files.sort().map((name) => [idOf(name), readNotes(readFileSync(join(folder, name), "utf8"))]));
}

/** A file of docs/results/notes/<paper>/: `criteria` or `differences`. Empty for figures about several papers. */
function dataOf(paper, name) {
  const file = join(docs, "notes", paper, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

/** Writes the page of a paper. Figures in `kept` keep their sections. */
async function writePaper(paper, records, kept, wholePaper) {
  const folder = join(docs, paper);
  const page = join(docs, `${paper}.md`);
  const isKept = (file) => [...kept].some((id) => file.startsWith(`${id.replace("/", "-")}-`));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(".svg") && !isKept(name)) rmSync(join(folder, name));
  const sections = new Map([...sectionsOf(page)].filter(([id]) => kept.has(id)));
  const about = { folder: paper, command: `xoff reproduce ${paper}`, version: VERSION, sections, wholePaper };
  const { text, drawings } = await figuresMarkdown(records.map(concluded), about);
  for (const [name, svg] of drawings) writeFileSync(join(docs, name), `${svg}\n`);
  writeFileSync(page, text);
}

const isNew = !process.argv.includes("--ledger");
const folder = process.argv[2] ?? "results/reproduce";
const old = existsSync(claims) ? read(claims) : { figures: [], readings: [] };
const kept = new Set();
const records = experiments.flatMap((experiment) => {
  const found = isNew ? recordOf(folder, experiment) : undefined;
  const before = old.figures.find(({ id }) => id === experiment.id);
  if (before === undefined || !isBetter(before, found)) return found ?? [];
  kept.add(experiment.id);
  return { ...before, plots: [], findings: [], tables: [] };
});
const run = [...new Set(records.map(({ id }) => id.split("/")[0]))];
const readings = run
  .flatMap((paper) => (isNew ? readingsIn(join(folder, paper)) : []))
  .concat(old.readings)
  .filter((one, k, all) => all.findIndex((other) => keyOf(other) === keyOf(one)) === k);
for (const paper of run) {
  const own = records.filter(({ id }) => id.startsWith(`${paper}/`));
  const answered = readings.filter((one) => one.paper === paper).flatMap((one) => readingsSection(one, setUpOf));
  const stale = own.filter((figure) => isStale(figure, today)).map(({ id }) => id);
  const wholePaper = [
    ...(stale.length === 0
      ? []
      : [`*Stale*, from other code, scenarios or answers than today's: ${stale.join(", ")}.`]),
    ...differencesSection(dataOf(paper, "differences")),
    ...answered,
  ];
  await writePaper(paper, own, kept, wholePaper);
}
const figures = records.map(({ plots: _, findings: __, tables: ___, ...figure }) => figure);
const notRun = experiments.map(({ id }) => id).filter((id) => !records.some((record) => record.id === id));
const ledger = { xoff: VERSION, figures, notRun, readings };
writeFileSync(claims, `${JSON.stringify(ledger, null, 1)}\n`);
const notes = notesIn(join(docs, "notes"));
const noted = figures
  .filter(({ id }) => notes.has(id))
  .map((figure) => withNotes(figure, notes.get(figure.id), RESULTS_ID));
for (const paper of new Set(noted.map(({ id }) => id.split("/")[0]))) {
  const page = join(docs, `${paper}.md`);
  const own = noted.filter(({ id }) => id.startsWith(`${paper}/`));
  writeFileSync(page, pageWithNotes(readFileSync(page, "utf8"), own));
}
writeFileSync(join(docs, "README.md"), ledgerPage({ ...ledger, ...today }));
const criteria = Object.fromEntries(Object.keys(papers).map((name) => [name, dataOf(name, "criteria")]));
writeFileSync(join(docs, "criteria.md"), criteriaPage(figures, criteria));
