/**
 * Shows how switch memory is divided into shared pool, headroom and private segments. Single ports may have their own
 * memory.
 */
import type { Network } from "../../sim/model/network.ts";
import type { Switch } from "../../sim/model/switch.ts";
import type { Bps, Bytes, Ps } from "../../base/units.ts";
import { headroomAt } from "./lossless-guarantee.ts";

/** How each switch of a group divides its memory. The switches of a group are equal. */
export interface Budget {
  readonly switches: readonly string[];
  /** The number of ports of each switch. This includes ports that have memory of their own. */
  readonly ports: number;
  readonly memory: Bytes;
  readonly shared: Bytes;
  readonly headroom: Bytes;
  readonly private: Bytes;
  /** The sum of the ports' own memory. `memory` does not include it. */
  readonly own: Bytes;
}

/**
 * Headroom of switch ports with equal links. `kept`: the reserved headroom. `need`: the bytes that may follow a PAUSE.
 */
export interface HeadroomOf {
  readonly rate: Bps;
  readonly delay: Ps;
  readonly ports: number;
  readonly kept: Bytes;
  readonly need: Bytes;
  /** "queue": the bytes are for each lossless queue. "port": they are for all queues of a port together. */
  readonly each: "queue" | "port";
}

const ownOf = ({ base, ports }: Switch, { ownMemory }: Network["fabric"]): Bytes =>
  ownMemory?.subarray(base, base + ports).reduce((sum, bytes) => sum + bytes, 0) ?? 0;

/** Groups switches that have equal memory, equal division of it, and equal links. */
export function kindsOf({ switches, fabric }: Network): Switch[][] {
  const kinds = new Map<string, Switch[]>();
  for (const at of switches) {
    if (at === null) continue;
    const { memory, capacity } = at.pool;
    const links = Array.from(
      { length: at.ports },
      (_, k) => `${fabric.rate[at.base + k]} ${fabric.delay[at.base + k]}`,
    );
    const key = [memory, capacity, at.ports, ownOf(at, fabric), ...links.sort()].join();
    const alike = kinds.get(key);
    if (alike === undefined) kinds.set(key, [at]);
    else alike.push(at);
  }
  return [...kinds.values()];
}

export function budgets({ fabric }: Network, kinds: readonly (readonly Switch[])[]): Budget[] {
  return kinds.map((alike) => {
    const [{ pool, policies, ports, portsApart, node: first }] = alike;
    const headroom = policies.headroom.reserved[first];
    return {
      switches: alike.map(({ node }) => fabric.wiring.names[node]),
      ports,
      memory: pool.memory,
      shared: pool.capacity,
      headroom,
      private: ports === portsApart ? 0 : pool.memory - pool.capacity - headroom,
      own: ownOf(alike[0], fabric),
    };
  });
}

export function headroomOfLinks(network: Network): HeadroomOf[] {
  const { fabric, switches } = network;
  const rows = new Map<string, HeadroomOf>();
  for (const at of switches) {
    if (at === null || at.lossless === 0) continue;
    for (let port = at.base; port < at.base + at.ports; port++) {
      if ((fabric.ownMemory?.[port] ?? 0) > 0) continue;
      const [rate, delay] = [fabric.rate[port], fabric.delay[port]];
      const { kept, need, each } = headroomAt(network, at, port);
      const key = `${rate} ${delay} ${kept}`;
      rows.set(key, { rate, delay, kept, need, each, ports: (rows.get(key)?.ports ?? 0) + 1 });
    }
  }
  return [...rows.values()];
}
