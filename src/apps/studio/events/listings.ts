/** Lists of drops, ECN marks and retransmissions. If the user asks for the list of a time range, the page repeats the run to collect it. */
import { effect, signal } from "@preact/signals";
import type { PacketEvents } from "xoff";
import { startQuestion, type Question } from "../lab/client.ts";
import type { RunView } from "../lab/messages.ts";
import { textOf, type DoneRun } from "../state/run.ts";
import { done } from "../state/runs.ts";

/**
 * The list of a run's packet events in a time range. The page repeats the run to make this list. `events` and `message`
 * are absent until the repetition has ended.
 */
export interface Listing {
  /** The time range of the list, in ns. */
  readonly from: number;
  readonly to: number;
  readonly events?: PacketEvents;
  /** The reason why the list could not be made. */
  readonly message?: string;
}

export const listings = signal<ReadonlyMap<RunView, Listing>>(new Map());
const underWay = new Map<RunView, Question<PacketEvents>>();

const put = (view: RunView, listing: Listing): void =>
  void (listings.value = new Map(listings.value).set(view, listing));

/** Repeats a run to list its packet events between two times. A new call for the same run cancels the previous call. */
export async function listPackets(run: DoneRun, from: number, to: number): Promise<void> {
  const { view, recorded } = run;
  underWay.get(view)?.end();
  if (recorded?.notRepeatable !== undefined) {
    put(view, { from, to, message: recorded.notRepeatable });
    return;
  }
  put(view, { from, to });
  const mine = startQuestion<PacketEvents>({ what: "packet events", ...textOf(run), from, end: to });
  underWay.set(view, mine);
  try {
    const events = await mine.answer;
    if (underWay.get(view) === mine) put(view, { from, to, events });
  } catch (error) {
    if (underWay.get(view) === mine)
      put(view, { from, to, message: error instanceof Error ? error.message : String(error) });
  }
}

// When a run is removed, its list is removed too, and a worker that is still making the list is stopped.
effect(() => {
  const views = new Set(done.value.map(({ view }) => view));
  for (const [view, question] of underWay) {
    if (views.has(view)) continue;
    question.end();
    underWay.delete(view);
  }
  const kept = [...listings.peek()].filter(([view]) => views.has(view));
  if (kept.length < listings.peek().size) listings.value = new Map(kept);
});
