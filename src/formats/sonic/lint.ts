/**
 * Applies the rules of lint. `lint` checks one config and returns its findings in the order of lines. `lintLinks` checks the
 * links and paths between several switches.
 */
import type { Finding } from "./finding.ts";
import { egressMistakes } from "./lint-egress.ts";
import { linkMistakes } from "./lint-links.ts";
import { nameMistakes, priorityMistakes } from "./lint-maps.ts";
import { markMistakes, watchdogMistakes, type PausesSeen } from "./lint-marks.ts";
import { headroomMistakes, poolMistakes, profileMistakes, thresholdMistakes } from "./lint-memory.ts";
import { pathMistakes } from "./lint-paths.ts";
import { schedulerMistakes } from "./lint-schedulers.ts";
import type { Links } from "./links.ts";
import type { SonicSwitch } from "./switch-of.ts";

/** Checks a switch's config. Throws `InputError` for a field that cannot be read. */
export function lint(at: SonicSwitch, seen?: PausesSeen): Finding[] {
  return [
    ...headroomMistakes(at),
    ...profileMistakes(at),
    ...thresholdMistakes(at),
    ...poolMistakes(at),
    ...egressMistakes(at),
    ...schedulerMistakes(at),
    ...markMistakes(at),
    ...watchdogMistakes(at, seen),
    ...nameMistakes(at),
    ...priorityMistakes(at),
  ].sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

/** Compares the configs of several switches: both ends of each link, and the hops between NICs. */
export function lintLinks(switches: readonly SonicSwitch[], links: Links): Finding[] {
  return [...links.mistakes, ...linkMistakes(switches, links.links), ...pathMistakes(switches, links)];
}
