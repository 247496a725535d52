/** When theory says that no packet of a lossless class is dropped. */
import type { Scenario } from "../lab.ts";

/**
 * Headroom of the exact need h* for every lossless queue, PAUSEs that hold as long as they are wanted, links that keep their delay and
 * lose no frame of them.
 */
export function losesNothing({ policies, wiring, times, links = [] }: Scenario): boolean {
  if (times !== undefined) return false; // cut to nanoseconds they make links faster than their rate
  const { headroom, link, buffer } = policies;
  const sized = headroom.values["rule"] === "exact" && headroom.values["size"] === undefined;
  const heard = link.name === "pfc" && link.values["repeat"] === "timer" && link.values["hold"] === undefined;
  const plain = wiring.links.every(
    ({ jitter = 0, bitErrorRate = 0, frameErrorRate = 0 }) => jitter + bitErrorRate + frameErrorRate === 0,
  );
  // It has accounts of headroom of its own.
  const ownAccounts = buffer.values["headroom"] !== undefined || buffer.name === "ingress-egress";
  return (
    sized &&
    heard &&
    plain &&
    !ownAccounts &&
    links.every(({ policy, memory }) => policy === undefined && memory === undefined)
  );
}
