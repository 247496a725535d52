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
import type { Network } from "../../sim/model/network.ts";

/** By egress port of a switch towards a switch, network-wide numbers: the egress ports of the next switch that it waits for. */
export function bufferDependencies({ fabric, switches }: Network): Map<number, number[]> {
  const { node: nodeOf, peer, portBase } = fabric;
  const across = (port: number): number => nodeOf[peer[port]];
  const towardsSwitches = (node: number, host: number): number[] => {
    const at = switches[node];
    return at === null ? [] : at.candidates(host).filter((port) => switches[across(port)] !== null);
  };
  const { destinations, leaves } = edges();
  const waits = new Map<number, Set<number>>();
  for (const host of destinations) {
    const reached = new Set(leaves);
    for (const node of reached) {
      for (const port of towardsSwitches(node, host)) {
        const next = across(port);
        let waited = waits.get(port);
        if (waited === undefined) waits.set(port, (waited = new Set()));
        for (const further of towardsSwitches(next, host)) waited.add(further);
        reached.add(next);
      }
    }
  }
  const ascending = (a: number, b: number): number => a - b;
  return new Map([...waits].sort(([a], [b]) => a - b).map(([port, set]) => [port, [...set].sort(ascending)]));

  /** Switches that hosts hang on; of hosts on the same switches, which are reached the same way, one stands for all. */
  function edges(): { readonly destinations: Iterable<number>; readonly leaves: ReadonlySet<number> } {
    const byPlace = new Map<string, number>();
    const leaves = new Set<number>();
    for (let host = 0; host < fabric.nodes; host++) {
      if (switches[host] !== null) continue;
      const own: number[] = [];
      for (let port = portBase[host]; port < portBase[host + 1]; port++) own.push(across(port));
      for (const node of own) if (switches[node] !== null) leaves.add(node);
      if (!byPlace.has(own.join())) byPlace.set(own.join(), host);
    }
    return { destinations: byPlace.values(), leaves };
  }
}
