/** The views below the fabric as tabs. */
import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { DifferenceTab } from "../difference/difference-tab.tsx";
import { EventsTab } from "../events/events-tab.tsx";
import { tab, TABS, type Tab } from "../state/page.ts";
import type { DoneRun } from "../state/runs.ts";
import { currentStory } from "../state/story.ts";
import { DistributionsTab } from "./distributions-tab.tsx";
import { FlowsTab } from "./flows-tab.tsx";
import { PortsTab } from "./ports-tab.tsx";

interface Props {
  readonly some: readonly DoneRun[];
  readonly dark: boolean;
}

const NAMES: Readonly<Record<Tab, string>> = {
  ports: "Ports",
  flows: "Flows",
  distributions: "Distributions",
  events: "Events",
  difference: "Difference",
};

export function Tabs({ some, dark }: Props) {
  const id = useId();
  // A difference needs two runs.
  const shown = TABS.filter((one) => one !== "difference" || some.length > 1);
  const current = shown.includes(tab.value) ? tab.value : "ports";
  const bar = useRef<HTMLDivElement>(null);
  const opened = useRef(current);
  useEffect(() => {
    // The drawings of two fabrics may leave little room for the tabs. So the page scrolls to a tab when the user opens it.
    // No scrolling is needed here during a story, because a story scrolls by itself.
    if (opened.current !== current && currentStory.value === undefined && bar.current !== null) showBar(bar.current);
    opened.current = current;
  }, [current]);
  return (
    <>
      <div
        ref={bar}
        class="tabs"
        role="tablist"
        aria-label="charts and lists"
        onKeyDown={(event) => moveByKey(event, shown, current)}
      >
        {shown.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`${id}-${one}`}
            aria-selected={one === current}
            aria-controls={`${id}-panel`}
            tabIndex={one === current ? 0 : -1}
            onClick={() => void (tab.value = one)}
          >
            {NAMES[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} data-testid={`tab ${current}`}>
        <Panel key={current} current={current} some={some} dark={dark} />
      </div>
    </>
  );
}

/** Scrolls until the tabs and a part of the open one are visible below the docked fabric. */
function showBar(bar: HTMLElement): void {
  bar.scrollIntoView({ block: "nearest" });
  const dock = document.querySelector(".fabrics.docked")?.getBoundingClientRect().bottom ?? 0;
  const covered = dock - bar.getBoundingClientRect().top;
  if (covered > 0) window.scrollBy(0, -covered);
}

function Panel({ current, some, dark }: Props & { readonly current: Tab }) {
  switch (current) {
    case "ports":
      return <PortsTab some={some} dark={dark} />;
    case "flows":
      return <FlowsTab some={some} dark={dark} />;
    case "distributions":
      return <DistributionsTab some={some} dark={dark} />;
    case "events":
      return <EventsTab some={some} />;
    case "difference":
      return <DifferenceTab some={some} />;
  }
}

/** The arrow keys move between the tabs. */
function moveByKey(
  { key, currentTarget }: TargetedKeyboardEvent<HTMLDivElement>,
  shown: readonly Tab[],
  current: Tab,
): void {
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return;
  const place = (shown.indexOf(current) + by + shown.length) % shown.length;
  tab.value = shown[place];
  currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[place].focus();
}
