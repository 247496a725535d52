/**
 * What zod says of a scenario, as one `ScenarioError`: of several mistakes the first in the file, but an unknown key before all
 * others, since what is missing is often what was misspelt.
 */
import type * as z from "zod";

import { shown } from "./error.ts";
import type { Path } from "./path.ts";
import type { scenarioSchema, Spec } from "./schema.ts";
import type { Source } from "./source.ts";

/** What zod makes of the values; its issues become one `ScenarioError`. */
export function checkShape(source: Source, schema: ReturnType<typeof scenarioSchema>): Spec {
  const { value } = source;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw source.error([], 'fields such as "until: 1ms"', shown(value), wrongFile(value));
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map((issue) => innermost(issue));
  const unknown = mistakes.find(({ code }) => code === "unrecognized_keys");
  if (unknown?.code === "unrecognized_keys") {
    const [key] = unknown.keys;
    const [expected, hint] = unknown.message.split("\n");
    throw source.error([...(unknown.path as Path), key], expected, shown(key), hint, "key");
  }
  const { path, message } = firstOf(mistakes, source);
  const [expected, hint] = message.split("\n");
  throw source.error(path as Path, expected, shown(source.at(path as Path)), hint);
}

/** Where a file is no scenario at all: what it may be instead. */
function wrongFile(value: unknown): string | undefined {
  const isConfig = typeof value === "string" && /^[A-Z]+_[A-Z_]+ /.test(value);
  return isConfig ? "A config of HPCC's simulator runs with xoff run --ns3." : undefined;
}

/** The first in the file: only that becomes an error, for there may be a million. */
function firstOf(mistakes: readonly Issue[], source: Source): Issue {
  let first = mistakes[0];
  let least = Infinity;
  for (const mistake of mistakes) {
    const { line = 0, column = 0 } = source.place(mistake.path as Path);
    const position = line * 1e9 + column;
    if (position < least) [first, least] = [mistake, position];
  }
  return first;
}

type Issue = z.core.$ZodIssue;

/** Of a value that may take several forms: the issue within the form that was meant, if one can be told. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const meant = issue.errors.find((issues) => !otherForm(issues));
  if (meant === undefined) return issue;
  const inner = innermost(meant.find(({ code }) => code === "unrecognized_keys") ?? meant[0]);
  return { ...inner, path: [...issue.path, ...inner.path] };
}

/** Is this what a form says of a value that is not of its kind at all: text for a map, a map for a list? */
function otherForm([first]: readonly Issue[]): boolean {
  if (first.path.length > 0) return false;
  if (first.code === "invalid_union") return first.errors.length > 0 && first.errors.every(otherForm);
  return first.code === "invalid_type";
}
