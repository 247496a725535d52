/** Applies every rule of lint to one config. The findings are in the order of the config's lines. */
import type { Finding } from "./finding.ts";
import { egressMistakes } from "./lint-egress.ts";
import { nameMistakes, priorityMistakes } from "./lint-maps.ts";
import { markMistakes, watchdogMistakes, type PausesSeen } from "./lint-marks.ts";
import { headroomMistakes, poolMistakes, profileMistakes, thresholdMistakes } from "./lint-memory.ts";
import type { SonicSwitch } from "./switch-of.ts";

/** Checks a switch's config. Throws `InputError` for a field that cannot be read. */
export function lint(at: SonicSwitch, seen?: PausesSeen): Finding[] {
  return [
    ...headroomMistakes(at),
    ...profileMistakes(at),
    ...thresholdMistakes(at),
    ...poolMistakes(at),
    ...egressMistakes(at),
    ...markMistakes(at),
    ...watchdogMistakes(at, seen),
    ...nameMistakes(at),
    ...priorityMistakes(at),
  ].sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}
