/**
 * Spraying: the packets of a flow are spread over all paths.
 *
 *   random       Each packet draws a candidate. All have equal probability.
 *   round-robin  The packets of all flows take the candidates in turn, in a random order. The order is drawn anew after `rounds` rounds.
 *
 * Paper    dixit13 (RPS); round robin as in csg-htsim's switches.
 * Differs  ACKs and notifications use ECMP.
 * Needs    receivers that tolerate reordering; other receivers assume that most packets are lost.
 */
import { defineParams, type Idle, type Signal, type Unread, type Values } from "../../base/params.ts";
import { perGroupState } from "./per-group-state.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";

export const about = "every packet takes another path";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

// "flows": fast-forward may replay flows (simulate them without packets), but only flows between hosts of one switch.
// Such a flow has a single path, so the policy has no choice and keeps no state for it.
export const steady = "flows";

export const params = defineParams({
  form: {
    unit: "choice",
    default: "random",
    choices: ["random", "round-robin"],
    source: "dixit13",
    about: "Choice of the path: at random, or one path after another.",
  },
  rounds: {
    unit: "count",
    default: 5,
    min: 1,
    max: 1_000_000,
    source: "csg-htsim",
    about: "Rounds through the paths before round-robin draws a new order.",
  },
});

export const unread = ({ form }: Values<typeof params>): Unread =>
  form === "random" ? { rounds: "form is random" } : {};

export function create(p: Values<typeof params>, view: RoutingView): RoutingPolicy {
  const byHash = ecmp(view);
  const next =
    p.form === "random"
      ? (here: number, _: Int32Array, __: number, n: number) => draw(here, n)
      : roundRobin(p.rounds, view.nodes, draw);
  return {
    spreads: "packet",
    choose(here, flow, reverse, to, ports, from, count, packet) {
      if (reverse || count === 1) return byHash.choose(here, flow, reverse, to, ports, from, count, packet);
      return next(here, ports, from, count);
    },
  };

  function draw(here: number, count: number): number {
    return view.pick(here, count);
  }
}

/** Round robin over the candidates. Every list of candidates has its own order and position. */
function roundRobin(rounds: number, switches: number, draw: (here: number, count: number) => number) {
  const orders = perGroupState(switches);
  const turns = perGroupState(switches);

  function shuffle(here: number, order: Int32Array, from: number, count: number): void {
    for (let k = 0; k < count; k++) {
      const other = draw(here, k + 1);
      order[from + k] = order[from + other];
      order[from + other] = k;
    }
  }

  return (here: number, ports: Int32Array, from: number, count: number): number => {
    const order = orders(here, ports);
    const turn = turns(here, ports);
    const now = turn[from];
    if (now === 0) shuffle(here, order, from, count);
    turn[from] = now + 1 === rounds * count ? 0 : now + 1;
    return order[from + (now % count)];
  };
}
