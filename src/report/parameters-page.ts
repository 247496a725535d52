/**
 * docs/parameters.md: every parameter of every policy, topology and kind of traffic, from the tables in their files.
 *
 * `npm run docs` writes the page; test/docs.test.ts fails while the page is not what the tables say.
 */
import { formatBytes, formatRate, formatTime } from "../format.ts";
import type { NumberUnit, Param, Unit } from "../params.ts";
import type { Fields, PolicyRow, Row, Tables } from "../scenario/tables.ts";

const INTRO = `# Parameters

<!-- Made by \`npm run docs\` from the tables in src/. Do not edit: change a table, then run it. -->

Every policy, topology and kind of traffic, with what may be set, from the tables in their files. A scenario names them as
\`policies: { buffer: { name: dt, alpha: 2 } }\`, \`topology: { kind: star, hosts: 30 }\` and
\`traffic: [{ kind: incast, fanIn: 16, size: 64KB }]\`; what it leaves out takes the default. A default in italics is worked out
from other values. Ranges include both ends. The settings of a scenario that belong to no policy are in \`src/scenario/schema.ts\`.

| unit | in a scenario |
|---|---|
| time | a number with ps, ns, us, ms or s |
| delay | a time, or a length of cable in m or km, at 5 ns a metre |
| size | a number with B, KB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024) |
| rate | a number with bps, Kbps, Mbps, Gbps or Tbps |
| ratio | a number, "25%" or "1/4" |
| count, quanta | a whole number; a quantum is 512 bit times |
| choice | one of the names in the range |
| flag | true or false |
| hosts | names such as h0, "h1..h29", all, or a list of such |

Sources are keys of [papers.md](papers.md); "lab" is a choice of this project, with its reason.
`;

/** The page as text. `defaultPolicies` are those of a scenario that names none, by role. */
export function parametersPage(
  { policies, topologies, trafficKinds }: Tables,
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
  ].join("\n");
}

function policyText(name: string, module: PolicyRow, isDefault: boolean): string {
  const { about, needs = {} } = module;
  const notes = [sentence(about)];
  if (isDefault) notes.push("The default.");
  if (needs.detection !== undefined)
    notes.push(`Comes with detection \`${needs.detection}\` unless the scenario names one.`);
  if (needs.window !== undefined) {
    const scaled = needs.scaleWindow === true ? ", scaled by the rate," : "";
    notes.push(`Comes with a window of one bandwidth-delay product${scaled} unless the scenario says otherwise.`);
  }
  notes.push(`[More](policies/${name}.md).`);
  return `#### ${name}\n\n${notes.join(" ")}\n\n${fieldsText(module)}`;
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

function rowText({ texts = {}, hosts = {}, params, required = [] }: Row): string {
  const must = (name: string, otherwise: string): string => (required.includes(name) ? "must be given" : otherwise);
  const lines = [
    ...Object.entries(texts).map(([name, { about }]) => [name, "name", must(name, "none"), "", "", about]),
    ...Object.entries(hosts).map(([name, { about, many, default: fallback }]) => [
      name,
      many ? "hosts" : "one host",
      fallback ?? "must be given",
      "",
      "",
      about,
    ]),
    ...Object.entries(params).map(([name, param]) => [
      name,
      UNITS[param.unit],
      must(name, defaultText(param)),
      rangeText(param),
      param.source,
      param.about,
    ]),
  ];
  if (lines.length === 0) return "";
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  const head = row(["parameter", "unit", "default", "range", "source", "about"]) + row(Array<string>(6).fill("---"));
  return head + lines.map(([name, ...cells]) => row([`\`${name}\``, ...cells])).join("");
}

const UNITS: Readonly<Record<Unit, string>> = {
  ps: "time",
  delay: "delay",
  bytes: "size",
  bps: "rate",
  ratio: "ratio",
  count: "count",
  quanta: "quanta",
  choice: "choice",
  flag: "flag",
};

function defaultText(param: Param): string {
  if ("derived" in param) return `*${param.derived}*`;
  return typeof param.default === "number" && "min" in param
    ? number(param.default, param.unit)
    : String(param.default);
}

function rangeText(param: Param): string {
  if (param.unit === "flag") return "";
  if (param.unit === "choice") return param.choices.join(", ");
  return `${number(param.min, param.unit)} to ${number(param.max, param.unit)}`;
}

/** A value as a scenario may spell it. What four digits do not hold is shown in base units besides. */
function number(value: number, unit: NumberUnit): string {
  if (value === 0 || unit === "count" || unit === "quanta") return String(value);
  if (unit === "ratio") return ratio(value);
  const text = FORMATS[unit](value);
  const exact = text.endsWith("iB") || Number(value.toPrecision(4)) === value;
  return exact ? text : `${text} (${value} ${unit === "bytes" ? "B" : unit === "bps" ? "bps" : "ps"})`;
}

const FORMATS = { ps: formatTime, delay: formatTime, bytes: formatBytes, bps: formatRate };

/** A long decimal that is one over a whole number is shown so. */
function ratio(value: number): string {
  const text = String(value);
  const parts = 1 / value;
  return text.length > 6 && Number.isInteger(parts) ? `1/${parts}` : text;
}
