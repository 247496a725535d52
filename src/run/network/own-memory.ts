/**
 * Finds the ports with their own memory. Its size is set by the scenario, or is an even share of the switch's memory.
 */
import type { PortNumbers } from "../../sim/model/numbering.ts";
import { portOn } from "../../sim/model/numbering.ts";
import type { Needs } from "../../base/params.ts";
import type { ChosenPolicy, Scenario } from "../../scenario/scenario.ts";
import type { Bytes } from "../../base/units.ts";

export interface OwnMemory {
  /** By switch port (network-wide number): the size of the port's own memory. */
  readonly ofPorts: ReadonlyMap<number, Bytes>;
  /** By switch: the bytes of its memory that were divided evenly among ports without a size in the scenario. */
  readonly sharedOut: ReadonlyMap<number, Bytes>;
}

/** Returns the memory of ports that have their own. `needsOf` returns the requirements of a link policy. */
export function ownMemory(
  { wiring, memory, links = [], policies }: Scenario,
  numbers: PortNumbers,
  needsOf: (policy: ChosenPolicy) => Needs,
): OwnMemory {
  const { portBase, node } = numbers;
  const common = needsOf(policies.link).ownMemory;
  const needed = Array.from(node, () => common);
  const given = new Map<number, Bytes>();
  for (const { ports, policy = policies.link, memory: own } of links) {
    for (const end of ports) {
      const port = portOn(numbers, end);
      needed[port] = needsOf(policy).ownMemory;
      if (own !== undefined && wiring.isSwitch[end.node]) given.set(port, own);
    }
  }
  const ofPorts = new Map(given);
  const sharedOut = new Map<number, Bytes>();
  wiring.isSwitch.forEach((isSwitch, at) => {
    if (!isSwitch) return;
    const sharing = Array.from({ length: portBase[at + 1] - portBase[at] }, (_, k) => portBase[at] + k).filter(
      (port) => !given.has(port),
    );
    const share = Math.floor((wiring.memory?.get(at) ?? memory) / sharing.length);
    for (const port of sharing) {
      if (needed[port] !== "even share") continue;
      ofPorts.set(port, share);
      sharedOut.set(at, (sharedOut.get(at) ?? 0) + share);
    }
  });
  return { ofPorts, sharedOut };
}
