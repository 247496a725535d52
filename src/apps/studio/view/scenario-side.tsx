/**
 * The left side: the scenarios as tabs, the current one as text and controls, and the errors and warnings for it. It
 * also has the buttons Run and Stop.
 */
import { useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { Controls } from "../edit/controls.tsx";
import { Editor } from "../edit/editor.tsx";
import { countText, timeText } from "../format.ts";
import {
  canRedo,
  canUndo,
  checked,
  choose,
  current,
  draft,
  drafts,
  duplicate,
  isEdited,
  redo,
  remove,
  removed,
  rename,
  reset,
  source,
  undo,
} from "../state/drafts.ts";
import { files, flaw, isAllowed, isLinking } from "../own/files.ts";
import { CodeNotice, PoliciesTab } from "../own/policies-tab.tsx";
import { MAX_DRAFTS } from "../state/limits.ts";
import { isFolded, side } from "../state/page.ts";
import { isRunning, runAll, runs } from "../state/runs.ts";
import { close } from "../why/question.ts";
import { StopButton } from "../widgets/stop-button.tsx";

export function ScenarioSide() {
  const tab = useSignal<"text" | "controls" | "policies">("text");
  const run = (): void => {
    if (isRunning.value) return;
    close(); // an open question is about a run that is replaced
    runAll(drafts.value);
    side.value = "results";
    isFolded.value = true;
  };
  return (
    <section class="scenario" aria-label="scenario">
      <div class="source">
        <h1>
          {source.value.title}
          {runs.value.length === 0 ? null : (
            <button type="button" class="fold" onClick={() => void (isFolded.value = true)} title="hide the scenario">
              Fold
            </button>
          )}
        </h1>
        {source.value.about === "" ? null : <p>{source.value.about}</p>}
      </div>
      <div class="drafts">
        <div role="tablist" aria-label="scenarios side by side" onKeyDown={onTabKey}>
          {drafts.value.map((one, k) => (
            <button
              type="button"
              role="tab"
              key={k}
              aria-selected={k === current.value}
              tabIndex={k === current.value ? 0 : -1}
              onClick={() => choose(k)}
            >
              {one.name}
            </button>
          ))}
        </div>
        {drafts.value.length < MAX_DRAFTS ? (
          <button type="button" class="add" onClick={duplicate} title="add a copy of this scenario as another column">
            + copy
          </button>
        ) : null}
        {drafts.value.length > 1 ? (
          <button type="button" class="add" onClick={() => remove(current.value)} title={`remove ${draft.value?.name}`}>
            Remove
          </button>
        ) : null}
      </div>
      {removed.value === "" ? null : (
        <p role="status" class="soft">
          {removed.value} was removed.{" "}
          <button type="button" class="link" onClick={undo}>
            Undo
          </button>
        </p>
      )}
      <div class="row">
        <label class="name">
          Name <input value={draft.value?.name ?? ""} onInput={({ currentTarget }) => rename(currentTarget.value)} />
        </label>
        <span class="switch" role="group" aria-label="how to edit the scenario">
          <button type="button" aria-pressed={tab.value === "text"} onClick={() => void (tab.value = "text")}>
            Text
          </button>
          <button type="button" aria-pressed={tab.value === "controls"} onClick={() => void (tab.value = "controls")}>
            Controls
          </button>
          <button type="button" aria-pressed={tab.value === "policies"} onClick={() => void (tab.value = "policies")}>
            Policies
          </button>
        </span>
        <span class="steps" role="group" aria-label="changes">
          <button type="button" onClick={undo} disabled={!canUndo.value} title="undo the last change (Ctrl+Z)">
            Undo
          </button>
          <button type="button" onClick={redo} disabled={!canRedo.value} title="redo the change (Ctrl+Shift+Z)">
            Redo
          </button>
          <button
            type="button"
            onClick={reset}
            disabled={!isEdited.value}
            title="return to the scenarios as they were opened; Undo brings your changes back"
          >
            Reset
          </button>
        </span>
      </div>
      {tab.value === "text" ? <Editor /> : tab.value === "controls" ? <Controls /> : <PoliciesTab />}
      <CodeNotice onLook={() => void (tab.value = "policies")} />
      <Remarks />
      <div class="run">
        <button
          type="button"
          class="main"
          onClick={run}
          aria-disabled={isRunning.value}
          disabled={isLinking.value || !isAllowed.value || flaw.value !== ""}
          data-testid="run"
        >
          {drafts.value.length === 1 ? "Run" : `Run all ${drafts.value.length}`}
        </button>
        <StopButton testId="stop" />
      </div>
    </section>
  );
}

/** The arrow keys move between the tabs. */
function onTabKey({ key, currentTarget }: TargetedKeyboardEvent<HTMLDivElement>): void {
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const tabs = currentTarget.querySelectorAll<HTMLElement>("[role=tab]");
  if (by === 0 || tabs.length < 2) return;
  choose((current.value + by + tabs.length) % tabs.length);
  tabs[current.value].focus();
}

/** Maximum number of remarks in the list. The editor marks all of them. */
const MAX_REMARKS = 6;

function Remarks() {
  const known = checked.value;
  // The check of the scenario waits until the user's files are compiled.
  if (known === undefined || isLinking.value) return <p class="remarks soft">Reading …</p>;
  const { hosts, switches, untilNs, cycles, overload } = known;
  const isGood = !known.remarks.some(({ severity }) => severity === "error");
  const unread = isAllowed.value ? [] : files.value.map(({ name }) => `./${name}`);
  // A scenario may name a user's file that has an error, or a file that the user did not allow to run. The check then
  // reports errors about these files (`left`). The scenario did not cause these errors, so they are not shown.
  const left = flaw.value === "" ? unread : files.value.map(({ name }) => `./${name}`);
  const remarks = known.remarks.filter(({ message }) => !left.some((name) => message.includes(name)));
  return (
    <div class="remarks" aria-live="polite" data-testid="remarks">
      {isGood ? (
        <p class="soft">
          {countText(hosts)} hosts, {countText(switches)} {switches === 1 ? "switch" : "switches"}, at most{" "}
          {timeText(untilNs)} of simulated time. {overload}
          {cycles.length === 0 ? "" : " The routes can deadlock."}
        </p>
      ) : null}
      {flaw.value === "" ? null : <p class="error">{flaw.value}</p>}
      {unread.length === 0 ? null : <p class="soft">The check waits for your consent to run {unread.join(", ")}.</p>}
      {remarks.slice(0, MAX_REMARKS).map((remark, k) => (
        <p key={k} class={remark.severity}>
          <b>{remark.line > 0 ? `Line ${remark.line}` : remark.severity === "error" ? "Error" : "Warning"}:</b>{" "}
          {remark.message}
        </p>
      ))}
      {remarks.length > MAX_REMARKS ? <p class="soft">And {remarks.length - MAX_REMARKS} more.</p> : null}
    </div>
  );
}
