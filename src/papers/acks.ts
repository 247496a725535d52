/**
 * An open question of all five papers: which class do ACKs use? The answer is chosen for each paper, with a reason from
 * its text (`why`). HPCC's simulator and its descendants send ACKs in the class of the data
 * (docs/decisions/0045-acks-in-the-data-class.md).
 */
import type { Reading } from "./experiment.ts";

export type AckClass = "control" | "data";

/**
 * Makes the open question on the class of ACKs, with its chosen answer, for one paper. `why` has the paper's text on ACKs,
 * and the results under both answers.
 */
export const acksReading = (chosen: AckClass, why: string) =>
  ({
    asks: "In which class do ACKs travel?",
    options: {
      control: "in a separate class with its own memory, which is never paused",
      data: "in the class of their data, as in HPCC's simulator. They are queued behind data, charged to memory and paused with the class",
    },
    chosen,
    why,
  }) satisfies Reading;

export const acksOf = ({ acks }: { readonly acks: AckClass }) => ({ acks });

/** The `classes` of a scenario that sets only the class of ACKs. */
export const ackClasses = (reading: {
  readonly acks: AckClass;
}): { readonly classes: { readonly acks: AckClass } } => ({
  classes: acksOf(reading),
});
