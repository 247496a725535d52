/**
 * Generates docs/parameters.md. It lists every parameter of policies, topologies and traffic, and of faults and probes.
 *
 * Each policy, topology and so on has a table of parameters in its source file. `npm run docs` writes the page from
 * these tables. test/docs.test.ts fails if the page differs from the tables.
 */
import type { Fields, PolicyRow, ProbeKind, Row, Tables } from "../scenario/tables.ts";
import { fieldRows } from "./field-rows.ts";
import { needsNotes } from "./needs-notes.ts";
import { probeColumns } from "./probe-columns.ts";

const INTRO = `# Parameters

<!-- Made by \`npm run docs\` from the tables in src/. Do not edit: change a table, then run it. -->

Every policy, topology and kind of traffic with its parameters. Faults and probes follow. A scenario names them as
\`policies: { buffer: { name: dt, alpha: 2 } }\`, \`topology: { kind: star, hosts: 30 }\`,
\`traffic: [{ kind: incast, fanIn: 16, size: 64KB }]\`, \`faults: [{ kind: link-down, target: leaf0-spine1, at: 1ms }]\` and \`measure: { probes: [memory] }\`. An omitted parameter has its default. A default in italics is derived
from other values. Ranges include both ends. The settings of a scenario that belong to no policy are in \`src/scenario/schema.ts\`.

| unit | in a scenario |
|---|---|
| time | a number with a unit: ps ns us ms s |
| delay | a time, or a length of cable in m or km, at 5 ns a metre |
| size | a number with a unit: B KB MB GB TB (powers of 1000) or KiB MiB GiB TiB (powers of 1024) |
| rate | a number with a unit: bps Kbps Mbps Gbps Tbps |
| ratio | a number, "25%" or "1/4" |
| count, quanta | a whole number; a quantum is 512 bit times |
| choice | one of the names in the range |
| flag | true or false |
| names | one name or a list of names: hosts, links, switches or ports. \`*\` matches any text |
| hosts | all, or one or several names such as h0 and "h1..h29" |

Sources are keys of [papers.md](papers.md); "lab" is a choice of this project, with its reason.
`;

/** The page as text. `defaultPolicies` has the default policy of each role. */
export function parametersPage(
  { policies, topologies, trafficKinds, faultKinds, probes }: Tables,
  defaultPolicies: Readonly<Record<string, string>>,
): string {
  const roles = Object.entries(policies).map(([role, modules]) => {
    const parts = Object.entries(modules).map(([name, module]) =>
      policyText(name, module, defaultPolicies[role] === name),
    );
    return `### ${role}\n\n${parts.join("\n")}`;
  });
  const kinds = (some: Readonly<Record<string, Fields>>): string =>
    Object.entries(some)
      .map(([name, fields]) => `### ${name}\n\n${sentence(fields.about)}\n\n${fieldsText(fields)}`)
      .join("\n");
  return [
    INTRO,
    `## Policies\n\n${roles.join("\n")}`,
    `## Topologies\n\n${kinds(topologies)}`,
    `## Traffic\n\nAny entry may also name the \`class\` of its flows.\n\n${kinds(trafficKinds)}`,
    `## Faults\n\nEach entry of \`faults\` may set its begin (\`at\`, default 0). It may also set its end (\`until\`) or its duration (\`for\`); by default it lasts to the end of the run. [More](faults.md).\n\n${kinds(faultKinds)}`,
    `## Probes\n\nEach of \`measure.probes\` records a table of its name. [More](policies-of-your-own.md#probes).\n\n${Object.entries(probes).map(probeText).join("\n")}`,
  ].join("\n");
}

function policyText(name: string, module: PolicyRow, isDefault: boolean): string {
  const first = isDefault ? [sentence(module.about), "The default."] : [sentence(module.about)];
  const notes = [...first, ...needsNotes(module.needs), `[More](policies/${name}.md).`];
  return `#### ${name}\n\n${notes.join(" ")}\n\n${fieldsText(module)}`;
}

function probeText([name, probe]: readonly [string, ProbeKind]): string {
  const columns = probeColumns(probe).map((column) => `| \`${column.name}\` | ${column.about} |\n`);
  return `### ${name}\n\n${sentence(probe.about)}\n\n${fieldsText(probe)}\n| column | about |\n| --- | --- |\n${columns.join("")}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function fieldsText(fields: Fields): string {
  const lists = Object.entries(fields.lists ?? {}).map(
    ([name, row]) => `Each row of \`${name}\` (${row.about.replace(/\.$/, "").toLowerCase()}):\n\n${rowText(row)}`,
  );
  const own = rowText(fields);
  return own === "" && lists.length === 0
    ? "No parameters.\n"
    : [own, ...lists].filter((part) => part !== "").join("\n");
}

function rowText(row: Row): string {
  const rows = fieldRows(row);
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  const head = line(["parameter", "unit", "default", "range", "source", "about"]) + line(Array<string>(6).fill("---"));
  const lines = rows.map(({ name, unit, fallback, derived, range, source, about }) =>
    line([`\`${name}\``, unit, derived ? `*${fallback}*` : fallback, range, source, about]),
  );
  return head + lines.join("");
}
