/**
 * Ideals: what a scenario would come to if one of its problems did not exist. `ideal: pauses` in a scenario puts these settings over it.
 *
 * An ideal replaces whole policies, so what the scenario says of them has no part in the run. What each ideal bounds stands in docs/ideals.md.
 */
import { isIdeal, type IdealName } from "../base/ideals.ts";
import { MiB, type Bytes } from "../base/units.ts";
import { defaultPolicies } from "./defaults.ts";
import type { PlacedSetting } from "./settings.ts";
import type { Path } from "./path.ts";

/** More than any run queues: thresholds that are a share of it are out of reach. */
const SWITCH_MEMORY: Bytes = MiB(2 ** 20);
const PORT_MEMORY: Bytes = MiB(2 ** 14);

/** Settings of each over the scenario. */
const ideals: Readonly<Record<IdealName, readonly (readonly [path: Path, value: unknown])[]>> = {
  pauses: [
    [["switch", "memory"], SWITCH_MEMORY],
    [["policies", "buffer"], "dt"],
    [["policies", "headroom"], "sih"],
  ],
  paths: [
    [["policies", "routing"], { name: "drill", d: 64, m: 0 }],
    [["policies", "recovery"], "selective"],
  ],
  rates: [
    [["policies", "congestion"], "max-min"],
    [["policies", "detection"], "none"],
    [["host", "window"], "none"],
    [["host", "scaleWindow"], false],
  ],
};

/** What the ideal puts over a scenario; `at` is what that says at a path. */
export function idealSettings(ideal: unknown, at: (path: Path) => unknown): PlacedSetting[] {
  if (!isIdeal(ideal)) return [];
  const links = ideal === "pauses" ? at(["links"]) : [];
  const apart = (Array.isArray(links) ? links : []).flatMap((link: unknown, k): (readonly [Path, unknown])[] =>
    typeof link === "object" && link !== null && "memory" in link ? [[["links", k, "memory"], PORT_MEMORY]] : [],
  );
  return [...ideals[ideal], ...apart].map(([path, value]) => ({
    path,
    value: typeof value === "number" ? `${value}B` : value,
    from: `ideal: ${ideal}`,
    defaults: defaultPolicies,
  }));
}

/** Does the ideal replace what a setting at `path` says? Such values make no difference to it. */
export function isReplaced(ideal: IdealName, path: Path): boolean {
  const [first] = path;
  const roles = ["buffer", "headroom", "routing", "recovery", "congestion", "detection"];
  const whole = roles.includes(String(first)) ? ["policies", ...path] : path;
  if (ideal === "pauses" && whole[0] === "links" && whole[2] === "memory") return true;
  return ideals[ideal].some(([replaced]) => replaced.every((step, k) => step === whole[k]));
}
