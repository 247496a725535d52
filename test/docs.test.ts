/** Checks parts of the documentation against the code: pages made from tables, names and paths, and the import table. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { experiments } from "../src/papers/index.ts";
import { papers } from "../src/papers/papers.ts";
import { quickTime } from "../src/papers/quick-minutes.ts";
import * as tables from "../src/policies/policies.ts";
import { RESULTS_ID, VERSION } from "../src/base/version.ts";
import { experimentsPage } from "../src/report/experiments-page.ts";
import { deadlocksInHpcc } from "../src/papers/spfc/second-simulator.ts";
import { criteriaPage } from "../src/report/criteria-page.ts";
import type { ChangedCriterion } from "../src/papers/figures/criteria.ts";
import { ledgerPage, type LedgerData } from "../src/report/ledger.ts";
import { pageWithNotes, readNotes, withNotes } from "../src/report/notes.ts";
import { setUpsOf } from "../src/batch/sweep/trials.ts";
import { parametersPage } from "../src/report/parameters-page.ts";
import { readScenario } from "../src/run/lab/lab.ts";
import { resultsPage } from "../src/report/results-page.ts";
import { keys as hpccKeys } from "../src/formats/hpcc/config-keys.ts";
import { jsonSchema } from "../src/scenario/json-schema.ts";
import { defaultPolicies } from "../src/scenario/defaults.ts";

const root = new URL("../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const pages = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  ...readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && name !== "ns3-semantics.md")
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
];

test('CHANGELOG.md is one page, at most 90 lines: if not, move the oldest lines of "Latest changes" to docs/history/', () => {
  expect(read("CHANGELOG.md").split("\n").length).toBeLessThanOrEqual(90);
});

test("docs/parameters.md matches the tables: if not, run `npm run docs`", () => {
  expect(read("docs/parameters.md")).toBe(parametersPage(tables, defaultPolicies));
});

test("docs/results.md matches the tables: if not, run `npm run docs`", () => {
  expect(read("docs/results.md")).toBe(resultsPage());
});

test("docs/experiments.md matches the experiments: if not, run `npm run docs`", () => {
  expect(read("docs/experiments.md")).toBe(experimentsPage(experiments, quickTime));
});

const notes = new URL("docs/results/notes/", root);
/** The data of a paper in docs/results/notes/: changed criteria, and parameters in which figures differ. */
const dataOf = (paper: string, name: string): unknown => JSON.parse(read(`docs/results/notes/${paper}/${name}.json`));
const changedCriteria = Object.fromEntries(
  Object.keys(papers).map((paper) => [paper, dataOf(paper, "criteria") as ChangedCriterion[]]),
);

/** The figures of claims.json, each with its notes. */
function notedFigures(): LedgerData["figures"] {
  const { figures } = JSON.parse(read("docs/results/claims.json")) as LedgerData;
  return figures.map((figure) => {
    const file = new URL(`${figure.id}.md`, notes);
    return existsSync(file) ? withNotes(figure, readNotes(readFileSync(file, "utf8")), RESULTS_ID) : figure;
  });
}

test("each note names claims of its figure, and the pages have the notes: if not, run `npm run docs`", () => {
  const figures = notedFigures();
  const files = readdirSync(notes, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const ids = files.map((name) => name.replaceAll("\\", "/").replace(/\.md$/, ""));
  for (const id of ids) {
    const known = new Set(figures.find((figure) => figure.id === id)?.claims.map((claim) => claim.id));
    for (const { claims } of readNotes(read(`docs/results/notes/${id}.md`)))
      expect(claims.some((name) => known.has(`${id}/${name}`))).toBe(true);
  }
  for (const paper of new Set(ids.map((id) => id.split("/")[0]))) {
    const page = read(`docs/results/${paper}.md`);
    expect(
      pageWithNotes(
        page,
        figures.filter(({ id }) => ids.includes(id) && id.startsWith(`${paper}/`)),
      ),
    ).toBe(page);
  }
});

test("docs/results/README.md matches its data, in less than 40 KB: if not, run `npm run docs`", () => {
  const ledger = JSON.parse(read("docs/results/claims.json")) as LedgerData;
  const today = { results: RESULTS_ID, setUpOf: setUpsOf(experiments) };
  const page = ledgerPage({ ...ledger, ...today });
  expect(read("docs/results/README.md")).toBe(page);
  expect(page.length).toBeLessThan(40_000);
  expect(read("docs/results/criteria.md")).toBe(criteriaPage(ledger.figures, changedCriteria));
  const known = new Set(experiments.map(({ id }) => id));
  expect(ledger.figures.filter(({ id }) => !known.has(id))).toEqual([]);
});

test("an open question has at most 45 words: outcomes under its answers are notes in docs/results/notes/", () => {
  const { figures } = JSON.parse(read("docs/results/claims.json")) as LedgerData;
  const questions = figures.flatMap(({ claims }) => claims.flatMap(({ underdetermined }) => underdetermined ?? []));
  expect(questions.length).toBeGreaterThan(0);
  expect(questions.filter(({ evidence }) => evidence.split(" ").length > 45)).toEqual([]);
});

test("a changed criterion names claims of its paper and a verdict before for each; a repetition names a claim that counts itself", () => {
  const { figures } = JSON.parse(read("docs/results/claims.json")) as LedgerData;
  const claims = new Map(figures.flatMap((figure) => figure.claims.map((claim) => [claim.id, claim])));
  for (const [paper, criteria] of Object.entries(changedCriteria))
    for (const { claims: ids, verdictsBefore } of criteria) {
      expect(verdictsBefore).toHaveLength(ids.length);
      for (const id of ids) expect(id.startsWith(`${paper}/`)).toBe(true);
    }
  for (const { id, repeats } of claims.values())
    if (repeats !== undefined) expect([id, claims.get(repeats)?.repeats]).toEqual([id, undefined]);
});

test("figure 17 is compared with the deadlocks of HPCC's simulator in docs/second-simulator.md", () => {
  const page = read("docs/second-simulator.md");
  for (const [scheme, { hits, runs }] of Object.entries(deadlocksInHpcc))
    expect(page).toContain(`| ${scheme}: HPCC's simulator | ${hits} of ${runs} |`);
  expect(page).toContain("## Deadlocks in figure 17's pod");
});

test("every percentile of a claim has its n", () => {
  const { figures } = JSON.parse(read("docs/results/claims.json")) as LedgerData;
  const claims = figures.flatMap((figure) => figure.claims).filter(({ standing }) => standing !== "definition");
  const ofPercentiles = claims.filter(({ claim }) => /\bp9[59]\b|percentile/.test(claim));
  expect(ofPercentiles.length).toBeGreaterThan(50);
  expect(ofPercentiles.filter(({ ours }) => !/\bn (= )?\w/.test(ours)).map(({ id }) => id)).toEqual([]);
});

test("results name the version of package.json", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(VERSION).toBe(version);
});

test("every page of docs/ can be reached from the README by links", () => {
  const reached = new Set<string>();
  const follow = (page: string): void => {
    if (reached.has(page) || !existsSync(new URL(page, root))) return;
    reached.add(page);
    for (const [, to] of read(page).matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g))
      follow(new URL(to, new URL(page, root)).pathname.slice(root.pathname.length));
  };
  follow("README.md");
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test("every scenario and part of one that a page shows can be read", () => {
  const whole = { until: "5ms", topology: { kind: "leaf-spine", leaves: 8, spines: 2, hostsPerLeaf: 8 } };
  const traffic = [{ kind: "long-lived", from: "h0", to: "h9" }];
  const shown = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/^```yaml\n(.*?)^```/gms), ([, text]) => ({ page, text })),
  );
  const known = shown.filter(({ text }) => !/\.\/|path:|core1/.test(text)); // without user files and paths of another fabric
  expect(known.length).toBeGreaterThanOrEqual(4);
  for (const { page, text } of known)
    readScenario(JSON.stringify({ ...whole, traffic, ...(parse(text) as object) }), page);
});

test("the glossary names keys of HPCC's simulator, policies and scenario keys that xoff reads", () => {
  const page = read("docs/glossary.md");
  const written = Array.from(page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g), ([, key]) => key);
  expect(written.length).toBeGreaterThan(15);
  expect(written.filter((key) => !hpccKeys.has(key))).toEqual([]);
  const roles: Readonly<Record<string, object>> = tables.policies;
  const named = Array.from(page.matchAll(/`(\w+): ([\w-]+)`/g), ([, role, name]) => ({ role, name })).filter(
    ({ role }) => role in roles,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ role, name }) => !(name in roles[role]))).toEqual([]);
  const settings = JSON.stringify(jsonSchema(tables));
  const keys = Array.from(page.matchAll(/`(?:switch|packet|classes): \{ (\w+):/g), ([, key]) => key);
  expect(keys.filter((key) => !settings.includes(`"${key}"`))).toEqual([]);
});

test("every policy has its page, and every page its policy", () => {
  const names = new Set(Object.values(tables.policies).flatMap((role) => Object.keys(role)));
  const written = readdirSync(new URL("docs/policies/", root)).flatMap((name) => /^(.*)\.md$/.exec(name)?.[1] ?? []);
  expect(written.filter((name) => name !== "README").sort()).toEqual([...names].sort());
});

test("docs/policies/README.md and docs/decisions/README.md list their pages: if not, run `npm run docs`", async () => {
  const { indexes } = (await import(new URL("scripts/indexes.mjs", root).href)) as {
    indexes: () => Readonly<Record<string, string>>;
  };
  for (const [folder, text] of Object.entries(indexes())) expect(read(`docs/${folder}/README.md`)).toBe(text);
});

test("docs/topologies.md has a section for each topology, in the order of the registry", () => {
  const sections = Array.from(read("docs/topologies.md").matchAll(/^## (\S+)$/gm), ([, name]) => name);
  expect(sections).toEqual(Object.keys(tables.topologies));
});

test("docs/papers.md has every key that a parameter's source cites", () => {
  const keys = new Set(
    read("docs/parameters.md").match(/\b[a-z][a-z-]*\d{2}\b(?=[,;| ])|\b(?:spfc|dsh|acc|plb|bifrost)\b/g),
  );
  const known = read("docs/papers.md");
  expect([...keys].filter((key) => !known.includes(`**${key}**`))).toEqual([]);
});

/** The pages that describe the present code. Pages of docs/history name files that no longer exist. */
const todays = pages.filter((page) => !page.startsWith("docs/history/"));

/** The names that `found` finds on each page and that `exists` rejects, as "page: name". */
function missing(found: (text: string) => string[], exists: (what: string, page: string) => boolean): string[] {
  return todays.flatMap((page) =>
    found(read(page))
      .filter((what) => !exists(what, page))
      .map((what) => `${page}: ${what}`),
  );
}

test("every file that a page names exists, from the root or from src/", () => {
  // The page of an example policy names files that only a reader's checkout has.
  const withoutExamples = (text: string): string => text.replace(/```md\n.*?```/gs, "");
  const files = (text: string): string[] =>
    Array.from(
      withoutExamples(text).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|mjs|md|ya?ml|json))`/g),
      ([, path]) => path,
    );
  const there = (path: string): boolean => existsSync(new URL(path, root)) || existsSync(new URL(`src/${path}`, root));
  expect(missing(files, there)).toEqual([]);
});

test("every link of a page leads somewhere", () => {
  const links = (text: string): string[] => Array.from(text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), ([, to]) => to);
  const there = (to: string, page: string): boolean =>
    /^https?:/.test(to) || existsSync(new URL(to, new URL(page, root)));
  expect(missing(links, there)).toEqual([]);
});

test("ARCHITECTURE.md lists the rooms of src/, fourteen at most, and each may import only rooms before it", async () => {
  const { rows } = (await import(new URL("config/dependency-cruiser.mjs", root).href)) as {
    rows: Record<string, { may: string[]; types?: string[] }>;
  };
  const [, list] = read("ARCHITECTURE.md").split("| room | holds |\n|---|---|\n");
  const rooms = Array.from(list.split("\n\n")[0].matchAll(/^\| `(\w+)` \|/gm), ([, room]) => room);
  expect([...rooms].sort()).toEqual(readdirSync(new URL("src/", root)).sort());
  expect(rooms.length).toBeLessThanOrEqual(14);
  const place = (path: string): number => rooms.indexOf(path.split("/")[0]);
  const upwards = Object.entries(rows).flatMap(([from, { may, types = [] }]) =>
    [...may, ...types].filter((to) => !(place(to) <= place(from))).map((to) => `${from} to ${to}`),
  );
  expect(upwards).toEqual([]);
});

test("ARCHITECTURE.md has the import table of config/dependency-cruiser.mjs: if not, run `npm run docs`", async () => {
  const { withImportTable } = (await import(new URL("scripts/import-table.mjs", root).href)) as {
    withImportTable: (page: string) => string;
  };
  const page = read("ARCHITECTURE.md");
  expect(page).toBe(withImportTable(page));
});
