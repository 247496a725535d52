/**
 * Policies of switches from files: their answers are looked at as they are given.
 *
 * Asked for every packet, so each question has a function of its own, which V8 compiles with the policy's inside. What a hook throws comes
 * through as it is: its stack names it.
 */
import type { BufferPolicy } from "../contracts/buffer.ts";
import type { DetectionPolicy } from "../contracts/detection.ts";
import type { HeadroomPolicy } from "../contracts/headroom.ts";
import type { LinkPolicy } from "../contracts/link.ts";
import type { RoutingPolicy } from "../contracts/routing.ts";
import type { SchedulingPolicy } from "../contracts/scheduling.ts";
import { wrongAnswer } from "./hook-error.ts";

/** In place, so that what a policy knows of itself stays true. */
function replace<Policy extends object, Name extends keyof Policy>(
  policy: Policy,
  name: Name,
  value: Policy[Name],
): void {
  Object.defineProperty(policy, name, { value, configurable: true });
}

export function guardedBuffer(policy: BufferPolicy): BufferPolicy {
  const { threshold, portThreshold, admits } = policy;
  replace(policy, "threshold", (port, cls) => {
    const bytes = threshold(port, cls);
    if (bytes >= 0) return bytes;
    throw wrongAnswer("buffer", "threshold", { port }, "bytes, 0 or more", bytes);
  });
  if (portThreshold !== undefined)
    replace(policy, "portThreshold", (port) => {
      const bytes = portThreshold(port);
      if (bytes >= 0) return bytes;
      throw wrongAnswer("buffer", "portThreshold", { port }, "bytes, 0 or more", bytes);
    });
  if (admits !== undefined)
    replace(policy, "admits", (port, cls, size, out) => {
      const may = admits(port, cls, size, out);
      if (typeof may === "boolean") return may;
      throw wrongAnswer("buffer", "admits", { port }, "true or false", may);
    });
  return policy;
}

export function guardedHeadroom(policy: HeadroomPolicy): HeadroomPolicy {
  const { place, pauses, resumes, reserved } = policy;
  const wrong = reserved.findIndex((bytes) => !(bytes >= 0 && bytes < Infinity));
  if (wrong >= 0) throw wrongAnswer("headroom", "reserved", { node: wrong }, "bytes, 0 or more", reserved[wrong]);
  replace(policy, "place", (queue, size, threshold) => {
    const segment = place(queue, size, threshold);
    if (segment === 0 || segment === 1 || segment === 2) return segment;
    throw wrongAnswer("headroom", "place", { port: queue >> 3 }, "FOOTROOM, HEADROOM or REFUSED", segment);
  });
  replace(policy, "pauses", (queue, threshold) => {
    const what = pauses(queue, threshold);
    if (what >= 0 && what <= 3) return what;
    throw wrongAnswer("headroom", "pauses", { port: queue >> 3 }, "NOTHING, QUEUE, PORT or both", what);
  });
  replace(policy, "resumes", (queue, threshold) => {
    const what = resumes(queue, threshold);
    if (what >= 0 && what <= 3) return what;
    throw wrongAnswer("headroom", "resumes", { port: queue >> 3 }, "NOTHING, QUEUE, PORT or both", what);
  });
  return policy;
}

export function guardedLink(policy: LinkPolicy): LinkPolicy {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its policy below
  const { maySend } = policy;
  if (maySend !== undefined)
    replace(policy, "maySend", (port, cls, size) => {
      const may = maySend.call(policy, port, cls, size);
      if (typeof may === "boolean") return may;
      throw wrongAnswer("link", "maySend", { port }, "true or false", may);
    });
  return policy;
}

export function guardedDetection(policy: DetectionPolicy): DetectionPolicy {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its policy below
  const { mark } = policy;
  if (mark !== undefined)
    replace(policy, "mark", (port, cls, backlog) => {
      const found = mark.call(policy, port, cls, backlog);
      if (found === 0 || found === 1 || found === 2) return found;
      throw wrongAnswer("detection", "mark", { port }, "UNMARKED, UNDETERMINED or CONGESTED", found);
    });
  return policy;
}

export function guardedRouting(policy: RoutingPolicy): RoutingPolicy {
  const { choose } = policy;
  replace(policy, "choose", (here, flow, reverse, to, ports, from, count, packet) => {
    const index = choose(here, flow, reverse, to, ports, from, count, packet);
    if (index >= 0 && index < count && Number.isInteger(index)) return index;
    throw wrongAnswer("routing", "choose", { node: here, flow }, `an index from 0 to ${count - 1}`, index);
  });
  return policy;
}

export function guardedScheduling(policy: SchedulingPolicy): SchedulingPolicy {
  const { next } = policy;
  replace(policy, "next", (port, ready) => {
    const cls = next(port, ready);
    if (((ready >> cls) & 1) === 1 && cls >= 0 && cls < 8) return cls;
    throw wrongAnswer("scheduling", "next", { port }, "a class that is ready", cls);
  });
  return policy;
}
