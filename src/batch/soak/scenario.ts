/**
 * Draws a random scenario from a seed: fabric, traffic, policies and measurements. All names and parameters come from the tables. The
 * scenario is small, so that a run takes about 10 ms. Its memory is tight, so that queues reach their thresholds.
 */
import { spell } from "../../base/param-text.ts";
import type { Role } from "../../policies/policies.ts";
import { roles } from "../../scenario/roles.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { stream } from "../../base/random.ts";
import { us, type Ps } from "../../base/units.ts";
import { Draws } from "./random-values.ts";
import { drawFabric, headroomOf, hostsOf, offeredBy } from "./fabric.ts";
import { drawPolicy, namesOf } from "./policies.ts";
import { drawTraffic } from "./traffic.ts";
import type { Written } from "./values.ts";

/** Returns the scenario of a seed, as JSON. It may contain contradictions, which `trial.ts` removes. */
export function drawScenario(seed: number): Written {
  const draws = new Draws(seed);
  const { topology, links, wiring } = drawFabric(draws);
  const until = drawUntil(draws, wiring);
  const classes = drawClasses(draws);
  const payload = draws.chance(draws.isRound ? 0.9 : 0.4) ? 1000 : draws.whole(64, 4096);
  const own = draws.chance(0.15) ? Math.round(draws.scaled(100, 5000)) : 0;
  const frame = payload + 62;
  const least = headroomOf(wiring, frame) * classes.lossless.length;
  const memory = draws.chance(0.8)
    ? 1.1 * least + 8 * own * wiring.links.length + draws.scaled(2000, 2e6)
    : draws.scaled(20_000, 32e6);
  const sending = { hosts: hostsOf(wiring), classes: classes.data, until };
  return {
    seed: draws.whole(1, 1e6),
    ...drawEnd(draws, until),
    ...(draws.chance(0.05) ? { rng: "ns3" } : {}),
    topology,
    ...(links.length === 0 ? {} : { links }),
    switch: { memory: spell(Math.round(memory), "bytes"), ...(own === 0 ? {} : { private: spell(own, "bytes") }) },
    packet: {
      payload: spell(payload, "bytes"),
      ...(draws.chance(0.15) ? { sizes: "hpcc" } : {}),
      ...(draws.chance(0.1) ? { times: "ns3" } : {}),
    },
    classes: {
      lossless: classes.lossless,
      control: classes.control,
      default: classes.default,
      // The class of ACKs is drawn from its own random stream. So this draw does not change the other draws of a seed.
      ...(stream(seed, "soak acks").next() < 0.3 ? { acks: "data" } : {}),
    },
    host: drawHost(draws),
    onDrop: draws.chance(0.7) ? "count" : "stop",
    ...(draws.chance(0.2) ? { onDeadlock: "stop" } : {}),
    traffic: Array.from({ length: draws.whole(1, 3) }, () => drawTraffic(draws, sending)),
    policies: drawPolicies(draws, wiring),
    measure: drawMeasure(draws, wiring, until),
  };
}

/**
 * Limit of the bytes that all hosts together can send at line rate in a run: a few thousand packets. `drawUntil` bounds
 * the duration of a run by this limit. Exceptions are runs of at most 20 us, and a few long runs.
 */
const MAX_SENT = 5e6;

/** Draws a duration long enough for flows to compete. A few runs last much longer than the traffic, so that timeouts expire. */
function drawUntil(draws: Draws, wiring: Wiring): Ps {
  if (draws.chance(0.03)) return Math.round(draws.scaled(us(500), us(20_000)));
  const enough = (MAX_SENT * 8e12) / offeredBy(wiring);
  return Math.round(draws.scaled(us(10), Math.max(us(20), Math.min(us(400), enough))));
}

function drawEnd(draws: Draws, until: Ps): Written {
  const end = spell(until, "ps");
  const to = spell(Math.round(until * 0.8), "ps");
  if (draws.chance(0.8)) return { until: end, ...(draws.chance(0.1) ? { count: { to } } : {}) };
  return { until: "done", limit: end, ...(draws.chance(0.8) ? { count: { to } } : {}) };
}

function drawClasses(draws: Draws) {
  if (draws.chance(0.6)) return { lossless: [3], control: 0, default: 3, data: [1, 2, 3, 3, 3, 4, 7] };
  const lossless = draws.some([0, 1, 2, 3, 4, 5, 6, 7], draws.whole(1, 4));
  const others = [0, 1, 2, 3, 4, 5, 6, 7].filter((cls) => !lossless.includes(cls));
  const control = draws.pick(others);
  const lossy = others.filter((cls) => cls !== control);
  return { lossless, control, default: draws.pick(lossless), data: [...lossless, ...lossless, draws.pick(lossy)] };
}

function drawHost(draws: Draws): Written {
  const window = draws.pick(["none", "bdp", spell(Math.round(draws.scaled(64, 500_000)), "bytes")]);
  return {
    ...(draws.chance(0.3) ? { window } : {}),
    ...(draws.chance(0.1) ? { nic: "ns3" } : {}),
    ...(draws.chance(0.1) ? { ports: "host" } : {}),
    ...(draws.chance(0.1) ? { scaleWindow: draws.chance(0.5) } : {}),
  };
}

function drawPolicies(draws: Draws, { names, isSwitch }: Wiring): Written {
  const written: Written = {};
  for (const role of Object.keys(roles) as Role[])
    if (draws.chance(0.8)) written[role] = drawPolicy(role, draws.pick(namesOf(role)), draws);
  if (draws.chance(0.1))
    written["detection"] = draws.some(namesOf("detection"), 2).map((name) => drawPolicy("detection", name, draws));
  if (draws.chance(0.04)) {
    const via = draws.pick(names.filter((_, node) => isSwitch[node]));
    const given = typeof written["routing"] === "object" ? written["routing"] : { name: written["routing"] ?? "ecmp" };
    written["routing"] = { ...given, paths: [{ from: "all", to: "all", via }] };
  }
  return written;
}

function drawMeasure(draws: Draws, { names, isSwitch }: Wiring, until: Ps): Written {
  const some = (among: readonly string[]): string[] => draws.some(among, draws.whole(1, 3));
  const switches = names.filter((_, node) => isSwitch[node]);
  return {
    ...(draws.chance(0.1) ? { pauses: false } : {}),
    ...(draws.chance(0.3) ? { headroom: true } : {}),
    every: spell(Math.round(draws.scaled(until / 40, until)), "ps"),
    ...(draws.chance(0.3) ? { queues: some(switches) } : {}),
    ...(draws.chance(0.3) ? { rates: some(names) } : {}),
    ...(draws.chance(0.3) ? { goodputs: "all" } : {}),
    ...(draws.chance(0.3) ? { inFlight: "all" } : {}),
  };
}
