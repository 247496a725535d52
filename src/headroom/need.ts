/**
 * What a port must be able to take after a PAUSE was decided: DSH's equation 1, and what real frames need.
 *
 *   eta = 2 (C D + L) + 3840 B
 *   h*  = L + (2 (L + 20) + 84 + 2 C D + reaction) * L / (L + 20)
 *
 * Paper  dsh, section II; docs/errata.md says why the two differ
 */
import type { Bytes } from "../base/units.ts";
import type { HeadroomView } from "../contracts/headroom.ts";

// Parameters that every headroom policy offers.

/** Headroom itself, where it is not reckoned; what it is the headroom of, each policy says. */
export const sizeParam = {
  unit: "bytes",
  derived: "by `rule`, from each port's rate and delay",
  min: 0,
  max: 2 ** 40,
  source: "dsh, equation 1",
} as const;

/** How far the threshold and the point to go on lie apart. */
export const resumeOffsetParam = {
  unit: "bytes",
  default: 3072,
  min: 0,
  max: 2 ** 40,
  source: "HPCC simulator",
  about: "How far below the threshold a queue must fall before its upstream may go again.",
} as const;

/** How headroom is sized. */
export const ruleParam = {
  unit: "choice",
  default: "exact",
  choices: ["exact", "equation-1"],
  source: "docs/errata.md",
  about: "How headroom is sized: the exact need h*, or DSH's equation 1.",
} as const;

/**
 * Headroom by port, for one queue, or for one port whose queues share the wire: `size`, or what `rule` asks for. A port with memory of its
 * own gets none. `before` PFC frames may wait for the wire ahead of the one that counts.
 */
export function headroomByPort(
  { size, rule }: { readonly size: Bytes | undefined; readonly rule: Rule },
  view: HeadroomView,
  before = 0,
): Float64Array {
  const need = (port: number): Bytes => size ?? headroomNeed(rule, view, port, before);
  return Float64Array.from({ length: view.ports }, (_, port) => (view.ownMemory(port) > 0 ? 0 : need(port)));
}

type Rule = "exact" | "equation-1";

/** Rounded up. Equation 1 knows of no frame that waits ahead. */
function headroomNeed(rule: Rule, view: HeadroomView, port: number, before: number): Bytes {
  const frame = view.maxFrame;
  const inFlight = (2 * view.rate(port) * view.delay(port)) / 8e12;
  if (rule === "equation-1") return Math.ceil(inFlight + 2 * frame + 3840);
  const wire = frame + view.wireOverhead;
  const frames = (1 + before) * view.pauseFrame;
  return Math.ceil(frame + ((2 * wire + frames + inFlight + view.reaction(port)) * frame) / wire);
}
