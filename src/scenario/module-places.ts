/** Lists the roles that a module from a file may have, and the word by which the module declares its role. */
import type { Role } from "../policies/policies.ts";
import { roles } from "./roles.ts";
import type { ModulePlace } from "./tables.ts";

/** The words by which a module may declare its role. */
export const moduleWords: readonly string[] = [...Object.keys(roles), "topology", "traffic", "probe"];

/** The place in a scenario for modules that declare `word` as their role, or undefined for an unknown word. */
export function placeOf(word: string): ModulePlace | undefined {
  if (word === "topology") return { section: "topologies" };
  if (word === "traffic") return { section: "traffic" };
  if (word === "probe") return { section: "probes" };
  return Object.hasOwn(roles, word) ? { section: "policies", role: word as Role } : undefined;
}

export const wordOf = ({ section, role }: { readonly section: string; readonly role?: Role | undefined }): string =>
  role ?? (section === "topologies" ? "topology" : section === "probes" ? "probe" : "traffic");
