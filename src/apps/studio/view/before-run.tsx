/** The right side before a run: the fabric of the current scenario. */
import { useRef } from "preact/hooks";
import { Preview } from "../fabric/preview.tsx";
import type { Checked } from "../lab/messages.ts";
import { folder } from "../results/open.ts";
import { checked, source } from "../state/drafts.ts";
import { page } from "../state/page.ts";
import { currentStory } from "../state/story.ts";

/** The title of the page: the title of the scenarios, or the folder of recorded runs. */
export const titleNow = (): string =>
  page.value === "recorded" ? `From ${folder.value?.folder ?? "a folder"}` : source.value.title;

/**
 * The title above the results on a narrow page. Such a page hides the scenario's text and its title while it shows the
 * results. Null for a story, because the story's panel has the title.
 */
export const Title = () => (currentStory.value === undefined ? <h1 class="narrow">{titleNow()}</h1> : null);

export function BeforeRun() {
  /** The last complete check. It stays visible while the worker checks a changed text, so the page does not flicker. */
  const last = useRef<Checked | undefined>(undefined);
  last.current = checked.value ?? last.current;
  const { fabric, cycles = [] } = last.current ?? {};
  return (
    <section class="results before" aria-label="results">
      <Title />
      {fabric === undefined ? null : <Preview fabric={fabric} cycles={cycles} />}
      <p class="soft">
        {last.current !== undefined && fabric === undefined
          ? "The scenario has an error. Correct the text to see the fabric."
          : "Run the scenario to see its PAUSEs, queues and flow rates at each moment."}
      </p>
    </section>
  );
}
