/** Formats the likely origins of an incident as text. */
import { formatCount, formatCounted } from "../../../base/format.ts";
import { hang, wrap } from "../../../base/wrap.ts";
import type { Incident } from "../../../theory/incident/origins.ts";

/** The text names a cycle of paused queues if at least this share of the PAUSE frames was sent around the cycle. */
const CYCLIC = 0.1;

export function incidentText(
  { origins, frames, cyclicShare, pausedPorts, pausedHosts }: Incident,
  top: number,
  width: number,
): string {
  if (origins.length === 0)
    return "No PFC frames, lost packets or failed links in these counters: there is no incident to explain.\n";
  const spread =
    `${formatCounted(Math.round(frames), "PFC frame")} paused ${formatCounted(pausedPorts, "switch port")} and ` +
    `${formatCounted(pausedHosts, "host")}.`;
  const shown = origins
    .slice(0, top)
    .flatMap(({ kind, place, score, evidence }, k) => [
      "",
      hang(`${k + 1}. `, `${place}: ${kind}, explains ${shareOf(score, frames)}`, width),
      ...evidence.map((sentence) => hang("   - ", sentence, width)),
    ]);
  const more =
    origins.length > top
      ? ["", ...wrap(`And ${formatCount(origins.length - top)} less likely: --top ${origins.length} lists all.`, width)]
      : [];
  const cycle =
    cyclicShare > CYCLIC
      ? [
          "",
          ...wrap(
            `${Math.round(cyclicShare * 100)}% of the frames go around a cycle of ports that pause each other. This may be a deadlock: see xoff check.`,
            width,
          ),
        ]
      : [];
  return `${[...wrap(spread, width), ...shown, ...more, ...cycle].join("\n")}\n`;
}

const shareOf = (score: number, frames: number): string =>
  frames === 0 ? "the losses" : `${Math.min(100, Math.round((score / frames) * 100))}% of them`;
