/**
 * Checks a user policy when it is created. It must have all required hooks and no unknown ones, and no hook may be
 * async or a generator. The return values of hooks are checked by the model, also for built-in policies
 * (`contracts/answers.ts`).
 */
import { didYouMean } from "../../base/params.ts";
import { AnswerError, wrongAnswer } from "../../contracts/answers.ts";
import type { BufferPolicy } from "../../contracts/buffer.ts";
import type { CongestionPolicy } from "../../contracts/congestion.ts";
import type { DetectionPolicy } from "../../contracts/detection.ts";
import type { HeadroomPolicy, HeadroomView } from "../../contracts/headroom.ts";
import type { LinkPolicy } from "../../contracts/link.ts";
import type { RecoveryPolicy } from "../../contracts/recovery.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import type { SchedulingPolicy } from "../../contracts/scheduling.ts";
import type { TransportPolicy } from "../../contracts/transport.ts";
import { shown } from "./values.ts";

/** "needed": the hook is required. "may": the hook is optional. */
type Wanted = "needed" | "may";
type Hooks<Policy> = Readonly<Record<keyof Required<Policy>, Wanted>>;

const may = "may";
const needed = "needed";
const hooks = {
  buffer: {
    ...{
      threshold: needed,
      portThreshold: may,
      admits: may,
      trims: may,
      trimsLast: may,
      kept: may,
      leak: may,
      limit: may,
      onArrive: may,
    },
    ...{ onDepart: may, onPauseSent: may, onResumeSent: may, onEgressPaused: may, onEgressResumed: may },
  } satisfies Hooks<BufferPolicy>,
  headroom: {
    ...{ reserved: may, kept: may, stopsAt: may, goesAt: may, place: needed, pauses: needed, resumes: needed },
    ...{ resumeAsks: may, spare: may, onRelease: may },
  } satisfies Hooks<HeadroomPolicy>,
  link: {
    ...{ pause: needed, resume: needed, pauseAgain: may, onFrame: needed, frames: may, onArrive: may, onDepart: may },
    ...{ leak: may, maySend: may, onSend: may, addState: may },
  } satisfies Hooks<LinkPolicy>,
  detection: {
    ...{ mark: may, stamp: may, stampAck: may, marksAbove: may, onEnqueue: may, onPaused: may, onResumed: may },
  } satisfies Hooks<DetectionPolicy>,
  congestion: {
    ...{ named: may, onStart: needed, onAck: needed, notifies: may, onCnp: may, onLoss: may, onFinish: may },
    ...{ onSignal: may, onSend: may, onAnswer: may, timersOnlySetRate: may, isAtRest: may, whole: may },
  } satisfies Hooks<CongestionPolicy>,
  recovery: {
    ...{
      onData: needed,
      onTrimmed: may,
      onAck: may,
      onNack: needed,
      onStart: may,
      onSend: may,
      onFinish: may,
      onForget: may,
    },
  } satisfies Hooks<RecoveryPolicy>,
  transport: {
    ...{ onStart: needed, onData: needed, onTrimmed: may, onRequest: may, onReply: may, onSignal: may, onIdle: may },
    ...{ onSent: may },
  } satisfies Hooks<TransportPolicy>,
  routing: {
    ...{ choose: needed, spreads: may, onArrive: may, onRoute: may, onEnqueue: may, onDequeue: may, onStopped: may },
    ...{ onStarted: may, onProbe: may, onNotice: may, onFinish: may, holds: may },
    chargesHeld: may,
  } satisfies Hooks<RoutingPolicy>,
  scheduling: {
    ...{ next: needed, looksAtHeads: may, onEmpty: may, queues: may, assign: may, nextQueue: may, onLeave: may },
  } satisfies Hooks<SchedulingPolicy>,
};

type Create = (values: Readonly<Record<string, unknown>>, view: never) => unknown;

/** Wraps the `create` function of a user module, so that every policy that it creates is checked. */
export function checkedCreate(role: keyof typeof hooks, create: Create): Create {
  return (values, view) => {
    const policy = create(values, view);
    const flaw = flawIn(hooks[role], policy);
    if (flaw !== undefined) throw new AnswerError(role, "create", {}, flaw);
    if (role === "headroom") checkReserved(policy as HeadroomPolicy, (view as HeadroomView).memory.length);
    return policy;
  };
}

function flawIn(wanted: Readonly<Record<string, Wanted>>, policy: unknown): string | undefined {
  const asked = Object.keys(wanted).filter((hook) => wanted[hook] === needed);
  const isMap = typeof policy === "object" && policy !== null;
  const missing = asked.find((hook) => !isMap || typeof Reflect.get(policy, hook) !== "function");
  if (!isMap || missing !== undefined) {
    const expected = asked.length === 0 ? "an object" : `an object with ${asked.join(", ")}`;
    const isPromise = isMap && typeof Reflect.get(policy, "then") === "function";
    const got = isPromise ? "a promise" : isMap ? `one without ${missing}` : (JSON.stringify(policy) ?? "nothing");
    return `expected ${expected}, got ${got}`;
  }
  const own = namesIn(policy).filter((name) => typeof Reflect.get(policy, name) === "function");
  for (const name of own.filter((one) => !Object.hasOwn(wanted, one))) {
    const others = Object.keys(wanted).filter((hook) => Reflect.get(policy, hook) === undefined);
    const hint = didYouMean(name, others);
    if (hint !== undefined || /^on[A-Z]/.test(name))
      return `expected hooks that are called, ${Object.keys(wanted).join(", ")}, got ${name}. ${hint ?? ""}`.trim();
  }
  return lateIn(policy, own);
}

/** The names of the policy's own properties. For an instance of a class, also the names of the class's methods. */
function namesIn(policy: object): string[] {
  const kind = Object.getPrototypeOf(policy) as object | null;
  const inherited = kind === null || kind === Object.prototype ? [] : Object.getOwnPropertyNames(kind);
  return [...Object.keys(policy), ...inherited].filter((name) => name !== "constructor");
}

/**
 * Describes a hook that is async or a generator. An async hook would continue at a later time of the run, and a
 * generator would not run at all. Undefined: there is none.
 */
export function lateIn(policy: object, names: readonly string[]): string | undefined {
  for (const name of names) {
    const kind = Object.prototype.toString.call(Reflect.get(policy, name));
    const [, what] = /^\[object (Async|Generator|AsyncGenerator)Function\]$/.exec(kind) ?? [];
    if (what === undefined) continue;
    const got = what === "Async" ? "an async function" : "a generator";
    return `expected ${name} to do all it does before it returns, got ${got}. Use a timer for later work`;
  }
  return undefined;
}

function checkReserved({ reserved }: Partial<HeadroomPolicy>, nodes: number): void {
  const isArray = reserved instanceof Float64Array;
  if (!isArray || reserved.length < nodes) {
    const got = isArray ? `one of ${reserved.length}` : shown(reserved);
    const expected = `expected reserved to be a Float64Array with the bytes of each of ${nodes} nodes`;
    throw new AnswerError("headroom", "create", {}, `${expected}, got ${got}`);
  }
  const wrong = reserved.findIndex((bytes) => !(bytes >= 0 && bytes < Infinity));
  if (wrong >= 0) wrongAnswer("headroom", "reserved", { node: wrong }, "bytes, 0 or more", reserved[wrong]);
}
