/**
 * Finds settings without effect: a later setting replaces the whole part of the scenario that contains the earlier one.
 * For example, `buffer=dt` replaces an earlier `buffer.alpha=2`.
 */
import { stringify } from "yaml";
import { ScenarioError } from "./error.ts";
import { pathOf, type Path } from "./path.ts";
import { roles } from "./roles.ts";
import { placed, put, type Setting } from "./settings.ts";
import type { Tables } from "./tables.ts";

/** The path from the top of the scenario. "buffer.alpha" is short for "policies.buffer.alpha". */
function wholePath(text: string): Path {
  const path = pathOf(text);
  return Object.hasOwn(roles, String(path[0])) ? ["policies", ...path] : path;
}

/** Whether a setting at `path` also replaces the value at `other`. For example, "buffer" and "policies" replace "buffer.alpha". */
export function covers(path: string, other: string): boolean {
  const [mine, its] = [path, other].map(wholePath);
  return mine.every((step, k) => String(step) === String(its[k]));
}

/**
 * Throws `ScenarioError` if a setting replaces a part of the scenario in which an earlier setting changed a value. For
 * example, `buffer=dt` after `buffer.alpha=2` would discard alpha. Two settings at the same path are allowed, and the last
 * one counts.
 */
export function checkReplaced(settings: readonly Setting[], tables: Tables): void {
  settings.forEach((later, k) => {
    const lost = settings.slice(0, k).find(({ path }) => covers(later.path, path) && !covers(path, later.path));
    if (lost === undefined) return;
    const both = merged(later, lost, tables);
    const hint = `Remove one of them${both === undefined ? "" : `, or write ${later.path}=${both}`}.`;
    throw new ScenarioError(
      { file: lost.from },
      "",
      `a place after ${later.from}, which replaces it`,
      "one before",
      hint,
    );
  });
}

/**
 * The value of the setting `whole` after the setting `part` has been put into it, as YAML of one line. Example:
 * `buffer.alpha=2` put into `buffer=dt`. Undefined if `part` does not fit, such as a parameter that the policy does not
 * have.
 */
export function merged(whole: Setting, part: Setting, { policies }: Tables): string | undefined {
  const at = wholePath(whole.path);
  const [role, param] = wholePath(part.path).slice(1).map(String);
  let scenario: unknown = {};
  try {
    for (const one of [whole, part]) scenario = put(scenario, placed(one, [String(at[0])], Object.keys(roles)));
  } catch (error) {
    if (error instanceof ScenarioError) return undefined;
    throw error;
  }
  if (at[0] === "policies" && param !== undefined) {
    const { name } = valueAt(scenario, ["policies", role]) as { readonly name?: unknown };
    const ofRole = Object.entries(policies).find(([known]) => known === role)?.[1] ?? {};
    if (!Object.hasOwn(ofRole[String(name)]?.params ?? {}, param)) return undefined;
  }
  return stringify(valueAt(scenario, at), { collectionStyle: "flow", lineWidth: 0 }).trim();
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], value);
