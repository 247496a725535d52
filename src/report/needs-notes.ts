/** Sentences on what a policy requires or implies. */
import type { Needs } from "../base/params.ts";

export function needsNotes({ detection, recovery, headroom, window, scaleWindow }: Needs = {}): string[] {
  const notes: string[] = [];
  const besides = (role: string, name: string): string =>
    `Comes with ${role} \`${name}\` unless the scenario names one. One that does not give the same signals is refused.`;
  if (detection !== undefined) notes.push(besides("detection", detection));
  if (recovery !== undefined) notes.push(besides("recovery", recovery));
  if (headroom !== undefined) notes.push(`Comes with headroom \`${headroom}\`. Any other is refused.`);
  if (window !== undefined) {
    const scaled = scaleWindow === true ? ", scaled by the rate," : "";
    const otherwise =
      window === "always" ? "unless the scenario gives a size. None is refused" : "unless the scenario says otherwise";
    notes.push(`Comes with a window of one bandwidth-delay product${scaled} ${otherwise}.`);
  }
  return notes;
}
