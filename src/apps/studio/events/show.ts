/** The state of the list of events, and the ways from a chart to the list and back. */
import { batch, signal } from "@preact/signals";
import { moveTo, pause } from "../state/clock.ts";
import { tab } from "../state/page.ts";
import { pinnedFlows, toggleFlow } from "../state/pins.ts";
import type { DoneRun } from "../state/runs.ts";
import { selectedPort } from "../state/selected.ts";
import { chartPortOf, flowOf, KINDS, type Events, type Kind, type Order } from "./events.ts";

/** Part of the name of the port or flow whose events are shown. Empty shows all. */
export const eventText = signal("");
export const eventKinds = signal<ReadonlySet<Kind>>(new Set(KINDS));
/** Name of the run whose events are shown. If no run has this name, the first is shown. */
export const eventRun = signal("");

/** The order of the rows. */
export const eventOrder = signal<Order>("time");

/** Lists all events of the first run, in order of time. */
export function showAllEvents(): void {
  eventText.value = "";
  eventKinds.value = new Set(KINDS);
  eventRun.value = "";
  eventOrder.value = "time";
}

/**
 * Lists the events of a run, beginning at the simulated time that the page shows. `text` selects those of a port or
 * flow.
 */
export function showEvents(run: string, text: string): void {
  batch(() => {
    eventRun.value = run;
    eventText.value = text;
    eventKinds.value = new Set(KINDS);
    tab.value = "events";
  });
}

/** Moves the clock to an event, and shows the chart of its port or flow there. */
export function showChart(events: Events, event: number, runs: readonly DoneRun[]): void {
  const port = chartPortOf(events, event);
  const flow = flowOf(events, event);
  batch(() => {
    pause();
    moveTo(events.time[event]);
    if (port === undefined) tab.value = "flows";
    else {
      selectedPort.value = port;
      tab.value = "ports";
    }
  });
  if (port === undefined && flow >= 0 && !pinnedFlows.value.includes(flow)) toggleFlow(flow, runs);
}
