/** Writes the output of `xoff explain`: a policy's page from docs/policies, then its tables. */
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

/**
 * The explanation of a name in lines of at most `width` characters, except code. `as` is how a scenario spells the name: for a module from a
 * file, this is its path. Throws `Failure` for an unknown name.
 */
export function explanation(name: string, width: number, tables?: Registry, as: string = name): string {
  const groups = findName(name, tables);
  const entries = groups.flatMap((group) => group.entries).filter((entry) => entry.name === name);
  return entries.length === 0 ? overviewText(groups, width) : entriesText(name, as, entries, width);
}

/**
 * The explanation of all entries with one name. A name such as `none` may have several roles: it has one page, and a table for each role.
 */
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

/** An example line for a scenario. It sets the first parameter that has a default, if the entry has one. */
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

/** An example target for a fault, with the fault's required parameters. */
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
  // The sizes of a distribution are printed as exact numbers of bytes. A distribution may have points at 16,383 and at
  // 16,384 bytes, which would look equal in KB.
  const points = shipped.points.map(([bytes, share]) => [
    `${formatCount(bytes)} B`,
    `${Number((share * 100).toFixed(4))}%`,
  ]);
  const head = detailsText([groupOf(entry)], width);
  return `${head}\n${table(["at most", "of flows"], points)}\n\nIn a scenario: traffic: [{ kind: poisson, cdf: ${name} }]\n`;
}

/**
 * The full references of the papers that the entries name as sources of their parameters. docs/papers.md lists the references. An entry
 * describes one module, such as a policy or a kind of traffic.
 */
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

/** The text of a page in docs/, which is part of the package. Undefined if the page does not exist. */
function readDoc(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, DOCS), "utf8");
  } catch {
    return undefined;
  }
}
