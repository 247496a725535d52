/** Writes a scenario that replays the likely origin of an incident. */
import { formatTime, formatRate } from "../../../base/format.ts";
import { edited, type Edit } from "../../../run/lab/authoring.ts";
import type { LikelyOrigin, OriginKind } from "../../../theory/incident/origins.ts";
import type { NamedFabric } from "./input.ts";

/** The assumed rate of a slow receiver: a tenth of its link's rate. */
const SLOW = 0.1;

/**
 * A scenario of the fabric in which a fault or additional traffic replays the origin of the incident. Undefined for a kind of
 * origin that neither can replay: an overloaded link.
 */
export function replayOf({ fabric, scenario, text }: NamedFabric, origin: LikelyOrigin): string | undefined {
  const port = fabric.ports[origin.port];
  const peer = fabric.names[fabric.ports[port.peer].node];
  const end = scenario.until;
  const at = timeText(end / 10);
  const lasts = timeText(end / 2);
  const link = port.name;
  const faults: Partial<Record<OriginKind, object>> = {
    "pause storm": { kind: "pause-storm", target: peer, at, for: lasts },
    "slow receiver": { kind: "slow-receiver", target: peer, rate: rateText(port.rate * SLOW), at, for: lasts },
    "failed link": { kind: "link-down", target: link, at, for: lasts },
    // The PAUSE frames of the switch at this port do not stop its peer.
    "ignored PAUSE": { kind: "lost-pauses", target: link, way: "there", at, for: lasts },
    "missing PAUSE": { kind: "lost-pauses", target: link, way: "there", at, for: lasts },
  };
  const fault = faults[origin.kind];
  const edits: Edit[] = [];
  const others = scenario.faults?.length ?? 0;
  if (fault !== undefined)
    edits.push(others === 0 ? { path: ["faults"], value: [fault] } : { path: ["faults", others], value: fault }, {
      path: ["onDrop"],
      value: "count",
    });
  else if (origin.kind === "incast")
    edits.push({
      path: ["traffic", scenario.traffic.length],
      value: { kind: "incast", to: peer, size: "256KB", start: at },
    });
  else return undefined;
  const about =
    `# Replays a likely origin of an incident: ${origin.kind} at ${origin.place}.\n` +
    `# Begin, duration and size are assumed. Other traffic and other faults are those of the fabric's scenario.\n`;
  return `${about}${edited(text, edits)}`;
}

const timeText = (time: number): string => formatTime(time).replace(" ", "");
const rateText = (rate: number): string => formatRate(rate).replace(" ", "");
