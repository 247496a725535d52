/** Runs `xoff new`: writes a scenario to edit. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { scenarioTemplate } from "../../../run/lab/authoring.ts";
import { complaint, didYouMean } from "../../../base/params.ts";
import { policies, topologies, trafficKinds, type Role } from "../../../policies/policies.ts";
import { wrap } from "../../../base/wrap.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { readStarter, starterNames } from "../files/starters.ts";
import { say } from "../terminal/terminal.ts";
import { writeNew } from "../files/write-new.ts";
import { commandLine } from "../terminal/shell.ts";

export interface NewOptions {
  readonly topology?: string;
  readonly traffic?: readonly string[];
  /** A policy in the form role=name. */
  readonly policy?: readonly string[];
  readonly from?: string;
}

/**
 * The file name that the documentation suggests for `xoff schema --out`. A new scenario in the same folder refers to this file if it
 * exists.
 */
const SCHEMA_FILE = "xoff.schema.json";

export function newScenario(file: string, options: NewOptions): void {
  const text = newText(file, options);
  const mend = "Choose another name, such as: xoff new other.yaml";
  writeNew(file, text, mend);
  if (file !== "-") say(`Wrote ${file}. Next: ${commandLine("xoff", "run", file)}`);
}

/** The text of the new scenario in `file`. Throws `Failure` for an unknown name. */
export function newText(file: string, options: NewOptions): string {
  return options.from === undefined ? `${header(file)}\n${template(options)}` : starter(options.from);
}

function starter(name: string): string {
  return readStarter(known("--from", name, starterNames()));
}

function template({ topology = "star", traffic = ["incast"], policy = [] }: NewOptions): string {
  const chosen: Partial<Record<Role, string>> = {};
  for (const given of policy) {
    const [role, name] = roleAndName(given);
    if (chosen[role] !== undefined) throw mistake("--policy", "each role once", given);
    chosen[role] = name;
  }
  return scenarioTemplate({
    topology: known("--topology", topology, Object.keys(topologies)),
    traffic: traffic.map((kind) => known("--traffic", kind, Object.keys(trafficKinds))),
    policies: chosen,
  });
}

function roleAndName(given: string): [role: Role, name: string] {
  const [left, name, ...rest] = given.split("=");
  if (name === undefined || rest.length > 0) throw mistake("--policy", "role=name, such as congestion=hpcc", given);
  const role = known("--policy", left, Object.keys(policies)) as Role;
  return [role, known(`--policy ${role}`, name, Object.keys(policies[role]))];
}

/** Returns `name` if it is in `names`. Otherwise throws a `Failure`. */
function known(option: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  throw mistake(option, `one of ${names.join(", ")}`, name, didYouMean(name, names));
}

const mistake = (option: string, expected: string, got: string, hint?: string): Failure =>
  new Failure(`${option}: ${complaint(expected, got, hint)}`, EXIT.input);

function header(file: string): string {
  const hasSchema = file !== "-" && existsSync(join(dirname(file), SCHEMA_FILE));
  const editor = hasSchema
    ? ""
    : `An editor that knows YAML completes and checks this file after \`xoff schema --out ${SCHEMA_FILE}\`, with the first line ` +
      `"# yaml-language-server: $schema=${SCHEMA_FILE}".`;
  const paragraphs = [
    `A scenario for xoff, to edit. Run it: ${commandLine("xoff", "run", file === "-" ? "my.yaml" : file)}`,
    'A "#" without a blank after it hides a parameter with its default value. If the parameter has no value, the ' +
      'comment says what its omission means. Remove the "#" to change the parameter.',
    "Quantities have units, such as 2us or 100Gbps. KB is 1000 bytes and KiB is 1024. A ratio is 0.25, 25% or " +
      "1/4. A delay may be a length of cable: 200m. Sources of defaults: xoff list --params.",
    editor,
  ];
  const lines = paragraphs
    .filter((text) => text !== "")
    .map((text) =>
      wrap(text, 108)
        .map((line) => `# ${line}\n`)
        .join(""),
    );
  return `${hasSchema ? `# yaml-language-server: $schema=${SCHEMA_FILE}\n` : ""}${lines.join("#\n")}`;
}
