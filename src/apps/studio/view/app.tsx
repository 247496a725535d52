/** The frame of the page around all views. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Gallery } from "../gallery/gallery.tsx";
import { FolderPage } from "../results/folder-page.tsx";
import { folder } from "../results/open.ts";
import { RecordedSide } from "../results/recorded-side.tsx";
import { isFolded, notice, page, side } from "../state/page.ts";
import { titleNow } from "./before-run.tsx";
import { isDark, toggleTheme } from "../state/theme.ts";
import { leave } from "../share/history.ts";
import { ShareButton } from "../share/share.tsx";
import { about } from "../why/question.ts";
import { WhyPanel } from "../why/why-panel.tsx";
import { SearchDialog } from "../search/search-dialog.tsx";
import { done } from "../state/runs.ts";
import { onPageKey } from "./keys.ts";
import { ResultsSide } from "./results-side.tsx";
import { ScenarioSide } from "./scenario-side.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { currentStory } from "../state/story.ts";
import { StoryPanel } from "../story/story-panel.tsx";

export function App() {
  const hasRuns = page.value === "lab" || page.value === "recorded";
  const dialog = useSignal<"search" | "keys" | undefined>(undefined);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      onPageKey(event, {
        search: () => void (dialog.value = "search"),
        shortcuts: () => void (dialog.value = "keys"),
      });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  // A dialog reports its closing late. By then, a key may have opened the other dialog, which must stay open.
  const ended = (one: typeof dialog.value) => (): void => {
    if (dialog.value === one) dialog.value = undefined;
  };
  return (
    <>
      <nav class="top" aria-label="studio">
        <button type="button" class="logo" aria-label="xoff studio: gallery" onClick={leave}>
          <b>xoff</b> <span class="wide">studio</span>
        </button>
        {hasRuns && currentStory.value === undefined ? (
          <span class="switch narrow" role="group" aria-label="visible side">
            <button
              type="button"
              aria-pressed={side.value === "scenario"}
              onClick={() => void (side.value = "scenario")}
            >
              Scenario
            </button>
            <button type="button" aria-pressed={side.value === "results"} onClick={() => void (side.value = "results")}>
              Results
            </button>
          </span>
        ) : null}
        <span class="space">
          {hasRuns && isFolded.value && currentStory.value === undefined ? (
            <h1 class="title wide">{titleNow()}</h1>
          ) : null}
        </span>
        {hasRuns && done.value.length > 0 ? (
          <button
            type="button"
            onClick={() => void (dialog.value = "search")}
            title="find a flow, port or host (/)"
            aria-label="Search"
          >
            <span class="wide">Search</span>
            <span class="narrow">⌕</span>
          </button>
        ) : null}
        {page.value === "lab" ? <ShareButton /> : null}
        {folder.value === undefined ? null : (
          <button type="button" onClick={() => void (page.value = "folder")}>
            Folder
          </button>
        )}
        {page.value === "gallery" ? null : (
          <button type="button" class={hasRuns ? "wide" : ""} onClick={leave}>
            Gallery
          </button>
        )}
        <button
          type="button"
          class="wide"
          onClick={() => void (dialog.value = "keys")}
          title="the keys of this page (?)"
        >
          Keys
        </button>
        <button type="button" onClick={toggleTheme} aria-label={isDark.value ? "light theme" : "dark theme"}>
          {isDark.value ? "Light" : "Dark"}
        </button>
      </nav>
      <SearchDialog isOpen={dialog.value === "search"} onClose={ended("search")} />
      <ShortcutsDialog isOpen={dialog.value === "keys"} onClose={ended("keys")} />
      {notice.value === "" ? null : (
        <p class="notice" role="alert">
          {notice.value}{" "}
          <button type="button" onClick={() => void (notice.value = "")}>
            Close
          </button>
        </p>
      )}
      {page.value === "gallery" ? (
        <Gallery />
      ) : page.value === "folder" ? (
        <FolderPage />
      ) : (
        <main
          class={currentStory.value === undefined ? "lab" : "lab in-story"}
          data-side={side.value}
          data-folded={isFolded.value && currentStory.value === undefined}
          data-why={about.value !== undefined}
        >
          {currentStory.value === undefined ? <Rail /> : null}
          {page.value === "recorded" ? (
            <RecordedSide />
          ) : currentStory.value === undefined ? (
            <ScenarioSide />
          ) : (
            <StoryPanel story={currentStory.value} />
          )}
          <ResultsSide />
          <WhyPanel />
        </main>
      )}
    </>
  );
}

/** A button that shows the scenario again, after the user has hidden it on a wide page. */
const Rail = () => (
  <button type="button" class="rail" onClick={() => void (isFolded.value = false)} title="show the scenario">
    <span>Scenario</span>
  </button>
);
