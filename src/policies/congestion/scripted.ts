/**
 * Scripted: flows that stop and change their rate when a scenario says so, to see what an ideal sender would do.
 *
 *   flows:
 *     - { flow: 1, at: 1.1ms, stop: 180us, rate: 4.76Gbps }
 *     - 1, 1.1ms, 180us, 4.76Gbps                              the same as text
 *
 * At `at` the flow sends nothing for `stop`, then at `rate` until its next row. A flow without rows, and one whose first row is still to
 * come, is as `others` says.
 *
 * Paper  acc, figures 3 and 4: stop and then the rate of the pipe, at hosts otherwise under DCQCN
 */
import { defineParams, ParamError, type Signal, type Values } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import type { CongestionPolicy, CongestionView } from "../../contracts/congestion.ts";
import * as dcqcn from "./dcqcn.ts";
import * as none from "./none.ts";

export const about = "stop and change rate at the times a scenario says";

export const params = defineParams({
  others: {
    unit: "choice",
    choices: ["none", "dcqcn"],
    default: "none",
    source: "acc, section 3.3, has DCQCN",
    about: "Congestion control of what the script does not name; the rest is for dcqcn.",
  },
  ...dcqcn.params,
});

const rowParams = defineParams({
  flow: { unit: "count", default: 0, min: 0, max: 1e9, source: "lab", about: "Number of the flow." },
  at: { unit: "ps", default: 0, min: 0, max: us(1e9), source: "lab", about: "When it is stopped." },
  stop: { unit: "ps", default: 0, min: 0, max: us(1e9), source: "lab: not stopped", about: "For how long." },
  rate: { unit: "bps", derived: "the line rate", min: 1, max: 1e13, source: "lab", about: "Its rate from then on." },
});

export const lists = {
  flows: { about: "What flows do, and when.", params: rowParams, required: ["flow", "at"] },
} as const;

type Row = Values<typeof rowParams>;

export const reads = (p: Values<typeof params>): readonly Signal[] =>
  p.others === "dcqcn" ? dcqcn.reads(p) : none.reads();

export function create(
  { others, flows: script = [], ...p }: Values<typeof params> & { readonly flows?: readonly Row[] },
  view: CongestionView,
): CongestionPolicy {
  script.forEach(({ flow }, k) => {
    if (flow < view.flows) return;
    throw new ParamError(`flows[${k}].flow`, `the number of a flow, 0 to ${view.flows - 1}`, flow);
  });
  const base = others === "dcqcn" ? dcqcn.create(p, view) : none.create();
  /** Rows still to come, by flow. */
  const ahead = new Map<number, Row[]>();
  for (const row of [...script].sort((a, b) => a.at - b.at)) ahead.set(row.flow, [...(ahead.get(row.flow) ?? []), row]);
  const scripted = new Uint8Array(view.flows);
  /** When the first row of a flow comes: from then on its receiver, which cannot know `scripted`, asks for nothing that its sender would not heed. */
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
