/** The user's "why" question and its answer. A worker repeats the run to answer it. */
import { computed, signal } from "@preact/signals";
import type { Link, Why, WhyFlow } from "xoff";
import { startQuestion, type Question } from "../lab/client.ts";
import type { Asked } from "../lab/messages.ts";
import { textOf, type DoneRun } from "../state/run.ts";
import { chainAt } from "./congestion-tree.ts";

export type About =
  | { readonly kind: "pause"; readonly run: DoneRun; readonly pause: number; readonly chain: readonly Link[] }
  | { readonly kind: "flow"; readonly run: DoneRun; readonly flow: number };

export type Answer =
  | { readonly kind: "asking" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "pause"; readonly why: Why }
  | { readonly kind: "flow"; readonly why: WhyFlow };

/** The questions that the user opened one after the other. The last one is the current question. Empty if none is open. */
export const trail = signal<readonly About[]>([]);
export const about = computed<About | undefined>(() => trail.value.at(-1));
export const answer = signal<Answer>({ kind: "asking" });

let underWay: Question<unknown> | undefined;

function ask({ recorded }: DoneRun, asked: Asked, done: (found: unknown) => Answer): void {
  underWay?.end();
  underWay = undefined;
  answer.value = { kind: "asking" };
  if (recorded?.notRepeatable !== undefined) {
    answer.value = { kind: "failed", message: recorded.notRepeatable };
    return;
  }
  const mine = startQuestion<unknown>(asked);
  underWay = mine;
  mine.answer.then(
    (found) => {
      if (underWay === mine) answer.value = done(found);
    },
    (error: unknown) => {
      if (underWay === mine)
        answer.value = { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    },
  );
}

/** Opens a question. A follow-up question keeps the way back to the earlier ones. */
function open(asked: About, isFollowUp: boolean): void {
  trail.value = isFollowUp ? [...trail.value, asked] : [asked];
  answerTo(asked);
}

function answerTo(asked: About): void {
  const { run } = asked;
  const { flows, summary } = run.view;
  if (asked.kind === "pause") {
    const end = summary.simulated_ns;
    ask(run, { what: "why paused", ...textOf(run), chain: asked.chain, end }, (why) => ({
      kind: "pause",
      why: why as Why,
    }));
  } else {
    const { flow } = asked;
    const fct = flows.fct[flow];
    const end = Number.isNaN(fct) ? summary.simulated_ns : flows.start[flow] + fct;
    ask(run, { what: "why flow", ...textOf(run), flow, end }, (why) => ({ kind: "flow", why: why as WhyFlow }));
  }
}

export const askWhyPaused = (run: DoneRun, pause: number, isFollowUp = false): void =>
  open({ kind: "pause", run, pause, chain: chainAt(run.view, pause) }, isFollowUp);

export const askWhyFlow = (run: DoneRun, flow: number, isFollowUp = false): void =>
  open({ kind: "flow", run, flow }, isFollowUp);

/** Returns to an earlier question of the trail, by its place. */
export function backTo(place: number): void {
  trail.value = trail.value.slice(0, place + 1);
  const asked = about.value;
  if (asked !== undefined) answerTo(asked);
}

export function close(): void {
  underWay?.end();
  underWay = undefined;
  trail.value = [];
}
