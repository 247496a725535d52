/**
 * Resolves the triggers of a connection matrix: which flow begins when which others are done.
 *
 *   0->3 id 1 start 0 size 64000 recv_done_trigger 1
 *   3->5 id 2 trigger 1 size 64000
 *   trigger id 1 oneshot
 *
 * - oneshot: one activation begins all flows that name it
 * - barrier: `count` activations begin all flows that name it
 * - multishot: each activation begins the next flow that names it
 *
 * In htsim a trigger acts everywhere at once. In xoff the sender of a waiting flow must learn that the other flow is done. The receiver of
 * the other flow learns it by the last byte, and the sender of the other flow by the last ACK. A file is rejected if the sender of the
 * waiting flow is neither of these two hosts. `send_done_trigger` and `recv_done_trigger` have the same effect.
 *
 * A flow whose trigger is never activated never starts, as in htsim. It waits for an endless flow, for itself, or for another flow that
 * never starts. A warning counts such flows.
 *
 * Source: Broadcom/csg-htsim, sim/trigger.cpp, sim/datacenter/connection_matrix.cpp
 */
import type { WaitingFlow } from "../../contracts/traffic.ts";
import { InputError } from "../hpcc/input-error.ts";

export interface Trigger {
  readonly kind: "oneshot" | "multishot" | "barrier";
  /** Required activations of a barrier. */
  readonly count: number;
  readonly line: number;
}

export interface TriggeredFlow {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  /** The trigger that begins the flow; undefined if it begins at a given time. */
  readonly trigger: number | undefined;
  /** Triggers that the flow activates when it is done. */
  readonly activates: readonly number[];
  /** True if the connection has size 0. Such a flow sends without end. */
  readonly endless: boolean;
}

/**
 * Maximum number of pairs for each trigger. A pair is a flow that activates the trigger, and a flow that the trigger
 * starts. The limit keeps plans small.
 */
const MAX_PAIRS = 4_000_000;

/** The waiting flows, each with the flows that it waits for. */
interface Waits {
  readonly waiting: readonly WaitingFlow[];
  /** Indices of the flows that never start, in ascending order. */
  readonly idle: readonly number[];
}

/**
 * Resolves the triggers of all flows. A flow that activates the trigger of a waiting flow must begin or end at the sender
 * of the waiting flow. Otherwise that sender cannot learn that the other flow is done, and this function throws
 * `InputError`.
 */
export function waitingFlows(
  flows: readonly TriggeredFlow[],
  triggers: ReadonlyMap<number, Trigger>,
  file: string,
): Waits {
  const waiting: WaitingFlow[] = [];
  const targets = new Map<number, number[]>();
  const causes = new Map<number, number[]>();
  const add = (map: Map<number, number[]>, id: number, flow: number): void => {
    if (!triggers.has(id))
      throw new InputError(
        { file, line: flows[flow].line },
        `a line "trigger id ${id} oneshot"`,
        "none for this trigger",
      );
    const list = map.get(id);
    if (list === undefined) map.set(id, [flow]);
    else list.push(flow);
  };
  flows.forEach(({ trigger, activates }, k) => {
    if (trigger !== undefined) add(targets, trigger, k);
    for (const id of activates) add(causes, id, k);
  });
  for (const [id, { kind, count, line }] of triggers) {
    const [begun, others] = [targets.get(id) ?? [], causes.get(id) ?? []];
    const fail = (expected: string, found: string, at = line): never => {
      throw new InputError({ file, line: at }, expected, found);
    };
    const needs = kind === "barrier" ? count : 1;
    if (kind !== "multishot" && others.length !== needs)
      fail(
        `${needs === 1 ? "one flow that activates" : `${needs} flows that activate`} ${kind} ${id}`,
        `${others.length}`,
      );
    if (begun.length * others.length > MAX_PAIRS)
      fail(
        `at most ${MAX_PAIRS} pairs of flows that activate a trigger and begin by it`,
        `${begun.length * others.length}`,
      );
    begun.forEach((flow, k) => {
      const { from, line: own } = flows[flow];
      const unheard = others.find((other) => flows[other].from !== from && flows[other].to !== from);
      if (unheard !== undefined)
        fail(
          `flows from or to ${from} that activate trigger ${id}, which starts this flow`,
          `a flow of ${flows[unheard].from} to ${flows[unheard].to} in line ${flows[unheard].line}, which does not involve ${from}`,
          own,
        );
      waiting.push({ flow, others, enough: kind === "multishot" ? k + 1 : needs });
    });
  }
  return { waiting, idle: neverBegun(flows, waiting) };
}

/** Returns the flows that never begin, because they wait for endless flows, for each other or for themselves. */
function neverBegun(flows: readonly TriggeredFlow[], waiting: readonly WaitingFlow[]): number[] {
  const lacks = new Map(waiting.map(({ flow, enough }) => [flow, enough]));
  const next = new Map<number, number[]>();
  for (const { flow, others } of waiting)
    for (const other of others) {
      const list = next.get(other);
      if (list === undefined) next.set(other, [flow]);
      else list.push(flow);
    }
  const begun = flows.flatMap((_, k) => (lacks.has(k) ? [] : [k]));
  for (const done of begun)
    for (const flow of flows[done].endless ? [] : (next.get(done) ?? [])) {
      const left = (lacks.get(flow) ?? 0) - 1;
      lacks.set(flow, left);
      if (left === 0) begun.push(flow);
    }
  return waiting.flatMap(({ flow }) => ((lacks.get(flow) ?? 0) > 0 ? [flow] : [])).sort((a, b) => a - b);
}
