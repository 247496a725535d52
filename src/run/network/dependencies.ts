/**
 * Buffer dependencies of egress ports. In a network with full buffers, an egress port waits for other egress ports,
 * which are listed here.
 *
 * A packet at an egress port occupies memory of its switch until the egress port at the next switch has room. So under
 * hop-by-hop flow control the first port depends on the second. This holds for every two ports that some path visits in
 * succession. Ports towards hosts depend on no port, because hosts consume all packets.
 *
 * The graph contains all shortest paths between all pairs of hosts, independent of routing policy and traffic. So it
 * shows dependencies that are possible, even if no run shows them. It is the same for every lossless class.
 */
import type { Network } from "../../sim/model/network.ts";

/**
 * The key is an egress port from one switch to the next. The value lists the egress ports of the next switch for which
 * the key port waits. All port numbers are network-wide.
 */
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

  /**
   * Finds the switches with hosts, and some of the hosts as destinations. Hosts with links to the same switches are reached
   * by the same paths, so one of these hosts is enough.
   */
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
