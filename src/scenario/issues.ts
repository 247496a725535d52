/**
 * What zod says of a scenario, as `ScenarioError`s in the order of the file, but unknown keys before all others: what is missing is often
 * what was misspelt. Sections without a mistake are sound all the same, so that they can be looked at further.
 */
import type * as z from "zod";

import { didYouMean } from "../base/params.ts";
import { shown } from "./error.ts";
import { MAX_REPORTED, type Mistakes } from "./mistakes.ts";
import { pathText, type Path } from "./path.ts";
import type { scenarioSchema, Spec } from "./schema.ts";
import type { Source } from "./source.ts";

type Schema = ReturnType<typeof scenarioSchema>;

/** The sections in which zod finds no mistake; of `policies` the roles, of `traffic` the entries. */
interface SoundSpec {
  readonly sections: Partial<Spec>;
  readonly policies: Spec["policies"];
  /** Sections and roles in which something is wrong. */
  readonly unsound: ReadonlySet<string>;
  readonly traffic: readonly (Spec["traffic"][0] | undefined)[];
}

/** What zod makes of the values. Throws `ScenarioError` where there is nothing to make anything of. */
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

/** Where a file is no scenario at all: what it may be instead. */
function wrongFile(value: unknown): string | undefined {
  const isConfig = typeof value === "string" && /^[A-Z]+_[A-Z_]+ /.test(value);
  return isConfig ? "This is a config of HPCC's simulator: use xoff run --ns3." : undefined;
}

type Issue = z.core.$ZodIssue;
type Values = Readonly<Record<string, unknown>>;

interface Flaw {
  /** Of the value, or of the key that nobody knows. */
  readonly path: Path;
  readonly of: "value" | "key";
  readonly expected: string;
  readonly hint: string | undefined;
}

/** The first of them become errors, for there may be a million. */
function tell(issues: readonly Issue[], source: Source, mistakes: Mistakes): void {
  const flaws = issues.flatMap(flawsOf);
  const meant = new Set(flaws.map(({ path, hint }) => pathText([...path.slice(0, -1), hint ?? ""])));
  const isMisspelt = ({ path, of }: Flaw): boolean =>
    of === "value" &&
    path.length > 0 &&
    source.at(path) === undefined &&
    meant.has(pathText([...path.slice(0, -1), `Did you mean "${String(path.at(-1))}"?`]));
  const told = flaws.filter((flaw) => !isMisspelt(flaw));
  const position = ({ path, of }: Flaw): number => {
    const { line = 0, column = 0 } = source.place(path, of);
    return line * 1e9 + column - (of === "key" ? 1e15 : 0);
  };
  const inOrder = told.map((flaw) => ({ flaw, at: position(flaw) })).sort((one, other) => one.at - other.at);
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

/** Of a value that may take several forms: the issues within the form that was meant, if one can be told. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.find((issues) => !otherForm(issues));
  if (meant === undefined) return [issue];
  return meant.flatMap(innermost).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Is this what a form says of a value that is not of its kind at all: text for a map, a map for a list? */
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

/** Fields without a mistake; the others are `unsound`. */
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
