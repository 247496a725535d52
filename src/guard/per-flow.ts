/**
 * Policies of flows from files, congestion and recovery: what they ask of their view is looked at, and what a hook throws knows its flow.
 *
 * Asked once an ACK, which has taken a packet through many hops, so one function serves all hooks.
 */
import type { CongestionPolicy, CongestionView } from "../contracts/congestion.ts";
import {
  ACK,
  DISCARDED,
  MARKED_NACK,
  NACK,
  SILENT,
  type RecoveryPolicy,
  type RecoveryView,
} from "../contracts/recovery.ts";
import type { Timer } from "../base/view.ts";
import { HookError, wrongAnswer, wrongCall } from "./hook-error.ts";

type Create<View, Policy> = (view: View) => Policy;

export function guardedCongestion(
  create: Create<CongestionView, CongestionPolicy>,
  view: CongestionView,
): CongestionPolicy {
  const isRate = (rate: number): boolean => rate > 0 && rate < Infinity;
  const checked = over(view, {
    setRate: (flow: number, rate: number): void => {
      if (!isRate(rate)) throw wrongCall("setRate", "a rate above 0, bit/s", rate);
      view.setRate(flow, rate);
    },
    changeRate: (flow: number, rate: number): void => {
      if (!isRate(rate)) throw wrongCall("changeRate", "a rate above 0, bit/s", rate);
      view.changeRate(flow, rate);
    },
    setWindow: (flow: number, window: number): void => {
      if (!(window >= 0 && window < Infinity)) throw wrongCall("setWindow", "bytes, 0 for no limit", window);
      view.setWindow(flow, window);
    },
    holdUntil: (flow: number, at: number): void => {
      if (!(at >= 0 && at < Infinity)) throw wrongCall("holdUntil", "a time, ps", at);
      view.holdUntil(flow, at);
    },
    timer: (action: (flow: number) => void): Timer => guardedTimer("congestion", view, action),
  });
  return withHooks("congestion", create(checked), {
    notifies: (answer) => typeof answer === "boolean" || "true or false",
  });
}

export function guardedRecovery(create: Create<RecoveryView, RecoveryPolicy>, view: RecoveryView): RecoveryPolicy {
  const isByte = (byte: number): boolean => Number.isInteger(byte) && byte >= 0;
  const checked = over(view, {
    rewind: (flow: number, to: number): void => {
      if (!isByte(to)) throw wrongCall("rewind", "a byte's number", to);
      view.rewind(flow, to);
    },
    skip: (flow: number, to: number): void => {
      if (!isByte(to)) throw wrongCall("skip", "a byte's number", to);
      view.skip(flow, to);
    },
    repeat: (flow: number, seq: number): void => {
      if (seq !== -1 && !isByte(seq)) throw wrongCall("repeat", "a byte's number, or -1", seq);
      view.repeat(flow, seq);
    },
    timer: (action: (flow: number) => void): Timer => guardedTimer("recovery", view, action),
  });
  const answers: readonly unknown[] = [SILENT, DISCARDED, ACK, NACK, MARKED_NACK];
  return withHooks("recovery", create(checked), {
    onData: (answer) => answers.includes(answer) || "SILENT, DISCARDED, ACK, NACK or MARKED_NACK",
  });
}

/** `view` with some of its functions replaced. */
const over = <View extends object>(view: View, functions: Partial<View>): View =>
  Object.assign(Object.create(view) as View, functions);

function guardedTimer(
  role: string,
  view: { readonly now: number; timer(action: (flow: number) => void): Timer },
  action: (flow: number) => void,
): Timer {
  const timer = view.timer((flow) => {
    try {
      action(flow);
    } catch (error) {
      throw new HookError(role, "a timer", { flow }, "", error);
    }
  });
  return over(timer, {
    arm: (flow: number, at: number): void => {
      if (!(at >= view.now && at < Infinity)) throw wrongCall("arm", `a time from now on (${view.now} ps)`, at);
      timer.arm(flow, at);
    },
  });
}

/** True: the answer is admitted; else what is expected. */
type Check = (answer: unknown) => boolean | string;

/** The policy with each of its hooks, whose first argument is a flow, telling that flow where it throws. */
function withHooks<Policy extends object>(
  role: string,
  policy: Policy,
  checks: Readonly<Record<string, Check>>,
): Policy {
  for (const hook of hooksOf(policy)) {
    const ask = Reflect.get(policy, hook) as Hook;
    const check = checks[hook];
    Object.defineProperty(policy, hook, { value: guardedHook(role, policy, hook, ask, check), configurable: true });
  }
  return policy;
}

type Hook = (this: unknown, flow: number, a: unknown, b: unknown, c: unknown, d: unknown, e: unknown) => unknown;

function guardedHook(role: string, policy: object, hook: string, ask: Hook, check: Check | undefined): Hook {
  return (flow, a, b, c, d, e) => {
    let answer: unknown;
    try {
      answer = ask.call(policy, flow, a, b, c, d, e);
    } catch (error) {
      throw new HookError(role, hook, { flow }, "", error);
    }
    if (check === undefined) return answer;
    const expected = check(answer);
    if (expected === true) return answer;
    throw wrongAnswer(role, hook, { flow }, String(expected), answer);
  };
}

/** Names of the policy's functions, its class's among them. */
export function hooksOf(policy: object): string[] {
  const names = new Set<string>();
  for (
    let at: object | null = policy;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  )
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name !== "constructor" && typeof Reflect.get(policy, name) === "function") names.add(name);
    }
  return [...names];
}
