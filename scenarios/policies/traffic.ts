/**
 * Your own kind of traffic: which hosts send how many bytes, and when?
 *
 * Rule: in each round, every host sends to the host `shift` places after it, all at once.
 *
 *   xoff run my.yaml --set 'traffic=[{kind: ./FILE}]'    run it
 *   xoff test ./FILE                                     test it
 */
import {
  checkSpan,
  defineParams,
  ParamError,
  sizeParam,
  startParam,
  us,
  type CheckView,
  type EntryValues,
  type HostFields,
  type Plan,
  type PlannedFlow,
  type TrafficView,
} from "xoff/policy";

export const role = "traffic";
export const about = "rounds in which every host sends to another";

/** Fields that name hosts. A scenario writes h0, "h1..h29" or all, and `create` gets node numbers. */
export const hosts = {
  among: { many: true, default: "all", about: "Hosts that send and receive." },
} as const satisfies HostFields;

/** The other parameters for scenarios, with units. */
export const params = defineParams({
  size: sizeParam,
  start: startParam,
  rounds: { unit: "count", default: 4, min: 1, max: 10_000, source: "my own", about: "Number of rounds." },
  every: { unit: "ps", default: us(50), min: 1, max: us(1e6), source: "my own", about: "Time between two rounds." },
});

type Rounds = EntryValues<typeof params, typeof hosts>;

/** Throws ParamError for impossible values. The message then names the line of the scenario. */
export function check(p: Rounds, view: CheckView): void {
  checkSpan(p, view);
  if (p.among.length < 2) throw new ParamError("among", "two hosts or more", p.among);
}

/**
 * Returns all flows before the run begins. view.stream("a name") gives random numbers: next(), int(n) and
 * exponential(mean).
 */
export function create({ among, size, start, rounds, every, cls }: Rounds, view: TrafficView): Plan {
  const shifts = view.stream("shifts");
  const flows: PlannedFlow[] = [];
  for (let round = 0; round < rounds; round++) {
    const shift = 1 + shifts.int(among.length - 1);
    among.forEach((source, k) => {
      const destination = among[(k + shift) % among.length];
      flows.push({ source, destination, bytes: size, start: start + round * every, cls });
    });
  }
  return { flows, trains: [] };
}
