/** The events of one run as a table that filters and sorts. A click on a row moves the clock there. */
import { useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { countText, timeText } from "../format.ts";
import { isZoomed, moveTo, pause, read, shown } from "../state/clock.ts";
import type { DoneRun } from "../state/runs.ts";
import { RunMenu } from "../view/run-menu.tsx";
import { askWhyFlow, askWhyPaused } from "../why/question.ts";
import { detailOf, eventsOf, KINDS, kindOf, lengthOf, matching, subjectOf, type Kind } from "./events.ts";

/** Number of rows that the table shows. More rows would be slow to draw. */
const MAX_ROWS = 200;

type Order = "time" | "length";

export function EventsTab({ some }: { readonly some: readonly DoneRun[] }) {
  const chosen = useSignal(0);
  const kinds = useSignal<ReadonlySet<Kind>>(new Set(KINDS));
  const text = useSignal("");
  const order = useSignal<Order>("time");
  const run = some[Math.min(chosen.value, some.length - 1)];
  const { view } = run;
  const events = useMemo(() => eventsOf(view), [view]);
  const found = useMemo(() => {
    const [from, to] = shown.value;
    const rows = matching(view, events, { kinds: kinds.value, text: text.value, from, to });
    if (order.value === "length") {
      const length = new Map(rows.map((event) => [event, lengthOf(view, events, event)]));
      // An event that never ended is the longest.
      const key = (event: number): number => {
        const ns = length.get(event) ?? 0;
        return Number.isNaN(ns) ? Infinity : ns;
      };
      rows.sort((a, b) => (key(a) === key(b) ? a - b : key(b) - key(a)));
    }
    return rows;
  }, [view, events, kinds.value, text.value, order.value, shown.value]);
  /** The first event that is not before the clock, so that a table in order of time follows the clock. */
  const first = useComputed(() => {
    if (order.value !== "time") return 0;
    const place = found.findIndex((event) => events.time[event] >= read.value);
    return Math.max(0, Math.min(place < 0 ? found.length : place, found.length - 10));
  });
  const rows = found.slice(first.value, first.value + MAX_ROWS);
  const toggle = (kind: Kind, isOn: boolean): void => {
    const changed = new Set(kinds.value);
    if (isOn) changed.add(kind);
    else changed.delete(kind);
    kinds.value = changed;
  };
  return (
    <section class="events" aria-label="events">
      <div class="filters">
        {some.length === 1 ? null : (
          <RunMenu some={some} chosen={chosen.value} label="Run" onPick={(k) => void (chosen.value = k)} />
        )}
        <label>
          Port or flow{" "}
          <input
            value={text.value}
            placeholder="h0, or 12:"
            onInput={({ currentTarget }) => void (text.value = currentTarget.value)}
          />
        </label>
        {KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.value.has(kind)}
              onChange={({ currentTarget }) => toggle(kind, currentTarget.checked)}
            />{" "}
            {kind}
          </label>
        ))}
        <label>
          Order{" "}
          <select
            value={order.value}
            onChange={({ currentTarget }) => void (order.value = currentTarget.value as Order)}
          >
            <option value="time">by time, from the clock on</option>
            <option value="length">longest first</option>
          </select>
        </label>
      </div>
      <p class="soft" aria-live="polite">
        {countText(found.length)} events{isZoomed.value ? " in the shown time range" : ""}
        {found.length > rows.length
          ? `; the table shows ${countText(rows.length)} of them, from number ${countText(first.value + 1)} on`
          : ""}
        .
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label="table of events">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                Time
              </th>
              <th scope="col">Event</th>
              <th scope="col">Port or flow</th>
              <th scope="col">Details</th>
              <th scope="col">
                <span class="hidden">Question</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((event) => {
              const kind = kindOf(events, event);
              const row = events.row[event];
              const isPause = kind === "PAUSE" || kind === "resume";
              const go = (): void => {
                pause();
                moveTo(events.time[event]);
              };
              return (
                <tr key={event} class={events.time[event] === read.value ? "current" : ""}>
                  <td class="number">
                    <button type="button" class="link" onClick={go} title="move the clock here">
                      {timeText(events.time[event])}
                    </button>
                  </td>
                  <td>{kind}</td>
                  <td>{subjectOf(view, events, event)}</td>
                  <td class="soft">{detailOf(view, events, event)}</td>
                  <td>
                    <button
                      type="button"
                      class="link"
                      onClick={() => (isPause ? askWhyPaused(run, row) : askWhyFlow(run, row))}
                    >
                      why?
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
