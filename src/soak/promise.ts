/** When theory says that no packet of a lossless class is dropped. */
import type { Scenario } from "../lab.ts";
import type { ChosenPolicy } from "../scenario/scenario.ts";

/**
 * Headroom of the exact need h* for every lossless queue, PAUSEs that hold as long as they are wanted, links that keep their delay and
 * lose no frame of them.
 */
export function losesNothing({ policies, wiring, times, links = [] }: Scenario): boolean {
  if (times !== undefined) return false; // cut to nanoseconds they make links faster than their rate
  const { headroom, link, buffer } = policies;
  const sized = headroom.values["rule"] === "exact" && headroom.values["size"] === undefined;
  const plain = wiring.links.every(
    ({ jitter = 0, bitErrorRate = 0, frameErrorRate = 0 }) => jitter + bitErrorRate + frameErrorRate === 0,
  );
  const alike = links.every(({ policy, memory }) => memory === undefined && (policy === undefined || isHeard(policy)));
  // It has accounts of headroom of its own.
  const ownAccounts = buffer.name === "ingress-egress";
  return sized && isHeard(link) && plain && alike && !ownAccounts;
}

const isHeard = ({ name, values }: ChosenPolicy): boolean =>
  name === "pfc" && values["repeat"] === "timer" && values["hold"] === undefined;
