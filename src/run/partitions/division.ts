/**
 * The division of a network into partitions. It is plain data, which is sent to all threads. Each partition creates its
 * own objects from it.
 */
import { Flows, sharedBytes } from "../../sim/model/flows.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import { us, type Ps } from "../../base/units.ts";
import { Clocks, clocksBytes } from "./clocks.ts";
import type { PartitionOptions } from "./partition.ts";
import { Ring, ringBytes } from "./ring.ts";

/**
 * The size of a ring in 32-bit words. 128 KiB are enough for about 1,300 packets. The long ring of 1 MiB is for
 * partitions that may be far ahead of each other. If a ring is full, its sender keeps further packets and waits.
 */
const RING_WORDS = 1 << 15;
const LONG_RING_WORDS = 1 << 18;
const FAR_AHEAD: Ps = us(20);

/** One direction between two partitions: its ring, and the shortest time in ps from sending a frame to its arrival. */
interface Way {
  readonly from: number;
  readonly to: number;
  readonly delay: Ps;
  readonly ring: SharedArrayBuffer;
}

/** The division in the form that is sent to threads. */
export interface DivisionData {
  readonly parts: number;
  readonly partOf: Int32Array;
  readonly clocks: SharedArrayBuffer;
  readonly ways: readonly Way[];
  /**
   * Shared memory for the table of flows, if flows may be created during the run. Undefined: all flows are planned in
   * advance, so each partition creates them itself.
   */
  readonly flows: SharedArrayBuffer | undefined;
}

export class Division {
  readonly data: DivisionData;
  readonly clocks: Clocks;

  constructor(data: DivisionData) {
    this.data = data;
    this.clocks = new Clocks(data.clocks, data.parts);
  }

  get flows(): SharedArrayBuffer | undefined {
    return this.data.flows;
  }

  /**
   * The table of flows in shared memory. Undefined: all flows are planned in advance, so each partition creates the table
   * itself.
   */
  askedFlows(capacity: number): Flows | undefined {
    return this.data.flows === undefined ? undefined : new Flows(capacity, this.data.flows);
  }

  /**
   * The options of partition `part`. Call it once for each partition: it creates the partition's ends of the rings
   * (queues in shared memory between partitions). Each end may exist only once.
   */
  of(part: number): Omit<PartitionOptions, "until" | "tell"> {
    const { partOf, ways } = this.data;
    const neighbours = ways
      .filter(({ from }) => from === part)
      .map(({ to, ring }) => {
        const back = ways.find((way) => way.from === to && way.to === part) as Way;
        return { part: to, delay: back.delay, from: new Ring(back.ring), to: new Ring(ring) };
      });
    return { part, partOf, clocks: this.clocks, neighbours };
  }
}

/**
 * `partOf`, by node: its partition. `flows`: the maximum number of flows, if some begin because of events of the run.
 * Undefined: all flows are planned.
 */
export function divide(fabric: Fabric, partOf: Int32Array, parts: number, flows: number | undefined): Division {
  const { node, peer } = fabric;
  const shortest = new Map<string, { from: number; to: number; delay: Ps }>();
  for (let port = 0; port < node.length; port++) {
    const [from, to] = [partOf[node[port]], partOf[node[peer[port]]]];
    if (from === to) continue;
    // The shortest time until a frame arrives: the delay of the link, plus the transmission time of 1 byte.
    const delay = fabric.least[port] + fabric.wireTime(port, 1);
    const known = shortest.get(`${from} ${to}`);
    if (known === undefined || delay < known.delay) shortest.set(`${from} ${to}`, { from, to, delay });
  }
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
  const division = new Division({
    parts,
    partOf,
    clocks: shared(clocksBytes(parts)),
    ways: [...shortest.values()].map((way) => ({
      ...way,
      ring: shared(ringBytes(way.delay > FAR_AHEAD ? LONG_RING_WORDS : RING_WORDS)),
    })),
    flows: flows === undefined ? undefined : shared(sharedBytes(flows)),
  });
  for (let part = 0; part < parts; part++) division.clocks.open(part);
  return division;
}
