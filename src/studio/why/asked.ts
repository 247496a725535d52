/** What somebody asked about, and the lab's answer, which takes a repeat of the run. */
import { signal } from "@preact/signals";
import type { Link, Why, WhyFlow } from "xoff";
import { startQuestion, type Question } from "../lab/client.ts";
import type { Asked } from "../lab/talk.ts";
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

function ask(asked: Asked, done: (told: unknown) => Answer): void {
  underWay?.end();
  answer.value = { kind: "asking" };
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

export function askWhyPaused(run: DoneRun, pause: number): void {
  const chain = chainAt(run.view, pause);
  about.value = { kind: "pause", run, pause, chain };
  const end = run.view.summary.simulated_ns;
  ask({ what: "why paused", text: run.text, own: run.own, chain, end }, (why) => ({ kind: "pause", why: why as Why }));
}

export function askWhyFlow(run: DoneRun, flow: number): void {
  about.value = { kind: "flow", run, flow };
  const { flows, summary } = run.view;
  const fct = flows.fct[flow];
  const end = Number.isNaN(fct) ? summary.simulated_ns : flows.start[flow] + fct;
  ask({ what: "why flow", text: run.text, own: run.own, flow, end }, (why) => ({ kind: "flow", why: why as WhyFlow }));
}

export function close(): void {
  underWay?.end();
  underWay = undefined;
  about.value = undefined;
}
