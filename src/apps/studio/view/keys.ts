/** Handles the keyboard shortcuts of the whole page. They do not apply in text fields. */
import { moveTo, now, pause, play, playing, shown, zoomBy, zoomOut } from "../state/clock.ts";
import { redo, undo } from "../state/drafts.ts";
import { isFolded, page, tab, TABS } from "../state/page.ts";
import { done, isRunning } from "../state/runs.ts";
import { currentStory } from "../state/story.ts";
import { about, close } from "../why/question.ts";
import { stepEvent } from "./clock-bar.tsx";

/** Elements in which keys have another use, such as text fields. */
const TYPED =
  "input:not([type=checkbox], [type=range]), select, textarea, [contenteditable], [contenteditable] *, dialog *";
/**
 * Elements of a dialog that was just closed. Until the next frame, the browser still sends keys to the element of
 * this dialog that had the focus.
 */
const CLOSED = "dialog:not([open]) *";
/** Elements on which Space or an arrow has a meaning of its own. */
const PRESSED = "button, a, summary, [role=tab], [role=button], input";

export interface Shortcut {
  readonly keys: string;
  readonly about: string;
}

/** The list that `?` shows. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: "/", about: "search for a flow, a port or a host" },
  { keys: "Space", about: "play the run, or pause it" },
  { keys: "← →", about: "move the clock by 1% of the visible time range" },
  { keys: "Shift ← →", about: "move to the previous or next event" },
  { keys: "+ − 0", about: "zoom in, zoom out, show the whole run" },
  { keys: "Ctrl and mouse wheel", about: "zoom the chart in time, or the fabric" },
  { keys: "1 to 5", about: "open the tabs below the fabric" },
  { keys: "s", about: "fold the scenario, or show it" },
  { keys: "Ctrl Z, Ctrl Shift Z", about: "undo or redo a change of the scenarios" },
  { keys: "Escape", about: "close the question" },
  { keys: "?", about: "this list" },
];

/** Dialogs that keys open. */
export interface Dialogs {
  readonly search: () => void;
  readonly shortcuts: () => void;
}

export function onPageKey(event: KeyboardEvent, dialogs: Dialogs): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  // The text editors are in shadow roots. `composedPath` also lists the elements inside them, beginning with the innermost.
  const [inner] = event.composedPath();
  const target = inner instanceof Element && !inner.matches(CLOSED) ? inner : undefined;
  if (altKey || target?.matches(TYPED) === true) return;
  const used = ctrlKey || metaKey ? undoKey(key, shiftKey) : pageKey(key, shiftKey, target, dialogs);
  if (used) event.preventDefault();
}

function undoKey(key: string, isShifted: boolean): boolean {
  if (key.toLowerCase() !== "z" || page.value !== "lab" || currentStory.value !== undefined) return false;
  if (isShifted) redo();
  else undo();
  return true;
}

/** Performs the action of a key on the page. Returns true if the key has an action. */
function pageKey(key: string, isShifted: boolean, target: Element | undefined, dialogs: Dialogs): boolean {
  if (key === "?") {
    dialogs.shortcuts();
    return true;
  }
  if (key === "Escape") {
    if (about.value === undefined) return false;
    close();
    return true;
  }
  const hasResults = (page.value === "lab" || page.value === "recorded") && done.value.length > 0 && !isRunning.value;
  if (!hasResults) return false;
  const isPressed = target?.matches(PRESSED) === true;
  const [from, to] = shown.value;
  switch (key) {
    case "/":
      dialogs.search();
      return true;
    case " ":
      if (isPressed) return false;
      if (playing.value) pause();
      else play();
      return true;
    case "ArrowLeft":
    case "ArrowRight": {
      // In a story, another handler uses the arrow keys to select the step (story-panel.tsx).
      if (isPressed || currentStory.value !== undefined) return false;
      const isBack = key === "ArrowLeft";
      if (isShifted) stepEvent(isBack);
      else {
        pause();
        moveTo(now.value + ((isBack ? -1 : 1) * (to - from)) / 100);
      }
      return true;
    }
    case "+":
    case "=":
      zoomBy(0.5);
      return true;
    case "-":
      zoomBy(2);
      return true;
    case "0":
      zoomOut();
      return true;
    case "s":
      isFolded.value = !isFolded.value;
      return true;
    default: {
      const place = Number(key) - 1;
      const wanted = TABS.at(place);
      if (!/^[1-5]$/.test(key) || wanted === undefined) return false;
      tab.value = wanted;
      return true;
    }
  }
}
