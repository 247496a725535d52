/** The events of one run as a table that filters and sorts. A click on a time moves the clock there. */
import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { countText, exactTimeText } from "../format.ts";
import { isZoomed, moveTo, pause, read, shown } from "../state/clock.ts";
import type { DoneRun } from "../state/runs.ts";
import { RunMenu } from "../widgets/run-menu.tsx";
import { askWhyFlow, askWhyPaused } from "../why/question.ts";
import {
  detailOf,
  eventsOf,
  firstFrom,
  firstIn,
  flowOf,
  KINDS,
  kindOf,
  matching,
  pauseOf,
  subjectOf,
  type Events,
  type Kind,
  type Order,
} from "./events.ts";
import { ListingLine } from "./listing-line.tsx";
import { listings } from "./listings.ts";
import { eventKinds, eventOrder, eventRun, eventText, showChart } from "./show.ts";

/** Number of rows that the table shows. More rows would be slow to draw. */
const MAX_ROWS = 200;
/** If the clock is near the end of the run, the table shows at least this many rows. */
const LAST_ROWS = 10;

export function EventsTab({ some }: { readonly some: readonly DoneRun[] }) {
  const order = eventOrder;
  const chosen = Math.max(
    0,
    some.findIndex(({ name }) => name === eventRun.value),
  );
  const run = some[chosen];
  const listed = listings.value.get(run.view)?.events;
  const events = useMemo(() => eventsOf(run.view, listed), [run.view, listed]);
  const found = useMemo(() => {
    const [from, to] = shown.value;
    return matching(events, { kinds: eventKinds.value, text: eventText.value, from, to });
  }, [events, eventKinds.value, eventText.value, shown.value]);
  /**
   * Index of the first shown row. If the table is sorted by time, the index follows the clock. It is a computed signal,
   * so the table is redrawn only when the index changes.
   */
  const first = useMemo(
    () =>
      computed(() =>
        order.value === "time"
          ? Math.max(0, Math.min(firstFrom(events, found, read.value), found.length - LAST_ROWS))
          : 0,
      ),
    [events, found],
  );
  const rows = useMemo(
    () => firstIn(events, found.subarray(first.value), order.value, MAX_ROWS),
    [events, found, first.value, order.value],
  );
  return (
    <section class="events" aria-label="events">
      <div class="filters">
        {some.length === 1 ? null : (
          <RunMenu some={some} chosen={chosen} label="Run" onPick={(k) => void (eventRun.value = some[k].name)} />
        )}
        <label>
          Port or flow{" "}
          <input
            value={eventText.value}
            placeholder="h0, or 12:"
            onInput={({ currentTarget }) => void (eventText.value = currentTarget.value)}
          />
        </label>
        {KINDS.map((kind) => (
          <KindBox key={kind} kind={kind} />
        ))}
      </div>
      <ListingLine run={run} />
      <p class="soft" aria-live="polite">
        {countText(found.length)} events{isZoomed.value ? " in the shown time range" : ""}
        {found.length > rows.length
          ? `; the table shows ${countText(rows.length)} of them, beginning with number ${countText(first.value + 1)}`
          : ""}
        .
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label="table of events">
        <table>
          <thead>
            <tr>
              <Head of="time" name="Time" order={order} about="sort by time, and begin at the clock's time" />
              <Head of="kind" name="Event" order={order} about="sort by kind of event" />
              <Head of="subject" name="Port or flow" order={order} about="sort by name: ports first, then flows" />
              <Head of="length" name="Details" order={order} about="sort by length: the longest PAUSE or flow first" />
              <th scope="col">
                <span class="hidden">Question and chart</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {Array.from(rows, (event) => (
              <EventRow key={event} run={run} some={some} events={events} event={event} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function KindBox({ kind }: { readonly kind: Kind }) {
  const toggle = (isOn: boolean): void => {
    const changed = new Set(eventKinds.value);
    if (isOn) changed.add(kind);
    else changed.delete(kind);
    eventKinds.value = changed;
  };
  return (
    <label>
      <input
        type="checkbox"
        checked={eventKinds.value.has(kind)}
        onChange={({ currentTarget }) => toggle(currentTarget.checked)}
      />{" "}
      {kind}
    </label>
  );
}

interface HeadProps {
  readonly of: Order;
  readonly name: string;
  readonly about: string;
  readonly order: { value: Order };
}

/** Style classes of the columns' heads. */
const CLASSES: Readonly<Record<Order, string>> = { time: "number", kind: "", subject: "", length: "detail" };

/** The head of a column. A click sorts the rows by this column. */
function Head({ of, name, about, order }: HeadProps) {
  const isSorted = order.value === of;
  const direction = of === "length" ? "descending" : "ascending";
  return (
    <th scope="col" class={CLASSES[of]} aria-sort={isSorted ? direction : "none"}>
      <button type="button" class="link" onClick={() => void (order.value = of)} title={about}>
        {name}
        {isSorted ? (of === "length" ? ", longest first" : " ↓") : ""}
      </button>
    </th>
  );
}

interface EventRowProps {
  readonly run: DoneRun;
  readonly some: readonly DoneRun[];
  readonly events: Events;
  readonly event: number;
}

function EventRow({ run, some, events, event }: EventRowProps) {
  const time = events.time[event];
  const [pauseRow, flow] = [pauseOf(events, event), flowOf(events, event)];
  const go = (): void => {
    pause();
    moveTo(time);
  };
  return (
    <tr class={time === read.value ? "current" : ""}>
      <td class="number">
        <button type="button" class="link" onClick={go} title="move the clock here">
          {exactTimeText(time)}
        </button>
      </td>
      <td>{kindOf(events, event)}</td>
      <td>{subjectOf(events, event)}</td>
      <td class="soft detail">{detailOf(events, event)}</td>
      <td class="ways">
        {pauseRow < 0 && flow < 0 ? null : (
          <>
            <button
              type="button"
              class="link"
              onClick={() => (pauseRow >= 0 ? askWhyPaused(run, pauseRow) : askWhyFlow(run, flow))}
            >
              why?
            </button>{" "}
            <button
              type="button"
              class="link"
              title="show the chart of this port or flow at this time"
              onClick={() => showChart(events, event, some)}
            >
              chart
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
