/** The user's "why" question and its answer. A worker repeats the run to answer it. */
import { signal } from "@preact/signals";
import type { Link, Why, WhyFlow } from "xoff";
import { startQuestion, type Question } from "../lab/client.ts";
import type { Asked, Repeated } from "../lab/messages.ts";
import type { DoneRun } from "../state/runs.ts";
import { chainAt } from "./congestion-tree.ts";

export type About =
  | { readonly kind: "pause"; readonly run: DoneRun; readonly pause: number; readonly chain: readonly Link[] }
  | { readonly kind: "flow"; readonly run: DoneRun; readonly flow: number };

export type Answer =
  | { readonly kind: "asking" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "pause"; readonly why: Why }
  | { readonly kind: "flow"; readonly why: WhyFlow };

export const about = signal<About | undefined>(undefined);
export const answer = signal<Answer>({ kind: "asking" });

let underWay: Question<unknown> | undefined;

function ask({ recorded }: DoneRun, asked: Asked, done: (told: unknown) => Answer): void {
  underWay?.end();
  underWay = undefined;
  answer.value = { kind: "asking" };
  if (recorded?.isOver !== undefined) {
    answer.value = { kind: "failed", message: recorded.isOver };
    return;
  }
  const mine = startQuestion<unknown>(asked);
  underWay = mine;
  mine.answer.then(
    (told) => {
      if (underWay === mine) answer.value = done(told);
    },
    (error: unknown) => {
      if (underWay === mine)
        answer.value = { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    },
  );
}

const textOf = ({ text, own, recorded }: DoneRun): Pick<Repeated, "text" | "own" | "beside"> => ({
  ...{ text, own },
  ...(recorded && { beside: recorded.beside }),
});

export function askWhyPaused(run: DoneRun, pause: number): void {
  const chain = chainAt(run.view, pause);
  about.value = { kind: "pause", run, pause, chain };
  const end = run.view.summary.simulated_ns;
  ask(run, { what: "why paused", ...textOf(run), chain, end }, (why) => ({ kind: "pause", why: why as Why }));
}

export function askWhyFlow(run: DoneRun, flow: number): void {
  about.value = { kind: "flow", run, flow };
  const { flows, summary } = run.view;
  const fct = flows.fct[flow];
  const end = Number.isNaN(fct) ? summary.simulated_ns : flows.start[flow] + fct;
  ask(run, { what: "why flow", ...textOf(run), flow, end }, (why) => ({ kind: "flow", why: why as WhyFlow }));
}

export function close(): void {
  underWay?.end();
  underWay = undefined;
  about.value = undefined;
}
