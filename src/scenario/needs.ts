/**
 * Checks that each policy gets the signals and partner policies that it needs. A scenario that lacks one is rejected.
 *
 * The message names the line of the chosen policy that does not give the signal, and the line of the policy that needs the signal. Then the
 * message lists the possible changes.
 */
import type { Needs, Signal } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import { roles } from "./roles.ts";
import { quote, type Place, type ScenarioError } from "./error.ts";
import type { Path } from "./path.ts";
import type { ChosenPolicies, ChosenPolicy } from "./scenario.ts";
import { givenBy, giving, namedIn, wantedFrom, type Giver } from "./signals.ts";
import type { Source } from "./source.ts";
import type { Tables } from "./tables.ts";

/**
 * Throws `ScenarioError` for the first unmet need. A need is a signal or a policy that the policy of one role requires from
 * another role. Only needs that one of the roles in `givers` must supply are checked.
 */
export function checkNeeds(
  source: Source,
  chosen: ChosenPolicies,
  tables: Tables,
  givers: readonly Giver[] = ["detection", "recovery"],
): void {
  for (const role of Object.keys(roles) as Role[]) {
    if (role === "detection") continue;
    const policy = chosen[role];
    if (policy === undefined) continue;
    const row = tables.policies[role][policy.name];
    const reader = { role, policy, needs: row.needs ?? {} };
    for (const giver of givers) {
      checkNamed(source, reader, giver, tables);
      const wanted = source.within(["policies", role], () => wantedFrom(giver, row, policy.values, tables));
      const flaw =
        wanted === undefined
          ? lacksNamed(source, reader, giver, chosen, tables)
          : lacks(source, reader, giver, wanted, chosen, tables);
      if (flaw !== undefined) throw flaw;
    }
  }
}

/** Throws `ScenarioError` if the scenario removes the window that the congestion policy requires, or the scaling of this window. */
export function checkWindow(
  source: Source,
  { window, scaleWindow }: { readonly window?: number | "bdp" | undefined; readonly scaleWindow?: boolean | undefined },
  needs: Needs,
  congestion: string,
): void {
  if (needs.window !== "always") return;
  const who = needing(source, { role: "congestion", policy: { name: congestion, values: {} } });
  if (window === 0)
    throw source.error(
      ["host", "window"],
      `bdp or a size, which ${who}`,
      "none",
      waysOf(source, "host.window", "bdp", "congestion"),
    );
  if (needs.scaleWindow !== true || scaleWindow !== false) return;
  const ways = waysOf(source, "host.scaleWindow", "true", "congestion");
  throw source.error(["host", "scaleWindow"], `true, which ${who}`, "false", ways);
}

/** Throws `ScenarioError` if the buffer policy is not defined for the chosen headroom policy. */
export function checkHeadroom(
  source: Source,
  buffer: ChosenPolicy,
  needed: string | undefined,
  headroom: string,
): void {
  if (needed === undefined || headroom === needed) return;
  const who = needing(source, { role: "buffer", policy: buffer });
  throw source.error(
    ["policies", "headroom"],
    `${needed}, which ${who}`,
    headroom,
    waysOf(source, "headroom", needed, "buffer"),
  );
}

interface Reader {
  readonly role: Role;
  readonly policy: ChosenPolicy;
  readonly needs: Needs;
}

function lacks(
  source: Source,
  reader: Reader,
  giver: Giver,
  wanted: readonly Signal[],
  chosen: ChosenPolicies,
  tables: Tables,
): ScenarioError | undefined {
  const table = tables.policies[giver];
  const signalsOf = (name: string): readonly Signal[] => givenBy(giver, table[name]);
  const given = giving(giver, chosen, tables).flatMap(({ name }) => signalsOf(name));
  const missing = wanted.filter((signal) => !given.includes(signal));
  if (missing.length === 0) return undefined;
  const enough = Object.keys(table).filter((name) => wanted.every((signal) => signalsOf(name).includes(signal)));
  const named = namedIn(reader.needs, giver) ?? "";
  const [best] = enough.includes(named) ? [named] : enough;
  const others = enough.filter((name) => name !== best);
  const expected = `${[best, ...others].join(" or ")}, for the ${missing.join(" and ")} that ${needing(source, reader)}`;
  return refused(source, reader, giver, { best, expected, isDefault: best === named }, chosen, tables);
}

/**
 * Checks the choice of a policy that another policy names in its `needs`. Called if the named policy does not declare
 * which signals it gives. No other policy is then known to give the same signals, so only the named policy is accepted.
 * Returns an error if the named policy is not chosen.
 */
function lacksNamed(
  source: Source,
  reader: Reader,
  giver: Giver,
  chosen: ChosenPolicies,
  tables: Tables,
): ScenarioError | undefined {
  const named = namedIn(reader.needs, giver) ?? "";
  const hashOf = (policy: string): string | undefined =>
    tables.modules?.find(({ role, name }) => role === giver && name === policy)?.hash;
  // The scenario and the policy's file may use different paths for the same policy. Equal hashes show that the file is the same.
  const isNamed = (name: string): boolean => name === named || (hashOf(name) ?? name) === hashOf(named);
  if (giving(giver, chosen, tables).some(({ name }) => isNamed(name))) return undefined;
  const expected = `${named}, which ${needing(source, reader)}`;
  return refused(source, reader, giver, { best: named, expected, isDefault: true }, chosen, tables);
}

/** Throws `ScenarioError` if a user policy needs a policy that is in no table. */
function checkNamed(source: Source, { role, policy, needs }: Reader, giver: Giver, tables: Tables): void {
  const named = namedIn(needs, giver);
  if (named === undefined || Object.hasOwn(tables.policies[giver], named)) return;
  const known = `one of ${Object.keys(tables.policies[giver]).join(", ")}`;
  const ways = `Let needs.${giver} name its file, such as "./${named}.ts", from the folder of the policy's file.`;
  throw source.error(["policies", role], `${known}, as needs.${giver} of ${policy.name}`, quote(named), ways);
}

interface Refusal {
  /** The name of a policy that meets the need. */
  readonly best: string;
  readonly expected: string;
  /**
   * True if the policy with the unmet need names `best` in its field `needs`. Then `best` is this scenario's default for
   * the role of `best`, so the user can also meet the need by omitting this role.
   */
  readonly isDefault: boolean;
}

function refused(
  source: Source,
  { role, policy }: Reader,
  giver: Giver,
  { best, expected, isDefault }: Refusal,
  chosen: ChosenPolicies,
  tables: Tables,
): ScenarioError {
  const got = giving(giver, chosen, tables)
    .map(({ name }) => name)
    .join(", ");
  const at = ["policies", giver];
  if (source.at(at) !== undefined) return source.error(at, expected, got, waysOf(source, giver, best, role, isDefault));
  const otherwise = giver === "buffer" ? "use lossless classes" : `choose other parameters of ${role} ${policy.name}`;
  const from = `Set ${giver}: ${best}, or ${otherwise}.`;
  return source.error(["policies", role], `${giver} ${expected}`, `${got}, the default`, from);
}

/**
 * The part of the message that names the policy with the need, and the place of that policy in the scenario file. Example:
 * "congestion hpcc needs (my.yaml:8:15)".
 */
function needing(source: Source, { role, policy }: Pick<Reader, "role" | "policy">): string {
  const isSaid = source.at(["policies", role]) !== undefined;
  return `${role} ${policy.name} needs (${isSaid ? placeText(source.place(["policies", role])) : "the default"})`;
}

const placeText = ({ file, line, column }: Place): string =>
  [file, line, column].filter((part) => part !== undefined).join(":");

/**
 * The changes that would meet a need, as text. A need is what the policy of `role` requires of another setting. `field`
 * is that setting, spelled as in `--set`. If `follows` is true, the default of the field follows the policy, so it
 * meets the need. Then the first suggestion is to remove the field's value.
 */
function waysOf(source: Source, field: string, value: string, role: Role, follows = true): string {
  const path = field.split(".");
  const at = path.length > 1 ? path : ["policies", field];
  const ways = [`set ${field}: ${value}`, `choose another ${role} policy`];
  if (follows) ways.unshift(`${without(source, at, field)} (${field} then follows ${role})`);
  return `Either ${ways.join(", or ")}.`;
}

function without(source: Source, at: Path, field: string): string {
  const { file } = source.place(at);
  if (!source.isSet(at)) return `remove the line ${placeText(source.place(at, "key"))}`;
  return file.startsWith("--vary ") ? `remove ${field} from --vary` : `remove ${file}`;
}
