/**
 * The class of ACKs, which each of the five papers leaves open: one reading a paper, the first that is tried.
 *
 * HPCC's simulator and its descendants have ACKs in the data's class (docs/decisions/0045-acks-in-the-data-class.md).
 */
import type { Reading } from "./experiment.ts";

export type AckClass = "control" | "data";

/** `why`: what the paper's text says of it, and what came out. */
export const acksReading = (chosen: AckClass, why: string) =>
  ({
    asks: "In which class do ACKs travel?",
    options: {
      control: "in a class of their own, with memory of its own, which no PAUSE stops",
      data: "in the class of their data: queued behind it, charged to memory, and paused with it, as in HPCC's simulator",
    },
    chosen,
    why,
  }) satisfies Reading;

/** To be spread into a scenario's `classes`. */
export const acksOf = ({ acks }: { readonly acks: AckClass }) => ({ acks });

/** To be spread into a scenario that sets nothing else of `classes`. */
export const ackClasses = (reading: {
  readonly acks: AckClass;
}): { readonly classes: { readonly acks: AckClass } } => ({
  classes: acksOf(reading),
});
