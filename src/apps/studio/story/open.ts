/** Runs the scenarios of a story, and sets the clock and the views for each step. */
import { batch, computed, effect } from "@preact/signals";
import { enter, trialsOf } from "../gallery/open.ts";
import { moveTo, pause, zoom, zoomOut } from "../state/clock.ts";
import { drafts } from "../state/drafts.ts";
import { notice, page, side } from "../state/page.ts";
import { done, isRunning, keepRuns, runAll } from "../state/runs.ts";
import { currentStory, endStory, place, spotlight } from "../state/story.ts";
import { selectedPort } from "../state/selected.ts";
import { addressOf, STEPS } from "./address.ts";
import { cutShort, type Look, type Step, type Story } from "./story.ts";

/** The steps of the current story. Undefined until all of its scenarios have run. */
const steps = computed<readonly Step[] | undefined>(() => {
  const story = currentStory.value;
  if (story === undefined || isRunning.value || done.value.length !== story.trials.length) return undefined;
  return story.steps(done.value.map(({ view }) => view));
});
export const step = computed(() => steps.value?.[place.value]);

effect(() => {
  const look = step.value?.look;
  if (look !== undefined) show(look);
});

function show({ time, shown, view, port, link, flow }: Look): void {
  batch(() => {
    pause();
    if (shown === undefined) zoomOut();
    else zoom(...shown);
    moveTo(time);
    selectedPort.value = port;
    spotlight.value = { view, ...(link !== undefined && { link }), ...(flow !== undefined && { flow }) };
  });
}

/**
 * Opens a story and runs its scenarios immediately, because these scenarios are part of xoff. Scenarios in a shared URL
 * wait instead until the user presses Run.
 */
export async function openStory(story: Story, at: number): Promise<void> {
  if (currentStory.value !== story || page.value !== "lab") {
    const texts = new Map((await trialsOf(story.figure)).map(({ label, text }) => [label, text]));
    const some = story.trials.map(([label, name]) => ({ name, text: cutShort(texts.get(label) ?? "", story) }));
    enter(some, {
      title: `${story.figure} · ${story.title}`,
      about: story.about,
      ...(story.asks && { asks: story.asks }),
    });
    notice.value = "";
    currentStory.value = story;
    runAll(drafts.value);
    side.value = "results";
  }
  toStep(at);
}

/** Shows a step. The page's address becomes a link to it. */
export function toStep(at: number): void {
  if (currentStory.value === undefined) return;
  place.value = Math.max(0, Math.min(STEPS - 1, at));
  history.replaceState(null, "", addressOf(currentStory.value, place.value));
}

/** Closes the story. Its scenarios and runs stay open. */
export function leaveStory(): void {
  endStory();
  if (!isRunning.value) keepRuns(drafts.value);
}
