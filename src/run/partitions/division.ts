/** A network divided into parts, and the memory that they share: plain data, to be sent to threads, and what each part makes of it. */
import { Flows, sharedBytes } from "../../sim/model/flows.ts";
import type { Fabric } from "../../sim/model/fabric.ts";
import { us, type Ps } from "../../base/units.ts";
import { Board, boardBytes } from "./board.ts";
import type { PartOptions } from "./part.ts";
import { Ring, ringBytes } from "./ring.ts";

/** 128 KiB: some 1,300 packets; 1 MiB where one part may be far ahead of the other. What has no room waits with its sender, and so that part. */
const RING_WORDS = 1 << 15;
const LONG_RING_WORDS = 1 << 18;
const FAR_AHEAD: Ps = us(20);

/** From one part to another: the shortest time from the sending of a frame to its arrival, ps, and the ring. */
interface Way {
  readonly from: number;
  readonly to: number;
  readonly delay: Ps;
  readonly ring: SharedArrayBuffer;
}

/** As it is sent to threads. */
export interface DivisionData {
  readonly parts: number;
  readonly partOf: Int32Array;
  readonly board: SharedArrayBuffer;
  readonly ways: readonly Way[];
  /** What was asked of flows, where trains begin some during the run. */
  readonly flows: SharedArrayBuffer | undefined;
}

export class Division {
  readonly data: DivisionData;
  readonly board: Board;

  constructor(data: DivisionData) {
    this.data = data;
    this.board = new Board(data.board, data.parts);
  }

  get flows(): SharedArrayBuffer | undefined {
    return this.data.flows;
  }

  /** The flows as all parts know them; undefined: all were planned. */
  askedFlows(capacity: number): Flows | undefined {
    return this.data.flows === undefined ? undefined : new Flows(capacity, this.data.flows);
  }

  /** What part `part` is to know. Each end of a ring is made once. */
  of(part: number): Omit<PartOptions, "until" | "tell"> {
    const { partOf, ways } = this.data;
    const neighbours = ways
      .filter(({ from }) => from === part)
      .map(({ to, ring }) => {
        const back = ways.find((way) => way.from === to && way.to === part) as Way;
        return { part: to, delay: back.delay, from: new Ring(back.ring), to: new Ring(ring) };
      });
    return { part, partOf, board: this.board, neighbours };
  }
}

/** `partOf` by node. `flows`: room for so many that are born during the run, and those planned; undefined: none is. */
export function divide(fabric: Fabric, partOf: Int32Array, parts: number, flows: number | undefined): Division {
  const { node, peer } = fabric;
  const shortest = new Map<string, { from: number; to: number; delay: Ps }>();
  for (let port = 0; port < node.length; port++) {
    const [from, to] = [partOf[node[port]], partOf[node[peer[port]]]];
    if (from === to) continue;
    // The last bit of a frame leaves after the first one; none is shorter than a byte and its preamble.
    const delay = fabric.least[port] + fabric.wireTime(port, 1);
    const known = shortest.get(`${from} ${to}`);
    if (known === undefined || delay < known.delay) shortest.set(`${from} ${to}`, { from, to, delay });
  }
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
  const division = new Division({
    parts,
    partOf,
    board: shared(boardBytes(parts)),
    ways: [...shortest.values()].map((way) => ({
      ...way,
      ring: shared(ringBytes(way.delay > FAR_AHEAD ? LONG_RING_WORDS : RING_WORDS)),
    })),
    flows: flows === undefined ? undefined : shared(sharedBytes(flows)),
  });
  for (let part = 0; part < parts; part++) division.board.open(part);
  return division;
}
