/** A policy from a file with its answers looked at, by role: what is outside the contract ends the run, and names the hook. */
import type { BufferPolicy, BufferView } from "../contracts/buffer.ts";
import type { CongestionPolicy, CongestionView } from "../contracts/congestion.ts";
import type { DetectionPolicy, DetectionView } from "../contracts/detection.ts";
import type { HeadroomPolicy, HeadroomView } from "../contracts/headroom.ts";
import type { LinkPolicy, LinkView } from "../contracts/link.ts";
import type { RecoveryPolicy, RecoveryView } from "../contracts/recovery.ts";
import type { RoutingPolicy, RoutingView } from "../contracts/routing.ts";
import type { SchedulingPolicy, SchedulingView } from "../contracts/scheduling.ts";
import { HookError } from "./hook-error.ts";
import { guardedCongestion, guardedRecovery } from "./per-flow.ts";
import {
  guardedBuffer,
  guardedDetection,
  guardedHeadroom,
  guardedLink,
  guardedRouting,
  guardedScheduling,
} from "./per-packet.ts";

/** A policy, made by `create` for its view. */
type Guard<View, Policy> = (create: (view: View) => Policy, view: View) => Policy;

interface Guards {
  readonly buffer: Guard<BufferView, BufferPolicy>;
  readonly headroom: Guard<HeadroomView, HeadroomPolicy>;
  readonly link: Guard<LinkView, LinkPolicy>;
  readonly detection: Guard<DetectionView, DetectionPolicy>;
  readonly congestion: Guard<CongestionView, CongestionPolicy>;
  readonly recovery: Guard<RecoveryView, RecoveryPolicy>;
  readonly routing: Guard<RoutingView, RoutingPolicy>;
  readonly scheduling: Guard<SchedulingView, SchedulingPolicy>;
}

const guards: Guards = {
  buffer: (create, view) => guardedBuffer(create(view)),
  headroom: (create, view) => guardedHeadroom(create(view)),
  link: (create, view) => guardedLink(create(view)),
  detection: (create, view) => guardedDetection(create(view)),
  congestion: guardedCongestion,
  recovery: guardedRecovery,
  routing: (create, view) => guardedRouting(create(view)),
  scheduling: (create, view) => guardedScheduling(create(view)),
};

/** Functions that a policy of a role cannot do without. */
const needed: Readonly<Record<keyof Guards, readonly string[]>> = {
  buffer: ["threshold"],
  headroom: ["place", "pauses", "resumes"],
  link: ["pause", "resume", "onFrame"],
  detection: [],
  congestion: ["onStart", "onAck"],
  recovery: ["onData", "onNack"],
  routing: ["choose"],
  scheduling: ["next"],
};

type Create = (values: Readonly<Record<string, unknown>>, view: never) => unknown;

/** `create` of a module of `role`, whose policies are guarded. */
export function guardedCreate(role: keyof Guards, create: Create): Create {
  const guard = guards[role] as Guard<unknown, unknown>;
  return (values, view) =>
    guard((given) => {
      const policy = create(values, given as never);
      checkHooks(role, policy);
      return policy;
    }, view);
}

function checkHooks(role: keyof Guards, policy: unknown): void {
  const isMap = typeof policy === "object" && policy !== null;
  const missing = needed[role].find((hook) => !isMap || typeof Reflect.get(policy, hook) !== "function");
  if (isMap && missing === undefined) return;
  const expected = needed[role].length === 0 ? "an object" : `an object with ${needed[role].join(", ")}`;
  throw new HookError(
    role,
    "create",
    {},
    `expected ${expected}, got ${isMap ? `one without ${missing ?? ""}` : (JSON.stringify(policy) ?? "nothing")}`,
  );
}
