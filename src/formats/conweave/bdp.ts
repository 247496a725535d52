/**
 * Returns the largest bandwidth-delay product of all pairs of hosts, as ConWeave's and HPCC's simulators compute it (docs/ns3-semantics.md,
 * section 4). The product's delay is the propagation in both directions plus, one way, the transmission of a full payload on each link. The
 * product's rate is the rate of the slowest link on a shortest path.
 */
import type { Bytes } from "../../base/units.ts";
import type { HpccLink, HpccTopology } from "../hpcc/topology.ts";

export function largestBdp({ nodes, switches, links }: HpccTopology, payload: Bytes): Bytes {
  const at: HpccLink[][] = Array.from({ length: nodes }, () => []);
  for (const link of links) {
    at[link.a].push(link);
    at[link.b].push(link);
  }
  const isSwitch = new Set(switches);
  let largest = 0;
  for (let host = 0; host < nodes; host++) if (!isSwitch.has(host)) largest = Math.max(largest, from(host));
  return largest;

  function from(host: number): Bytes {
    const rtt = new Float64Array(nodes).fill(-1);
    const rate = new Float64Array(nodes).fill(Infinity);
    const queue = [host];
    let most = 0;
    rtt[host] = 0;
    for (let k = 0; k < queue.length; k++) {
      const node = queue[k];
      for (const { a, b, bps, delayNs } of at[node]) {
        const next = a === node ? b : a;
        if (rtt[next] >= 0) continue;
        rtt[next] = rtt[node] + 2 * delayNs + Math.floor((payload * 8e9) / bps);
        rate[next] = Math.min(rate[node], bps);
        if (isSwitch.has(next)) queue.push(next);
        else most = Math.max(most, Number((BigInt(rtt[next]) * BigInt(rate[next])) / 1_000_000_000n / 8n));
      }
    }
    return most;
  }
}
