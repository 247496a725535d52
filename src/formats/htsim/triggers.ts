/**
 * Triggers of a connection matrix: who begins when whom is done.
 *
 *   0->3 id 1 start 0 size 64000 recv_done_trigger 1
 *   3->5 id 2 trigger 1 size 64000
 *   trigger id 1 oneshot
 *
 * A `oneshot` is activated once and begins all flows that name it, a `barrier` when it was activated `count` times, a `multishot` one of them each
 * time, in their order. There a trigger acts everywhere at once. Here somebody has to tell: a flow begins when its sender hears that the others are
 * done, as their receiver once all has come, as their sender with the last ACK, whether `send_done_trigger` or `recv_done_trigger` is said. Who is
 * neither end hears nothing, and such a file is refused.
 *
 * A flow whose trigger is never activated, because it waits for a flow without end or for itself, never starts, as in htsim. A warning counts such flows.
 *
 * Source  Broadcom/csg-htsim, sim/trigger.cpp, sim/datacenter/connection_matrix.cpp
 */
import type { WaitingFlow } from "../../contracts/traffic.ts";
import { InputError } from "../hpcc/input-error.ts";

export interface Trigger {
  readonly kind: "oneshot" | "multishot" | "barrier";
  /** Of a barrier. */
  readonly count: number;
  readonly line: number;
}

export interface TriggeredFlow {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  /** By which it begins; undefined: at a time. */
  readonly trigger: number | undefined;
  /** What it activates when it is done. */
  readonly activates: readonly number[];
  /** It is never done. */
  readonly endless: boolean;
}

/** Of a trigger with so many activations and so many flows, so that plans stay small. */
const MOST_PAIRS = 4_000_000;

/** Who waits for whom. */
interface Waits {
  readonly waiting: readonly WaitingFlow[];
  /** Flows that never start, in their order. */
  readonly idle: readonly number[];
}

/** Throws `InputError` where flows begin for what their senders do not hear. */
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
    if (begun.length * others.length > MOST_PAIRS)
      fail(
        `at most ${MOST_PAIRS} pairs of flows that activate a trigger and begin by it`,
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

/** Flows that do not begin though all that begin are done. */
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
