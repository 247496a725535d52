/**
 * Ideals: bounds on what a scenario could reach if one of its problems did not exist. `ideal: pauses` in a scenario applies the settings
 * listed here.
 *
 * An ideal replaces whole policies, so the scenario's own values for these policies have no effect. docs/ideals.md lists what each ideal
 * bounds.
 */
import { isIdeal, type IdealName } from "../base/ideals.ts";
import { MiB, type Bytes } from "../base/units.ts";
import { defaultPolicies } from "./defaults.ts";
import type { PlacedSetting } from "./settings.ts";
import type { Path } from "./path.ts";

/**
 * The memory of a switch, larger than any backlog of a run. So queues never reach a threshold that is a share of it.
 */
const SWITCH_MEMORY: Bytes = MiB(2 ** 20);
/** The memory of a port, larger than any backlog of a run. */
const PORT_MEMORY: Bytes = MiB(2 ** 14);

/** A variant of the scenario without one of its problems, such as PAUSEs. It bounds what the scenario could reach. */
interface Ideal {
  /** Settings of this variant. They override those in the scenario's file. */
  readonly values: readonly (readonly [path: Path, value: unknown])[];
  /**
   * The memory of each port that has its own memory in the scenario. It replaces the scenario's value. Absent: the
   * scenario's value applies.
   */
  readonly portMemory?: Bytes;
}

const ideals: Readonly<Record<IdealName, Ideal>> = {
  pauses: {
    values: [
      [["switch", "memory"], SWITCH_MEMORY],
      [["policies", "buffer"], "dt"],
      [["policies", "headroom"], "sih"],
    ],
    portMemory: PORT_MEMORY,
  },
  paths: {
    values: [
      [["policies", "routing"], { name: "drill", d: 64, m: 0 }],
      [["policies", "recovery"], "selective"],
    ],
  },
  rates: {
    values: [
      [["policies", "congestion"], "max-min"],
      [["policies", "detection"], "none"],
      [["host", "window"], "none"],
      [["host", "scaleWindow"], false],
    ],
  },
};

/**
 * The settings that an ideal applies to a scenario. An ideal is a variant without one of the scenario's problems, such as
 * PAUSEs. `at` returns the scenario's value at a path.
 */
export function idealSettings(ideal: unknown, at: (path: Path) => unknown): PlacedSetting[] {
  if (!isIdeal(ideal)) return [];
  const { values, portMemory } = ideals[ideal];
  const links = portMemory === undefined ? [] : at(["links"]);
  const apart = (Array.isArray(links) ? links : []).flatMap((link: unknown, k): (readonly [Path, unknown])[] =>
    typeof link === "object" && link !== null && "memory" in link ? [[["links", k, "memory"], portMemory]] : [],
  );
  return [...values, ...apart].map(([path, value]) => ({
    path,
    value: typeof value === "number" ? `${value}B` : value,
    from: `ideal: ${ideal}`,
    defaults: defaultPolicies,
  }));
}

/** True if `ideal`, a variant of the scenario, replaces the setting at `path`. The scenario's value then has no effect. */
export function isReplaced(ideal: IdealName, path: Path): boolean {
  const [first] = path;
  const roles = ["buffer", "headroom", "routing", "recovery", "congestion", "detection"];
  const whole = roles.includes(String(first)) ? ["policies", ...path] : path;
  const { values, portMemory } = ideals[ideal];
  if (portMemory !== undefined && whole[0] === "links" && whole[2] === "memory") return true;
  return values.some(([replaced]) => replaced.every((step, k) => step === whole[k]));
}
