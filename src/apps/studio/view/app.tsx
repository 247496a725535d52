/** The frame of the page around all views. */
import { Gallery } from "../gallery/gallery.tsx";
import { FolderPage } from "../results/folder-page.tsx";
import { folder } from "../results/open.ts";
import { RecordedSide } from "../results/recorded-side.tsx";
import { notice, page, side } from "../state/page.ts";
import { isDark, toggleTheme } from "../state/theme.ts";
import { ShareButton } from "../share/share.tsx";
import { WhyPanel } from "../why/why-panel.tsx";
import { ResultsSide } from "./results-side.tsx";
import { ScenarioSide } from "./scenario-side.tsx";
import { told } from "../state/story.ts";
import { StoryPanel } from "../story/story-panel.tsx";

export function App() {
  const hasRuns = page.value === "lab" || page.value === "recorded";
  return (
    <>
      <nav class="top" aria-label="studio">
        <button
          type="button"
          class="logo"
          aria-label="xoff studio: gallery"
          onClick={() => void (page.value = "gallery")}
        >
          <b>xoff</b> <span class="wide">studio</span>
        </button>
        {hasRuns && told.value === undefined ? (
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
        <span class="space" />
        {page.value === "lab" ? <ShareButton /> : null}
        {folder.value === undefined ? null : (
          <button type="button" onClick={() => void (page.value = "folder")}>
            Folder
          </button>
        )}
        {page.value === "gallery" ? null : (
          <button type="button" class={hasRuns ? "wide" : ""} onClick={() => void (page.value = "gallery")}>
            Gallery
          </button>
        )}
        <button type="button" onClick={toggleTheme} aria-label={isDark.value ? "light theme" : "dark theme"}>
          {isDark.value ? "Light" : "Dark"}
        </button>
      </nav>
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
        <main class={told.value === undefined ? "lab" : "lab telling"} data-side={side.value}>
          {page.value === "recorded" ? (
            <RecordedSide />
          ) : told.value === undefined ? (
            <ScenarioSide />
          ) : (
            <StoryPanel story={told.value} />
          )}
          <ResultsSide />
          <WhyPanel />
        </main>
      )}
    </>
  );
}
