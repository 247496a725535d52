/** Flows and ports that the user pinned: each adds a line or a row to the charts. */
import { effect, signal } from "@preact/signals";
import { startQuestion } from "../lab/client.ts";
import type { FlowSamples, RunView } from "../lab/messages.ts";
import { textOf } from "../why/question.ts";
import { done, type DoneRun } from "./runs.ts";
import { notice } from "./page.ts";

export const pinnedFlows = signal<readonly number[]>([]);
/** Names of ingress ports. */
export const pinnedPorts = signal<readonly string[]>([]);

/** Goodputs that a repeated run measured, because the run itself had not sampled the flow. */
export const measured = signal<ReadonlyMap<RunView, ReadonlyMap<number, FlowSamples>>>(new Map());

// When a run is removed, its measured goodputs are removed too.
effect(() => {
  const views = new Set(done.value.map(({ view }) => view));
  const kept = [...measured.peek()].filter(([view]) => views.has(view));
  if (kept.length < measured.peek().size) measured.value = new Map(kept);
});

export function unpinAll(): void {
  pinnedFlows.value = [];
  pinnedPorts.value = [];
  measured.value = new Map();
}

export function togglePort(port: string): void {
  pinnedPorts.value = pinnedPorts.value.includes(port)
    ? pinnedPorts.value.filter((one) => one !== port)
    : [...pinnedPorts.value, port];
}

/** Pins a flow, or unpins it. Runs that did not sample its goodput are repeated to measure it. */
export function toggleFlow(flow: number, runs: readonly DoneRun[]): void {
  if (pinnedFlows.value.includes(flow)) {
    pinnedFlows.value = pinnedFlows.value.filter((one) => one !== flow);
    return;
  }
  pinnedFlows.value = [...pinnedFlows.value, flow];
  for (const run of runs) if (needsRepeat(run, flow)) void measure(run, flow);
}

const needsRepeat = ({ view, recorded }: DoneRun, flow: number): boolean =>
  flow < view.flows.start.length && !view.goodputs.flows.includes(flow) && recorded?.isOver === undefined;

async function measure(run: DoneRun, flow: number): Promise<void> {
  const { view } = run;
  try {
    const end = view.summary.simulated_ns;
    const samples = await startQuestion<FlowSamples>({ what: "goodput", ...textOf(run), flow, end }).answer;
    const before = measured.value.get(view) ?? new Map<number, FlowSamples>();
    measured.value = new Map(measured.value).set(view, new Map(before).set(flow, samples));
  } catch (error) {
    notice.value = `The goodput of flow ${flow} could not be measured: ${error instanceof Error ? error.message : String(error)}`;
  }
}
