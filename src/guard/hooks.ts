/**
 * A policy from a file as it is made: has it the hooks that its role cannot do without? What they answer the model looks at, whosever policy it
 * is (`contracts/answers.ts`).
 */
import { AnswerError, wrongAnswer } from "../contracts/answers.ts";
import type { HeadroomPolicy } from "../contracts/headroom.ts";

/** Functions that a policy of a role cannot do without. */
const needed = {
  buffer: ["threshold"],
  headroom: ["place", "pauses", "resumes"],
  link: ["pause", "resume", "onFrame"],
  detection: [],
  congestion: ["onStart", "onAck"],
  recovery: ["onData", "onNack"],
  routing: ["choose"],
  scheduling: ["next"],
} satisfies Readonly<Record<string, readonly string[]>>;

type Create = (values: Readonly<Record<string, unknown>>, view: never) => unknown;

/** `create` of a module of `role`, whose policies are looked at. */
export function checkedCreate(role: keyof typeof needed, create: Create): Create {
  return (values, view) => {
    const policy = create(values, view);
    checkHooks(role, policy);
    if (role === "headroom") checkReserved(policy as HeadroomPolicy);
    return policy;
  };
}

function checkHooks(role: keyof typeof needed, policy: unknown): void {
  const hooks: readonly string[] = needed[role];
  const isMap = typeof policy === "object" && policy !== null;
  const missing = hooks.find((hook) => !isMap || typeof Reflect.get(policy, hook) !== "function");
  if (isMap && missing === undefined) return;
  const expected = hooks.length === 0 ? "an object" : `an object with ${hooks.join(", ")}`;
  const got = isMap ? `one without ${missing ?? ""}` : (JSON.stringify(policy) ?? "nothing");
  throw new AnswerError(role, "create", {}, `expected ${expected}, got ${got}`);
}

function checkReserved({ reserved }: HeadroomPolicy): void {
  const wrong = reserved.findIndex((bytes) => !(bytes >= 0 && bytes < Infinity));
  if (wrong >= 0) wrongAnswer("headroom", "reserved", { node: wrong }, "bytes, 0 or more", reserved[wrong]);
}
