/** What a policy brings along, in sentences. */
import type { Needs } from "../base/params.ts";

export function needsNotes({ detection, headroom, window, scaleWindow }: Needs = {}): string[] {
  const notes: string[] = [];
  if (detection !== undefined) notes.push(`Comes with detection \`${detection}\` unless the scenario names one.`);
  if (headroom !== undefined) notes.push(`Comes with headroom \`${headroom}\`, and goes with no other.`);
  if (window !== undefined) {
    const scaled = scaleWindow === true ? ", scaled by the rate," : "";
    notes.push(`Comes with a window of one bandwidth-delay product${scaled} unless the scenario says otherwise.`);
  }
  return notes;
}
