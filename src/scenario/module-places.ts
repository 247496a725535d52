/** What a module from a file may be for, and the word that it says it with. */
import type { Role } from "../policies/policies.ts";
import { roles } from "./roles.ts";
import type { ModulePlace } from "./tables.ts";

/** Words that a module may have for its role. */
export const moduleWords: readonly string[] = [...Object.keys(roles), "topology", "traffic", "probe"];

/** Undefined: nothing is called so. */
export function placeOf(word: string): ModulePlace | undefined {
  if (word === "topology") return { section: "topologies" };
  if (word === "traffic") return { section: "traffic" };
  if (word === "probe") return { section: "probes" };
  return Object.hasOwn(roles, word) ? { section: "policies", role: word as Role } : undefined;
}

export const wordOf = ({ section, role }: { readonly section: string; readonly role?: Role | undefined }): string =>
  role ?? (section === "topologies" ? "topology" : section === "probes" ? "probe" : "traffic");
