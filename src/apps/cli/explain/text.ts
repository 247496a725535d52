/** What `xoff explain` prints: a policy's page of docs/policies, then what the tables say. */
import { readFileSync } from "node:fs";
import type { CdfEntry, Entry, KindEntry, PolicyEntry, ProbeEntry } from "../../../scenario/registry/catalogue.ts";
import type { Registry } from "../../../run/lab/lab.ts";
import { spellDefault } from "../../../base/param-text.ts";
import { formatCount } from "../../../base/format.ts";
import { table } from "../../../report/table.ts";
import { hang } from "../../../base/wrap.ts";
import { detailsText, fieldsText, overviewText, sortOf } from "../list/catalogue-text.ts";
import { findName } from "../terminal/find-name.ts";
import { markdownText } from "./markdown.ts";
import { bold } from "../terminal/page.ts";

const DOCS = new URL("../../../../docs/", import.meta.url);

/** In lines of at most `width` characters, code excepted. `as` is how a scenario spells the name: the path of a file of somebody's own. Throws `Failure` for a name that nobody has. */
export function explanation(name: string, width: number, tables?: Registry, as: string = name): string {
  const groups = findName(name, tables);
  const entries = groups.flatMap((group) => group.entries).filter((entry) => entry.name === name);
  return entries.length === 0 ? overviewText(groups, width) : entriesText(name, as, entries, width);
}

/** One name may have several roles, as `none` has: one page, and a table for each. */
function entriesText(name: string, as: string, entries: readonly Entry[], width: number): string {
  const isPolicy = entries.some(({ section }) => section === "policies");
  const page = isPolicy ? readDoc(`policies/${name}.md`) : undefined;
  const parts = page === undefined ? [] : [markdownText(page, width)];
  for (const entry of entries) {
    if (entry.section === "cdfs") parts.push(cdfText(entry, width));
    else if (page === undefined) parts.push(detailsText([groupOf(entry)], width), usage(entry, as));
    else
      parts.push(`${bold(`Parameters of ${name}, ${sortOf(entry)}`)}\n\n${fieldsText(entry, width)}`, usage(entry, as));
  }
  parts.push(citations(entries, width));
  return parts.filter((part) => part !== "").join("\n");
}

const groupOf = (entry: Entry) => ({ section: entry.section, title: "", about: "", entries: [entry] });

/** How a scenario says it: with its first parameter that has a default, if there is one. */
function usage(entry: PolicyEntry | KindEntry | ProbeEntry, name: string): string {
  const { fields } = entry;
  if (entry.section === "policies" && entry.fields.needs?.ownMemory === true)
    return `In a scenario: links: [{ between: dci0-dci1, policy: ${name}, memory: 300MB }]\n`;
  const [set] = Object.entries(fields.params).flatMap(([param, row]) => {
    const value = spellDefault(row);
    return value === undefined ? [] : [`${param}: ${value}`];
  });
  const map = (key: string): string => `{ ${[`${key}: ${name}`, ...(set === undefined ? [] : [set])].join(", ")} }`;
  const written = {
    policies:
      entry.section === "policies" ? `policies: { ${entry.role}: ${set === undefined ? name : map("name")} }` : "",
    topologies: `topology: ${map("kind")}`,
    traffic: `traffic: [${map("kind")}]`,
    probes: `measure: { probes: [${set === undefined ? name : map("name")}] }`,
    faults: `faults: [{ kind: ${name}, target: ${exampleTarget(entry)}, at: 1ms, for: 1ms }]`,
  };
  return `In a scenario: ${written[entry.section]}\n`;
}

/** A name of the sort that a fault befalls, with what else it cannot do without. */
function exampleTarget({ fields }: PolicyEntry | KindEntry | ProbeEntry): string {
  const befalls = "befalls" in fields ? (fields.befalls as string) : "";
  const names: Record<string, string> = { hosts: "h5", links: "leaf0-spine1", switches: "spine0", ports: "all" };
  const must = (fields.required ?? []).map((name) => {
    const value = spellDefault(fields.params[name]);
    return value === undefined ? "" : `, ${name}: ${value}`;
  });
  return `${names[befalls]}${must.join("")}`;
}

function cdfText(entry: CdfEntry, width: number): string {
  const { name, table: shipped } = entry;
  // To the byte, in which they are given: 16,383 and 16,384 are two points.
  const points = shipped.points.map(([bytes, share]) => [
    `${formatCount(bytes)} B`,
    `${Number((share * 100).toFixed(4))}%`,
  ]);
  const head = detailsText([groupOf(entry)], width);
  return `${head}\n${table(["at most", "of flows"], points)}\n\nIn a scenario: traffic: [{ kind: poisson, cdf: ${name} }]\n`;
}

/** The references that the tables' sources cite by key, from docs/papers.md. */
function citations(entries: readonly Entry[], width: number): string {
  const sources = entries.flatMap((entry) =>
    entry.section === "cdfs" ? [] : Object.values(entry.fields.params).map(({ source }) => source),
  );
  const papers = readDoc("papers.md") ?? "";
  const cited = Array.from(papers.matchAll(/^\| \*\*([\w-]+)\*\* \| (.*) \|$/gm), ([, key, reference]) => ({
    key,
    reference,
  }))
    .filter(({ key }) => sources.some((source) => new RegExp(`(^|[^\\w-])${key}($|[^\\w-])`).test(source)))
    .map(({ key, reference }) => hang(`  ${key}  `, reference, width));
  return cited.length === 0 ? "" : `${bold("Cited")}\n\n${cited.join("\n")}\n`;
}

/** A page of docs/, which is shipped; undefined where there is none. */
function readDoc(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, DOCS), "utf8");
  } catch {
    return undefined;
  }
}
