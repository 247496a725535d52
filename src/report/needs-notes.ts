/** Sentences on what a policy requires or implies. */
import type { Needs } from "../base/params.ts";

export function needsNotes({ detection, recovery, headroom, window, scaleWindow }: Needs = {}): string[] {
  const notes: string[] = [];
  const besides = (role: string, name: string): string =>
    `The default ${role} policy is then \`${name}\`. A ${role} policy without the same signals is rejected.`;
  if (detection !== undefined) notes.push(besides("detection", detection));
  if (recovery !== undefined) notes.push(besides("recovery", recovery));
  if (headroom !== undefined) notes.push(`The default headroom policy is then \`${headroom}\`. Any other is rejected.`);
  if (window !== undefined) {
    const scaled = scaleWindow === true ? " that scales with the rate" : "";
    const otherwise = window === "always" ? "`window: none` is rejected." : "The scenario may set another window.";
    notes.push(`The default window is then one bandwidth-delay product${scaled}. ${otherwise}`);
  }
  return notes;
}
