/**
 * A kind of traffic of your own: who sends what, when?
 *
 * Rule     rounds: in each, every host sends to the next but `shift`, all at once
 * Run it   xoff run my.yaml --set 'traffic=[{kind: ./FILE}]'     Test it   xoff test ./FILE
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

/** Fields that name hosts: a scenario says h0, "h1..h29" or all; here they are node numbers. */
export const hosts = {
  among: { many: true, default: "all", about: "Who sends and receives." },
} as const satisfies HostFields;

/** What else a scenario may set, with units. */
export const params = defineParams({
  size: sizeParam,
  start: startParam,
  rounds: { unit: "count", default: 4, min: 1, max: 10_000, source: "my own", about: "How many." },
  every: { unit: "ps", default: us(50), min: 1, max: us(1e6), source: "my own", about: "Time between two of them." },
});

type Rounds = EntryValues<typeof params, typeof hosts>;

/** Throws ParamError for what cannot be planned, while the scenario's text is at hand. */
export function check(p: Rounds, view: CheckView): void {
  checkSpan(p, view);
  if (p.among.length < 2) throw new ParamError("among", "two hosts or more", p.among);
}

/** The whole plan, before anything runs. Chance is view.stream("what it is for"): next(), int(n), exponential(mean). */
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
