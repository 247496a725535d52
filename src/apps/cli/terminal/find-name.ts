/** Looks up a name from the command line in the catalogue. */
import type { Registry } from "../../../run/lab/lab.ts";
import { catalogue, lookUp, meant, type Group } from "../../../scenario/registry/catalogue.ts";
import { complaint } from "../../../base/params.ts";
import { EXIT, Failure } from "./exit.ts";

/**
 * The groups of the catalogue, such as buffer policies, that `name` selects. A group holds only the entries that match
 * `name`. Throws `Failure` for an unknown name.
 */
export function findName(name: string, tables?: Registry): readonly Group[] {
  const groups = catalogue(tables);
  const found = lookUp(name, groups);
  if (found !== undefined) return found;
  const expected = "a name that a scenario may use, or a role";
  const hint = meant(name, groups) ?? "`xoff list` prints all names.";
  throw new Failure(complaint(expected, name, hint), EXIT.input);
}
