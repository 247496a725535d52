/**
 * A guided story: ten steps over runs that stand side by side. Its sentences are written by hand; every number in them is taken from the
 * runs' columns when they are told, and each step states what must be true of the runs, so that no story says what is not so.
 */
import type { RunView } from "../lab/talk.ts";

/** Views that a step may show. */
export type ViewName = "fabric" | "occupancy" | "raster" | "goodput" | "queues" | "rates" | "probes";

/** What is to be seen at a step. */
export interface Look {
  /** ns: where the clock stands. */
  readonly time: number;
  /** The part of the time that charts show; the whole run if left out. */
  readonly shown?: readonly [from: number, to: number];
  readonly view: ViewName;
  /** Ingress port whose memory is drawn, by name: "sw0-h0". */
  readonly port?: string;
  /** Link that stands out in the fabric, by the name of its sending port. */
  readonly link?: string;
  /** Flow that stands out, in the fabric and among the throughputs. */
  readonly flow?: number;
}

export interface Step {
  /** Two sentences. */
  readonly say: readonly [string, string];
  /** Is it so in these runs? */
  readonly holds: boolean;
  readonly look: Look;
}

export interface Story {
  /** In links: "victim". */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The figure whose trials are run at quick scale, a column each. */
  readonly figure: string;
  readonly trials: readonly (readonly [label: string, name: string])[];
  /** Where the story is over before the figure's run is: when its runs end, as a scenario says it. */
  readonly until?: string;
  /** From the views of the trials, in their order. */
  readonly tell: (views: readonly RunView[]) => readonly Step[];
}

/** A trial's scenario, as long as the story is. */
export const cutShort = (text: string, { until }: Pick<Story, "until">): string =>
  until === undefined ? text : text.replace(/^until: .*$/m, `until: ${until}`);
