/**
 * Spraying: every packet takes another path, whatever its flow.
 *
 *   random       uniform over the candidates
 *   round-robin  the candidates in a random order, which is drawn anew after so many rounds; all flows share the turn
 *
 * Paper    dixit13 (RPS); round robin as in csg-htsim's switches
 * Differs  ACKs and notifications take the way that ECMP gives them
 * Bears    receivers must tolerate reordering, or every other packet looks lost to them
 */
import { defineParams, type Values } from "../params.ts";
import type { RoutingPolicy, RoutingView } from "./contract.ts";
import { ecmp } from "./ecmp.ts";

export const about = "every packet takes another path";

export const params = defineParams({
  form: {
    unit: "choice",
    default: "random",
    choices: ["random", "round-robin"],
    source: "dixit13",
    about: "A path at random, or one after another.",
  },
  rounds: {
    unit: "count",
    default: 5,
    min: 1,
    max: 1_000_000,
    source: "csg-htsim",
    about: "Rounds through the paths until round-robin draws another order.",
  },
});

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const byHash = ecmp(view);
  const next = p.form === "random" ? (_: Int32Array, __: number, n: number) => draw(n) : roundRobin(p.rounds, draw);
  return {
    choose(flow, reverse, to, ports, from, count, packet) {
      if (reverse || count === 1) return byHash.choose(flow, reverse, to, ports, from, count, packet);
      return next(ports, from, count);
    },
  };

  function draw(count: number): number {
    return Math.floor(view.random() * count);
  }
}

/** Orders and turns lie beside the lists of candidates, so a list's are at its own place. */
function roundRobin(rounds: number, draw: (count: number) => number) {
  let known = new Int32Array(0);
  let order = known;
  let turns = known;

  function shuffle(from: number, count: number): void {
    for (let k = 0; k < count; k++) {
      const other = draw(k + 1);
      order[from + k] = order[from + other];
      order[from + other] = k;
    }
  }

  return (ports: Int32Array, from: number, count: number): number => {
    if (ports !== known) {
      known = ports as Int32Array<ArrayBuffer>;
      order = new Int32Array(ports.length);
      turns = new Int32Array(ports.length);
    }
    const turn = turns[from];
    if (turn === 0) shuffle(from, count);
    turns[from] = turn + 1 === rounds * count ? 0 : turn + 1;
    return order[from + (turn % count)];
  };
}
