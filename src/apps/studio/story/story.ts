/**
 * A guided story: ten steps over runs that are shown side by side. The sentences are written by hand, and their numbers
 * come from the columns of the runs. Each step states a condition that its sentences need. A story can therefore detect
 * runs that contradict it.
 */
import type { RunView } from "../lab/messages.ts";
import type { Asked } from "../measure/answer.ts";

/** Views that a step can show. */
export type ViewName =
  "fabric" | "occupancy" | "raster" | "goodput" | "total" | "queues" | "rates" | "probes" | "pinned";

/** The time, the view and the elements that the page shows at a step. */
export interface Look {
  /** The simulated time that the page shows, in ns. */
  readonly time: number;
  /** The time range of the charts. The default is the whole run. */
  readonly shown?: readonly [from: number, to: number];
  readonly view: ViewName;
  /** Name of the ingress port whose memory is drawn, such as "sw0-h0". */
  readonly port?: string;
  /** The highlighted link of the fabric, by the name of its sending port. */
  readonly link?: string;
  /** The highlighted flow, in the fabric and in the chart of goodputs. */
  readonly flow?: number;
}

export interface Step {
  /** The two paragraphs of the step. Each has one or two sentences. */
  readonly paragraphs: readonly [string, string];
  /** True if the statements in `paragraphs` agree with the results of the story's runs. */
  readonly holds: boolean;
  readonly look: Look;
}

export interface Story {
  /** The name of the story in web addresses, such as "victim". */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The figure whose trials the story runs at quick scale. Each trial has a column. */
  readonly figure: string;
  readonly trials: readonly (readonly [label: string, name: string])[];
  /** The measure that the story is about. By default it is the one with the largest difference. */
  readonly asks?: Asked;
  /** End of the runs, as a scenario spells it. Undefined if the story needs the whole run of the figure. */
  readonly until?: string;
  /** Makes the steps from the views of the trials, in the order of `trials`. */
  readonly steps: (views: readonly RunView[]) => readonly Step[];
}

/** The text of a trial's scenario, with the story's end time if it has one. */
export const cutShort = (text: string, { until }: Pick<Story, "until">): string =>
  until === undefined ? text : text.replace(/^until: .*$/m, `until: ${until}`);
