/**
 * Keeps the address of the page up to date with its content. So a reload loses nothing, Back and Forward work, and
 * every moment of every view has a link.
 *
 * A new page, tab, pod or question adds an entry to the browser's history. Any other change only replaces the address
 * of the current entry. Examples are the clock, a pin and an edit.
 */
import { batch, effect, signal } from "@preact/signals";
import { compared } from "../difference/compared.ts";
import { KINDS } from "../events/events.ts";
import { eventKinds, eventOrder, eventRun, eventText } from "../events/show.ts";
import { isFabricZoomed, openPod, showRange, visible } from "../fabric/visible.ts";
import { enter } from "../gallery/open.ts";
import { files } from "../own/files.ts";
import { isResults, openedRuns, openFolder, runsFragment, runsIn } from "../results/open.ts";
import { isZoomed, moveTo, now, pause, playing, shown, zoom, zoomOut } from "../state/clock.ts";
import { drafts, opening, source } from "../state/drafts.ts";
import { isFolded, notice, page, side, tab } from "../state/page.ts";
import { pinnedFlows, pinnedPorts, pinOnly } from "../state/pins.ts";
import { done, isRunning, showDone, stopAll } from "../state/runs.ts";
import { loadSessions, runsOf, sessionWith } from "../state/sessions.ts";
import { currentStory, endStory } from "../state/story.ts";
import { storyIn } from "../story/address.ts";
import { openStory } from "../story/open.ts";
import { selectedPort } from "../state/selected.ts";
import { about, askWhyFlow, askWhyPaused, close } from "../why/question.ts";
import { fragmentOf, isShared, plainFragmentOf, sharedIn, type Shared } from "./fragment.ts";
import { viewPartIn, viewText, type ViewPart } from "./view-part.ts";

/** The part of the page's state that concerns the runs, with the view of the fabric. */
function viewNow(): ViewPart {
  const port = selectedPort.value;
  const asked = about.value;
  const kinds = KINDS.filter((kind) => eventKinds.value.has(kind));
  return {
    ...(done.value.length === 0 && awaited?.opening === opening.value && awaited.view),
    ...(done.value.length > 0 && !isRunning.value && { time: now.value }),
    ...(isZoomed.value && { shown: shown.value }),
    ...(tab.value !== "ports" && { tab: tab.value }),
    ...(port !== undefined && { port }),
    ...(pinnedFlows.value.length > 0 && { pinnedFlows: pinnedFlows.value }),
    ...(pinnedPorts.value.length > 0 && { pinnedPorts: pinnedPorts.value }),
    ...(eventRun.value !== "" && { of: eventRun.value }),
    ...(eventText.value !== "" && { find: eventText.value }),
    ...(kinds.length < KINDS.length && { kinds }),
    ...(eventOrder.value !== "time" && { sort: eventOrder.value }),
    ...(compared.value.join() !== "0,1" && { compared: compared.value }),
    ...(asked !== undefined && {
      why: { kind: asked.kind, row: asked.kind === "pause" ? asked.pause : asked.flow, run: asked.run.name },
    }),
    ...fabricNow(),
  };
}

/** The part of the page's state that concerns the fabric. Unlike the rest of a view, it needs no run. */
const fabricNow = (): ViewPart => ({
  pod: openPod.value < 0 ? undefined : openPod.value,
  fabric: isFabricZoomed.value ? [inMillionths(visible.value[0]), inMillionths(visible.value[1])] : undefined,
});

const inMillionths = (share: number): number => Math.round(share * 1e6) / 1e6;

function showFabric({ pod = -1, fabric: [from, to] = [0, 1] }: ViewPart): void {
  openPod.value = pod;
  showRange(from, to);
}

/** The view that an address describes, while its scenarios have no results yet. It is shown when the runs are done. */
let awaited: { readonly view: ViewPart; readonly opening: number } | undefined;

function show(view: ViewPart): void {
  const { time, shown: range, tab: wanted = "ports", port, find = "", kinds = KINDS, why } = view;
  batch(() => {
    pause();
    tab.value = wanted;
    selectedPort.value = port;
    eventRun.value = view.of ?? "";
    eventText.value = find;
    eventKinds.value = new Set(kinds);
    eventOrder.value = view.sort ?? "time";
    compared.value = view.compared ?? [0, 1];
    pinOnly(view.pinnedFlows ?? [], view.pinnedPorts ?? [], done.value);
    if (range === undefined) zoomOut();
    else zoom(...range);
    if (time !== undefined) moveTo(time);
  });
  const run = done.value.find(({ name }) => name === why?.run);
  if (run === undefined || why === undefined) close();
  else if (why.kind === "pause" && why.row < run.view.pauses.start.length) askWhyPaused(run, why.row);
  else if (why.kind === "flow" && why.row < run.view.flows.start.length) askWhyFlow(run, why.row);
}

/** The scenarios of the page, encoded for its address. Empty until the encoding is complete. */
const packed = signal("");
/** True while the scenarios are being encoded. `packed` is then older than the scenarios. */
let isPacking = false;

const sharedNow = (): Shared => ({
  title: source.value.title.slice(0, 300),
  about: source.value.about.slice(0, 1200),
  drafts: drafts.value,
  files: files.value,
});

/** A text that identifies an entry of the browser's history. A different text means that the page needs a new entry. */
function placeNow(): string {
  const asked = about.value;
  const why = asked === undefined ? "" : `${asked.kind} ${asked.kind === "pause" ? asked.pause : asked.flow}`;
  const shows = page.value === "lab" ? opening.value : runsFragment(openedRuns.value);
  return [page.value, currentStory.value?.id ?? "", shows, tab.value, openPod.value, why].join("\n");
}

interface State {
  /**
   * The value of the counter `opening` when this history entry was made. The counter changes when other scenarios are
   * opened. If the counter has not changed since, going back to the entry keeps the open scenarios, with the user's
   * later changes.
   */
  readonly opening: number;
}

function addressNow(): string | undefined {
  switch (page.value) {
    case "gallery":
      return location.pathname + location.search;
    case "folder":
      return "#results";
    case "recorded":
      return runsFragment(openedRuns.value) + viewText(viewNow());
    case "lab":
      return packed.value === "" ? undefined : packed.value + viewText(viewNow());
  }
}

/**
 * Time in ms without a change of the page, after which the address is replaced. Browsers limit how often a page may do
 * this.
 */
const REST_MS = 300;

/** The text that identifies the current entry of the browser's history (`placeNow`). */
let place = "";

let timer: ReturnType<typeof setTimeout> | undefined;
/** Replaces the address of the current entry when called. Undefined if the address is up to date. */
let pending: (() => void) | undefined;

function replaceNow(): void {
  clearTimeout(timer);
  pending?.();
  pending = undefined;
}

/**
 * Starts to update the page's address (URL) at each change of the page. Call it after the page has applied the address
 * with which it was opened.
 */
function follow(): void {
  effect(() => {
    const to = placeNow();
    const address = addressNow();
    // While a story (a guided series of steps) is open, toStep in story/open.ts sets the page's address.
    if (currentStory.value !== undefined || address === undefined || isApplying) return;
    const state: State = { opening: opening.value };
    if (to !== place) {
      replaceNow(); // the entry that the page leaves keeps its last view
      place = to;
      history.pushState(state, "", address);
    } else {
      clearTimeout(timer);
      pending = () => {
        history.replaceState(state, "", address);
      };
      if (!playing.value) timer = setTimeout(replaceNow, REST_MS);
    }
  });
}

/** True while the page changes to the view that an address describes. Such a change makes no new history entry. */
let isApplying = false;

/** Shows the view that the address describes. `state` is the data of the history entry, if this page made the entry. */
async function apply(state: State | undefined): Promise<void> {
  const fragment = location.hash;
  const story = storyIn(fragment);
  if (story !== undefined) {
    await openStory(story.story, story.place);
    return;
  }
  const view = viewPartIn(fragment);
  if (isResults(fragment)) {
    const wanted = runsIn(fragment);
    if (page.value !== "recorded" || runsFragment(wanted) !== runsFragment(openedRuns.value)) await openFolder(wanted);
    if (page.value === "recorded") {
      showFabric(view);
      show(view);
    }
  } else if (isShared(fragment)) {
    if (state?.opening === opening.value && drafts.value.length > 0) {
      endStory();
      page.value = "lab";
    } else await openShared(fragment);
    showFabric(view);
    if (done.value.length > 0) show(view);
    else awaited = { view, opening: opening.value };
  } else {
    leave();
    if (fragment.length > 1) notice.value = "This link names no scenario, story or result. Choose one on this page.";
  }
}

/** Shows the gallery. It stops a run in progress, whose results so far are kept. */
export function leave(): void {
  if (isRunning.value) stopAll();
  close();
  page.value = "gallery";
}

/** Opens the scenarios of an address. If the browser has kept their runs, it shows them too. */
async function openShared(fragment: string): Promise<void> {
  try {
    const [coded] = fragment.split("&");
    const { title, about: text, drafts: some, files: own } = await sharedIn(coded);
    await loadSessions();
    const session = sessionWith({ drafts: some, files: own });
    enter(some, session?.source ?? { title, about: text }, own);
    if (session !== undefined) await showRunsOf(session.id);
  } catch (error) {
    notice.value =
      `This link cannot be opened: ${error instanceof Error ? error.message : String(error)}. Ask its author for a ` +
      "new link.";
  }
}

/** Shows the stored runs of the open scenarios, if the browser has kept them. `id` is the number of the stored set of scenarios. */
export async function showRunsOf(id: number): Promise<void> {
  const kept = await runsOf(id);
  if (kept === undefined) return;
  showDone(kept);
  side.value = "results";
  isFolded.value = true;
}

async function applied(state: State | undefined): Promise<void> {
  isApplying = true;
  // The pending update has the address of the history entry that the page leaves. It would overwrite the address of the
  // entry that the page opens.
  clearTimeout(timer);
  pending = undefined;
  try {
    await apply(state);
  } finally {
    isApplying = false;
    place = placeNow();
  }
}

/** The key in the tab's storage for the address at the moment when the page was closed. */
const CLOSED = "xoff address";

/**
 * The newest address of the page, which contains its scenarios or names recorded runs. If the compression of the scenarios
 * is still in progress, the address contains them without compression. Undefined if it would be too long, and for a page
 * without scenarios or recorded runs. Also undefined for a story, and while the page changes to the
 * view that another address describes.
 */
function closingAddress(): string | undefined {
  if (currentStory.value !== undefined || isApplying || page.value === "gallery" || page.value === "folder")
    return undefined;
  if (page.value !== "lab" || (packed.value !== "" && !isPacking)) return addressNow();
  const scenarios = plainFragmentOf(sharedNow()); // undefined if it is too long for an address
  return scenarios && scenarios + viewText(viewNow());
}

/**
 * Stores the latest changes when the page closes or is hidden. A reload may load the address from before these changes,
 * so the tab keeps the newest address in its own storage, too.
 */
function keepAtEnd(): void {
  const address = closingAddress();
  if (address === undefined || address === location.hash) return;
  try {
    sessionStorage.setItem(CLOSED, JSON.stringify([location.hash, address]));
  } catch {
    // The browser denies storage, so the tab keeps no copy of the newest address. A reload may then load an older address.
  }
  clearTimeout(timer);
  pending = undefined;
  history.replaceState({ opening: opening.value } satisfies State, "", address);
}

/**
 * Restores the address that the tab kept when the page was closed (`keepAtEnd`). After a reload the browser may show an
 * address from before the latest changes.
 */
function restoreAddress(): void {
  try {
    const [before, address] = JSON.parse(sessionStorage.getItem(CLOSED) ?? "[]") as (string | undefined)[];
    sessionStorage.removeItem(CLOSED);
    if (before === location.hash && address?.startsWith("#") === true) history.replaceState(null, "", address);
  } catch {
    // The browser denies storage.
  }
}

/** Opens the address with which the page was loaded. After that, the address follows the page's content. */
export async function openAddress(): Promise<void> {
  restoreAddress();
  await applied(undefined);
  let lastOpening = 0;
  effect(() => {
    const shared = sharedNow();
    if (shared.drafts.length === 0) return;
    if (opening.value !== lastOpening) packed.value = "";
    lastOpening = opening.value;
    let isOld = false;
    isPacking = true;
    void fragmentOf(shared).then((fragment) => {
      if (isOld) return;
      isPacking = false;
      packed.value = fragment;
    });
    return () => {
      isOld = true;
    };
  });
  effect(() => {
    if (isRunning.value || done.value.length === 0 || awaited === undefined) return;
    const { view, opening: waits } = awaited;
    awaited = undefined;
    if (waits === opening.value) queueMicrotask(() => show(view));
  });
  follow();
  window.addEventListener("pagehide", keepAtEnd);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepAtEnd();
  });
  window.addEventListener("popstate", ({ state }) => void applied((state as State | null) ?? undefined));
}
