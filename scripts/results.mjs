/**
 * Writes docs/results/ from the output of `xoff reproduce`: a page for each paper, claims.json, the ledger of all claims and the changed
 * criteria. `npm run results` builds first.
 *
 *   node scripts/results.mjs [folder]     default: results/reproduce
 *   node scripts/results.mjs --ledger     README.md, criteria.md and the notes on the pages, from claims.json
 *
 * Each figure is taken at the paper's scale if it was run, or else at quick scale. A figure on a page stays if the folder has it only at a
 * smaller scale. So long figures can be run one at a time.
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
import { readingsSection } from "../dist/report/readings-markdown.js";
import { ledgerPage } from "../dist/report/ledger.js";
import { setUpsOf } from "../dist/batch/sweep/trials.js";

const docs = fileURLToPath(new URL("../docs/results", import.meta.url));
const claims = join(docs, "claims.json");
const setUpOf = setUpsOf(experiments);
/** Reads a record without the key that marks xoff's own files. */
const read = (path) => {
  const { xoff_wrote_this: _, ...record } = JSON.parse(readFileSync(path, "utf8"));
  return record;
};

/** The record of a figure at the largest scale that was run. Undefined if it was not run. */
function recordOf(folder, { id }) {
  const found = ["paper", "quick"].map((scale) => join(folder, `${id}-${scale}.json`)).find((path) => existsSync(path));
  return found === undefined ? undefined : read(found);
}

/**
 * True if the old record of a figure stays on its page. An old record stays if the new one has more failed runs, as after an interruption.
 * It also stays if its scale is larger and the code still has the same results.
 */
function isBetter(old, found) {
  if (found === undefined || found.failed > old.failed) return true;
  return old.scale === "paper" && found.scale === "quick" && Object.keys(old.results).every((id) => id === RESULTS_ID);
}

/** Records of `xoff reproduce --readings` for a paper. A file has all readings or one of them. */
const readingsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^readings-.*\.json$/.test(name))
        .sort()
        .map((name) => read(join(folder, name)))
    : [];
const keyOf = ({ paper, scale, reading }) => [paper, scale, reading?.name ?? ""].join("/");

/** The sections of a page by figure id. A section ends at the next heading. */
function sectionsOf(page) {
  if (!existsSync(page)) return new Map();
  const [, ...parts] = readFileSync(page, "utf8").split(/^## /m);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), `## ${part.trimEnd()}`]));
}

/** The conclusion of a record, in the form that `xoff reproduce` made it. */
function concluded(record) {
  const experiment = experiments.find(({ id }) => id === record.id);
  const own = (claim) => ({ ...claim, id: claim.id.slice(record.id.length + 1) });
  const { plots, findings, tables } = record;
  return { ...record, experiment, conclusion: { plots, findings, tables, claims: record.claims.map(own) } };
}

/** Notes by figure id. */
function notesIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const idOf = (name) => name.replaceAll("\\", "/").replace(/\.md$/, "");
  return new Map(files.sort().map((name) => [idOf(name), readNotes(readFileSync(join(folder, name), "utf8"))]));
}

/** A paper's data in docs/results/notes/. `name` is `criteria` or `differences`. */
const dataOf = (paper, name) => JSON.parse(readFileSync(join(docs, "notes", paper, `${name}.json`), "utf8"));
const ofPapers = (make) => Object.fromEntries(Object.entries(papers).map(([name, paper]) => [name, make(name, paper)]));

/** `kept` has the ids of figures whose section stays unchanged, and `readings` has the claims under other readings. */
async function writePaper(paper, records, kept, readings) {
  const folder = join(docs, paper);
  const page = join(docs, `${paper}.md`);
  const isKept = (file) => [...kept].some((id) => file.startsWith(`${id.replace("/", "-")}-`));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(".svg") && !isKept(name)) rmSync(join(folder, name));
  const sections = new Map([...sectionsOf(page)].filter(([id]) => kept.has(id)));
  const about = { folder: paper, command: `xoff reproduce ${paper}`, version: VERSION, sections, readings };
  const { text, drawings } = await figuresMarkdown(records.map(concluded), about);
  for (const [name, svg] of drawings) writeFileSync(join(docs, name), `${svg}\n`);
  writeFileSync(page, text);
}

if (!process.argv.includes("--ledger")) {
  const folder = process.argv[2] ?? "results/reproduce";
  const old = existsSync(claims) ? read(claims) : { figures: [], readings: [] };
  const kept = new Set();
  const records = experiments.flatMap((experiment) => {
    const found = recordOf(folder, experiment);
    const before = old.figures.find(({ id }) => id === experiment.id);
    if (before === undefined || !isBetter(before, found)) return found ?? [];
    kept.add(experiment.id);
    return { ...before, plots: [], findings: [], tables: [] };
  });
  const run = [...new Set(records.map(({ id }) => id.split("/")[0]))];
  const found = run.flatMap((paper) => readingsIn(join(folder, paper)));
  const readings = found
    .concat(old.readings)
    .filter((one, k, all) => all.findIndex((other) => keyOf(other) === keyOf(one)) === k);
  for (const paper of run) {
    const own = records.filter(({ id }) => id.startsWith(`${paper}/`));
    const tables = readings.filter((one) => one.paper === paper).flatMap((one) => readingsSection(one, setUpOf));
    const isNew = own.some(({ id }) => !kept.has(id)) || found.some((one) => one.paper === paper);
    if (isNew) await writePaper(paper, own, kept, tables);
  }
  const figures = records.map(({ plots: _, findings: __, tables: ___, ...figure }) => figure);
  const notRun = experiments.map(({ id }) => id).filter((id) => !records.some((record) => record.id === id));
  const ledger = { xoff: VERSION, figures, notRun, readings };
  writeFileSync(claims, `${JSON.stringify(ledger, null, 1)}\n`);
}
const today = { results: RESULTS_ID, setUpOf };
const notes = notesIn(join(docs, "notes"));
const ledger = read(claims);
const noted = ledger.figures.map((figure) => {
  const own = notes.get(figure.id);
  return own === undefined ? figure : withNotes(figure, own, RESULTS_ID);
});
for (const paper of new Set([...notes.keys()].map((id) => id.split("/")[0]))) {
  const page = join(docs, `${paper}.md`);
  const figures = noted.filter(({ id }) => id.startsWith(`${paper}/`) && notes.has(id));
  writeFileSync(page, pageWithNotes(readFileSync(page, "utf8"), figures));
}
const about = ofPapers((name, paper) => ({ ...paper, differences: dataOf(name, "differences") }));
const criteria = ofPapers((name) => dataOf(name, "criteria"));
writeFileSync(join(docs, "README.md"), ledgerPage({ ...ledger, figures: noted, ...today }, about));
writeFileSync(join(docs, "criteria.md"), criteriaPage(ledger.figures, criteria));
