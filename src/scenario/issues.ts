/**
 * Converts the issues that zod finds in a scenario to `ScenarioError`s. Also returns the sections without a mistake, so
 * that the later checks still cover them.
 *
 * Errors for unknown keys come first, all others follow in the order of the file. A misspelt key is an unknown key
 * and also leaves a required key missing. The error for the missing key is then left out.
 */
import type * as z from "zod";

import { didYouMean } from "../base/params.ts";
import { shown } from "./error.ts";
import { MAX_REPORTED, type Mistakes } from "./mistakes.ts";
import { pathText, type Path } from "./path.ts";
import type { scenarioSchema, Spec } from "./schema.ts";
import type { Source } from "./source.ts";

type Schema = ReturnType<typeof scenarioSchema>;

/** The sections in which zod finds no mistake. `policies` holds the valid roles, and `traffic` the valid entries. */
interface SoundSpec {
  readonly sections: Partial<Spec>;
  readonly policies: Spec["policies"];
  /** Names of sections and roles that contain a mistake. */
  readonly unsound: ReadonlySet<string>;
  readonly traffic: readonly (Spec["traffic"][0] | undefined)[];
}

/** Checks a scenario against the schema and returns its valid sections. Throws `ScenarioError` if the scenario is no map of fields. */
export function checkShape(source: Source, schema: Schema, mistakes: Mistakes): SoundSpec {
  const { value } = source;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw source.error([], 'fields such as "until: 1ms"', shown(value), wrongFile(value));
  }
  const result = schema.safeParse(value);
  if (result.success) {
    const { policies, traffic } = result.data;
    return { sections: result.data, policies, unsound: new Set(), traffic };
  }
  tell(result.error.issues.flatMap(innermost), source, mistakes);
  return soundPart(schema, value as Values);
}

/** A hint for a file that is no scenario: the kind of file that it resembles. */
function wrongFile(value: unknown): string | undefined {
  const isConfig = typeof value === "string" && /^[A-Z]+_[A-Z_]+ /.test(value);
  return isConfig ? "This is a config of HPCC's simulator: use xoff run --ns3." : undefined;
}

type Issue = z.core.$ZodIssue;
type Values = Readonly<Record<string, unknown>>;

interface Flaw {
  /** Path of the invalid value, or of the unknown key. */
  readonly path: Path;
  readonly of: "value" | "key";
  readonly expected: string;
  readonly hint: string | undefined;
}

/** Reports the first issues as errors. The number of reports is limited, because a file may hold a million mistakes. */
function tell(issues: readonly Issue[], source: Source, mistakes: Mistakes): void {
  const flaws = issues.flatMap(flawsOf);
  const meant = new Set(flaws.map(({ path, hint }) => pathText([...path.slice(0, -1), hint ?? ""])));
  const isMisspelt = ({ path, of }: Flaw): boolean =>
    of === "value" &&
    path.length > 0 &&
    source.at(path) === undefined &&
    meant.has(pathText([...path.slice(0, -1), `Did you mean "${String(path.at(-1))}"?`]));
  const reported = flaws.filter((flaw) => !isMisspelt(flaw));
  const position = ({ path, of }: Flaw): number => {
    const { line = 0, column = 0 } = source.place(path, of);
    return line * 1e9 + column - (of === "key" ? 1e15 : 0);
  };
  const inOrder = reported.map((flaw) => ({ flaw, at: position(flaw) })).sort((one, other) => one.at - other.at);
  for (const { flaw } of inOrder.slice(0, MAX_REPORTED)) {
    const { path, of, expected, hint } = flaw;
    const got = shown(of === "key" ? path.at(-1) : source.at(path));
    mistakes.add(source.error(path, expected, got, hint, of));
  }
  mistakes.pass(Math.max(0, inOrder.length - MAX_REPORTED));
}

function flawsOf(issue: Issue): Flaw[] {
  const [expected, hint] = issue.message.split("\n");
  const path = issue.path as Path;
  if (issue.code !== "unrecognized_keys") return [{ path, of: "value", expected, hint }];
  const known = expected.replace(/^one of /, "").split(", ");
  return issue.keys.map((key) => ({ path: [...path, key], of: "key", expected, hint: didYouMean(key, known) }));
}

/**
 * Selects the issues to report for a value that may have several forms. These are the issues of the form that the value
 * resembles. If the value resembles no form, returns the original issue.
 */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.find((issues) => !otherForm(issues));
  if (meant === undefined) return [issue];
  return meant.flatMap(innermost).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * A value may be valid in several forms, such as a text or a map, and is checked against each of them. The argument is the
 * list of issues of one such check. True if the value as a whole has a different type from this form. The author of the
 * value then meant another form.
 */
function otherForm([first]: readonly Issue[]): boolean {
  if (first.path.length > 0) return false;
  if (first.code === "invalid_union") return first.errors.length > 0 && first.errors.every(otherForm);
  return first.code === "invalid_type";
}

function soundPart({ shape }: Schema, value: Values): SoundSpec {
  const unsound = new Set<string>();
  const sections: Partial<Spec> = soundFields(shape, value, unsound);
  const { policies, traffic } = value;
  const entries = Array.isArray(traffic) ? traffic : [];
  return {
    sections,
    unsound,
    policies: sections.policies ?? soundFields(shape.policies.unwrap().shape, isMap(policies) ? policies : {}, unsound),
    traffic: entries.map((entry) => shape.traffic.element.safeParse(entry).data),
  };
}

const isMap = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields without a mistake. The names of all other fields are added to `unsound`. */
function soundFields<Shape extends z.ZodRawShape>(
  shape: Shape,
  value: Values,
  unsound: Set<string>,
): Partial<z.output<z.ZodObject<Shape>>> {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const { success, data } = (schema as z.ZodType).safeParse(value[name]);
    if (success) found[name] = data;
    else unsound.add(name);
  }
  return found as Partial<z.output<z.ZodObject<Shape>>>;
}
