/**
 * Scripted: flows stop and change their rates at the times that a scenario lists. It shows what an ideal sender would
 * achieve.
 *
 *   flows:
 *     - { flow: 1, at: 1.1ms, stop: 180us, rate: 4.76Gbps }
 *     - 1, 1.1ms, 180us, 4.76Gbps                              the same row as text
 *
 * At time `at` the flow stops for the time `stop`, then sends at `rate` until its next row. The policy `others` controls flows
 * without rows, and each flow before its first row.
 *
 * Paper  acc, figures 3 and 4: a flow halts and then sends at its fair share of the congested link, while other hosts run DCQCN.
 */
import { defineParams, ParamError, type Signal, type Unread, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import * as dcqcn from "./dcqcn.ts";
import * as none from "./none.ts";

export const about = "stop and change rate at the times that a scenario lists";

export const params = defineParams({
  others: {
    unit: "choice",
    choices: ["none", "dcqcn"],
    default: "none",
    source: "acc, section 3.3, has DCQCN",
    about: "Congestion control of flows without a row. The other parameters configure `dcqcn`.",
  },
  ...dcqcn.params,
});

const rowParams = defineParams({
  flow: { unit: "count", default: 0, min: 0, max: 1e9, source: "lab", about: "Number of the flow." },
  at: { unit: "ps", default: 0, min: 0, max: us(1e9), source: "lab", about: "Time at which the flow stops." },
  stop: { unit: "ps", default: 0, min: 0, max: us(1e9), source: "lab: no stop", about: "Duration of the stop." },
  rate: {
    unit: "bps",
    derived: "the line rate",
    min: 1,
    max: 1e13,
    source: "lab",
    about: "Rate of the flow after the stop.",
  },
});

export const lists = {
  flows: { about: "Stops and rate changes of flows, with their times.", params: rowParams, required: ["flow", "at"] },
} as const;

type Row = Values<typeof rowParams>;

export const reads = (p: Values<typeof params>): readonly Signal[] =>
  p.others === "dcqcn" ? dcqcn.reads(p) : none.reads();

export const unread = (p: Values<typeof params>): Unread =>
  p.others === "dcqcn"
    ? dcqcn.unread(p)
    : Object.fromEntries(Object.keys(dcqcn.params).map((name) => [name, "others is none"]));

export function create(
  { others, flows: script = [], ...p }: Values<typeof params> & { readonly flows?: readonly Row[] },
  view: CongestionView,
): CongestionPolicy {
  script.forEach(({ flow }, k) => {
    if (flow < view.flows) return;
    throw new ParamError(`flows[${k}].flow`, `the number of a flow, 0 to ${view.flows - 1}`, flow);
  });
  const base = others === "dcqcn" ? dcqcn.create(p, view) : none.create();
  /** By flow: its rows whose times are still in the future, in the order of time. */
  const ahead = new Map<number, Row[]>();
  for (const row of [...script].sort((a, b) => a.at - b.at)) ahead.set(row.flow, [...(ahead.get(row.flow) ?? []), row]);
  const scripted = new Uint8Array(view.flows);
  /**
   * By flow: the time of its first row in `flows`. The sender ignores CNPs after this time, so the receiver sends none. The
   * receiver needs this map, because it cannot read `scripted`, which is state of the sender.
   */
  const from = new Map([...ahead].map(([flow, rows]) => [flow, rows[0].at]));

  const timer = view.timer((flow) => {
    const row = ahead.get(flow)?.shift();
    if (row === undefined) return;
    if (scripted[flow] === 0) base.onFinish?.(flow);
    scripted[flow] = 1;
    view.changeRate(flow, Math.min(view.lineRate[flow], row.rate ?? Infinity));
    if (row.stop > 0) view.holdUntil(flow, view.now + row.stop);
    armNext(flow);
  });

  function armNext(flow: number): void {
    const next = ahead.get(flow)?.[0];
    if (next !== undefined) timer.arm(flow, Math.max(view.now, next.at));
  }

  const policy: CongestionPolicy = {
    named: [...ahead.keys()],
    onStart(flow) {
      base.onStart(flow);
      armNext(flow);
    },
    onAck(flow, ack, mark, rtt, acked, packets) {
      if (scripted[flow] === 0) base.onAck(flow, ack, mark, rtt, acked, packets);
    },
    timersOnlySetRate: (flow) =>
      (ahead.get(flow)?.length ?? 0) === 0 && (scripted[flow] === 1 || base.timersOnlySetRate?.(flow) !== false),
    onFinish(flow) {
      timer.cancel(flow);
      if (scripted[flow] === 0) base.onFinish?.(flow);
    },
  };
  if (base.notifies === undefined) return policy;
  return {
    ...policy,
    notifies: (flow, mark) => view.now <= (from.get(flow) ?? Infinity) && base.notifies?.(flow, mark) === true,
    onCnp(flow, mark) {
      if (scripted[flow] === 0) base.onCnp?.(flow, mark);
    },
  };
}
