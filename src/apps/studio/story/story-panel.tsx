/**
 * Shows the current story instead of the scenario, with two short paragraphs for each step. Buttons, keys and links lead to
 * the other steps.
 */
import { useEffect } from "preact/hooks";
import { isRunning, runs } from "../state/runs.ts";
import { place } from "../state/story.ts";
import { addressOf, STEPS } from "./address.ts";
import type { Story } from "./story.ts";
import { StopButton } from "../widgets/stop-button.tsx";
import { leaveStory, step, toStep } from "./open.ts";

/** Elements that use the arrow keys themselves. */
const OWN_KEYS = ["input", "select", "textarea", "[contenteditable]", "dialog *"].join(", ");

export function StoryPanel({ story }: { readonly story: Story }) {
  useEffect(() => {
    const onKey = ({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void => {
      if (altKey || ctrlKey || metaKey || shiftKey) return;
      if (target instanceof Element && target.matches(OWN_KEYS)) return;
      if (key === "ArrowRight") toStep(place.value + 1);
      else if (key === "ArrowLeft") toStep(place.value - 1);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <section class="story" aria-label="story" data-testid="story">
      <header>
        <span class="kind">Story · {story.figure}</span>
        <h1>{story.title}</h1>
      </header>
      <div class="step-text" aria-live="polite">
        <StepText />
      </div>
      <nav aria-label="steps of the story">
        <button type="button" onClick={() => toStep(place.value - 1)} disabled={place.value === 0}>
          Back
        </button>
        <ol>
          {Array.from({ length: STEPS }, (_, k) => (
            <li key={k}>
              <a
                href={addressOf(story, k)}
                aria-label={`step ${k + 1}`}
                aria-current={k === place.value ? "step" : undefined}
              />
            </li>
          ))}
        </ol>
        <button
          type="button"
          class="main"
          onClick={() => toStep(place.value + 1)}
          disabled={place.value === STEPS - 1}
          data-testid="next"
        >
          Next
        </button>
      </nav>
      <p class="soft foot">
        Step {place.value + 1} of {STEPS}. The keys ← and → also change the step. The address is a link to this step.{" "}
        <button type="button" class="link" onClick={leaveStory}>
          Leave the story
        </button>{" "}
        to edit its scenarios.
      </p>
    </section>
  );
}

function StepText() {
  const now = step.value;
  if (isRunning.value)
    return (
      <p class="soft">
        This page is running the {runs.value.length} scenarios of the story. <StopButton />
      </p>
    );
  if (now === undefined)
    return <p class="error">The scenarios of this story did not run. Leave the story and check them.</p>;
  if (!now.holds)
    return (
      <p class="error">
        These runs contradict this step, perhaps because a run was stopped early. Open the story again.
      </p>
    );
  return (
    <>
      {now.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}
