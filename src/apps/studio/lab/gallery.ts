/** The figures of the papers as cards, and the scenarios of each figure at quick scale as text. */
import { experiments, type Key } from "xoff";
import { stringify } from "yaml";
import type { FigureCard, TrialText } from "./messages.ts";

/**
 * The figures that run scenarios. A figure that is only computed from formulas is left out, because it has no run to
 * show.
 */
export const figures = (): FigureCard[] =>
  experiments.filter((one) => one.trials("quick").length > 0).map(({ id, title, asks }) => ({ id, title, asks }));

export function trialsOf(id: string): TrialText[] {
  const figure = experiments.find((one) => one.id === id);
  return (figure?.trials("quick") ?? []).map(({ key, scenario }) => ({
    label: inWords(key),
    text: `# ${figure?.id}, ${inWords(key)}\n${stringify({ seed: 1, ...scenario }, { lineWidth: 100, flowCollectionPadding: true })}`,
  }));
}

const inWords = (key: Key): string =>
  Object.entries(key)
    .map(([name, value]) => (typeof value === "string" ? value : `${name} ${value}`))
    .join(", ");
