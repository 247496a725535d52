/** Flows and ports that the user pinned: each adds a line or a row to the charts. */
import { effect, signal } from "@preact/signals";
import { startQuestion, type Question } from "../lab/client.ts";
import type { FlowSamples, RunView } from "../lab/messages.ts";
import { portNamed } from "../measure/ports.ts";
import { MAX_PINS } from "./limits.ts";
import { textOf, type DoneRun } from "./run.ts";
import { done } from "./runs.ts";
import { notice } from "./page.ts";

export const pinnedFlows = signal<readonly number[]>([]);
/** Names of ingress ports. */
export const pinnedPorts = signal<readonly string[]>([]);

/** Goodputs of pinned flows from repeated runs. A run is repeated if its own samples lack the flow. */
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
  underWay?.end();
  underWay = undefined;
  waiting.length = 0;
}

/** Pins exactly these flows and ports, if the runs have them. */
export function pinOnly(flows: readonly number[], ports: readonly string[], runs: readonly DoneRun[]): void {
  pinnedFlows.value = flows.filter((flow) => runs.some(({ view }) => flow < view.flows.start.length));
  pinnedPorts.value = ports.filter((port) => runs.some(({ view }) => portNamed(view.fabric, port) !== undefined));
  for (const flow of pinnedFlows.value) measureIn(runs, flow);
}

/** True if there is room for another pin. Otherwise the page shows the reason. */
function hasRoom(pinned: readonly unknown[], what: string): boolean {
  if (pinned.length < MAX_PINS) return true;
  notice.value = `At most ${MAX_PINS} ${what} can be pinned. Unpin one of them first.`;
  return false;
}

export function togglePort(port: string): void {
  if (pinnedPorts.value.includes(port)) pinnedPorts.value = pinnedPorts.value.filter((one) => one !== port);
  else if (hasRoom(pinnedPorts.value, "ports")) pinnedPorts.value = [...pinnedPorts.value, port];
}

/** Pins a flow, or unpins it. Runs that did not sample its goodput are repeated to measure it. */
export function toggleFlow(flow: number, runs: readonly DoneRun[]): void {
  if (pinnedFlows.value.includes(flow)) {
    pinnedFlows.value = pinnedFlows.value.filter((one) => one !== flow);
    return;
  }
  if (!hasRoom(pinnedFlows.value, "flows")) return;
  pinnedFlows.value = [...pinnedFlows.value, flow];
  measureIn(runs, flow);
}

interface Wanted {
  readonly run: DoneRun;
  readonly flow: number;
}

/** The goodputs that still have to be measured. Each needs a repeated run, so they are measured one after another. */
const waiting: Wanted[] = [];
let underWay: Question<FlowSamples> | undefined;

function measureIn(runs: readonly DoneRun[], flow: number): void {
  for (const run of runs) if (needsRepeat(run, flow)) waiting.push({ run, flow });
  if (underWay === undefined) void measureNext();
}

async function measureNext(): Promise<void> {
  const next = waiting.shift();
  if (next === undefined) return;
  const { run, flow } = next;
  if (pinnedFlows.value.includes(flow) && needsRepeat(run, flow)) await measure(run, flow);
  await measureNext();
}

const needsRepeat = ({ view, recorded }: DoneRun, flow: number): boolean =>
  flow < view.flows.start.length &&
  !view.goodputs.flows.includes(flow) &&
  measured.value.get(view)?.has(flow) !== true &&
  recorded?.notRepeatable === undefined;

async function measure(run: DoneRun, flow: number): Promise<void> {
  const { view } = run;
  try {
    const end = view.summary.simulated_ns;
    underWay = startQuestion<FlowSamples>({ what: "goodput", ...textOf(run), flow, end });
    const samples = await underWay.answer;
    const before = measured.value.get(view) ?? new Map<number, FlowSamples>();
    measured.value = new Map(measured.value).set(view, new Map(before).set(flow, samples));
  } catch (error) {
    notice.value = `The goodput of flow ${flow} could not be measured: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    underWay = undefined;
  }
}
