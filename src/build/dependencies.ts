/**
 * Buffer dependencies: which queue waits for which when a fabric is full.
 *
 * A packet that waits at one egress port holds memory of the switch it is at, until there is room at the egress port it goes to at the
 * next switch. So, under hop-by-hop flow control, the first port depends on the second, for every pair of ports that some path of
 * some flow passes one after the other. Ports towards hosts depend on nobody: hosts take what comes.
 *
 * All shortest paths between all pairs of hosts are counted, whichever of them routing takes and whoever sends in a scenario: the
 * graph says what can happen, not what does. It is the same for every lossless class.
 */
import type { Network } from "../model/network.ts";
import { candidates } from "../model/routes.ts";

/** By egress port of a switch towards a switch, network-wide numbers: the egress ports of the next switch that it waits for. */
export function bufferDependencies({ fabric, switches }: Network): Map<number, number[]> {
  const { isSwitch } = fabric.wiring;
  const nodeAcross = (port: number): number => fabric.node[fabric.peer[port]];
  const waits = new Map<number, Set<number>>();
  const leaves = new Map<number, number>();
  for (let host = 0; host < fabric.nodes; host++) {
    if (isSwitch[host] || fabric.portBase[host] === fabric.portBase[host + 1]) continue;
    const leaf = nodeAcross(fabric.portBase[host]);
    if (isSwitch[leaf] && !leaves.has(leaf)) leaves.set(leaf, host);
  }
  // Hosts of one leaf are reached the same way, so one stands for all.
  for (const [home, host] of leaves) {
    const seen = new Set<number>();
    const queue = [...leaves.keys()].filter((leaf) => leaf !== home);
    for (const leaf of queue) seen.add(leaf);
    for (const node of queue) {
      const at = switches[node];
      if (at === null) continue;
      for (const port of candidates(at.routes, host, at.base)) {
        const next = nodeAcross(port);
        const there = switches[next];
        if (there === null) continue;
        const waited = waits.get(port) ?? new Set();
        waits.set(port, waited);
        for (const further of candidates(there.routes, host, there.base))
          if (isSwitch[nodeAcross(further)]) waited.add(further);
        if (!seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
  }
  return new Map([...waits].sort(([a], [b]) => a - b).map(([port, set]) => [port, [...set].sort((a, b) => a - b)]));
}
