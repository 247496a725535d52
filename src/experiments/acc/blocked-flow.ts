/** acc/fig3 and fig4: an innocent flow behind a congested one, and what it gains when the congested one stops. */
import { firstSeed } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Experiment, type Plot } from "../contract.ts";
import { chainScenario, chosen, dcqcn, dcqcnChosen, F0, F1, WARM_UP_MS } from "./chain-fabric.ts";
import { zhu15 } from "./schemes.ts";

type Scheme = "DCQCN" | "stop, then PC rate" | "ideal stop, then PC rate";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

type Series = readonly (readonly [number, number])[];

interface Row {
  /** ms, bursts beginning at 1, and KB of payload at P3. */
  readonly f0: Series;
  readonly f1: Series;
  /** us in which P3 was stopped and F0 had bytes there; KB that F0 had there at most. */
  readonly blocked: number;
  readonly most: number;
}

/** After the bursts began, us: the first marks are back after a base round trip. */
const DETECTED_US = 25;
const STEP_US = 2;

const stopsChosen: readonly string[] = [
  `F1 stops ${DETECTED_US} us after the bursts began, when the first marks are back. PC rate is C / (N + 1), of frames.`,
  "The ideal stop at N = 20 is the paper's, 180 us: what F1 sent until then takes that long to leave at C / 21. At N = 10 it leaves at C / 11, in 94 us.",
  'How long the stop "for a while" lasts the paper does not say: half the ideal.',
  "F0, the bursts, and F1 before it stops, are under DCQCN. Blocked is the time in which P3 is stopped while F0 has bytes there, sampled every 2 us.",
];

interface Figure {
  readonly id: string;
  readonly title: string;
  readonly asks: string;
  readonly bursts: number;
  readonly schemes: readonly Scheme[];
  readonly claims: (blocked: (scheme: Scheme) => number, all: string) => Claim[];
}

export function blockedFlow({ id, title, asks, bursts, schemes: drawn, claims }: Figure): Experiment {
  const ideal = Math.round((180 * (bursts + 1)) / 21);
  const script = (stop: number) => ({
    name: "scripted",
    others: "dcqcn",
    ...zhu15,
    flows: [
      {
        flow: F1,
        at: `${WARM_UP_MS * 1000 + DETECTED_US}us`,
        stop: `${stop}us`,
        rate: `${Math.round(1e5 / (bursts + 1))}Mbps`,
      },
    ],
  });
  const congestions: Readonly<Record<Scheme, unknown>> = {
    DCQCN: dcqcn,
    "stop, then PC rate": script(ideal / 2),
    "ideal stop, then PC rate": script(ideal),
  };
  return defineExperiment<Key, Row>({
    id,
    title,
    asks,
    chosen: [...chosen, dcqcnChosen, ...stopsChosen],
    seeds: { quick: 1, paper: 1 },
    trials: () =>
      drawn.map((scheme) => ({
        key: { scheme },
        scenario: chainScenario({
          bursts,
          start: WARM_UP_MS,
          until: `${WARM_UP_MS + 4}ms`,
          detection: "tcd",
          congestion: congestions[scheme],
          measure: { pauses: false, every: `${STEP_US}us`, queues: "sw3-sw4", inFlight: [F0, F1] },
        }),
      })),

    row({ tables }) {
      const backlogs = tables.backlogs?.columns;
      const queues = tables.queues?.columns;
      if (backlogs === undefined || queues === undefined) throw new Error("the scenario asks for inFlight and queues");
      const bytesOf = (flow: number): number[] =>
        Array.from(backlogs.queued_bytes.filter((_, k) => backlogs.flow[k] === flow));
      const drawn = (bytes: readonly number[]): Series =>
        bytes
          .map((one, k): [number, number] => [queues.time_ns[k] / 1e6 - WARM_UP_MS + 1, one / 1000])
          .filter(([ms], k) => k % 5 === 0 && ms > 0.8);
      const f0 = bytesOf(F0);
      const blocked = f0.filter((bytes, k) => bytes > 0 && queues.paused[k] === 1);
      return {
        f0: drawn(f0),
        f1: drawn(bytesOf(F1)),
        blocked: blocked.length * STEP_US,
        most: Math.max(...f0) / 1000,
      };
    },

    conclude(all) {
      const done = firstSeed(all);
      const rowOf = (scheme: Scheme): Row | undefined => done.find(({ key }) => key.scheme === scheme)?.row;
      const said = drawn.map((scheme) => {
        const row = rowOf(scheme);
        return `${scheme}: ${row?.blocked} us, at most ${row?.most.toFixed(0)} KB of F0`;
      });
      return {
        plots: drawn.map((scheme) => plot(scheme, rowOf(scheme))),
        claims: done.length === 0 ? [] : claims((scheme) => rowOf(scheme)?.blocked ?? NaN, said.join("; ")),
      };
    },
  });
}

const plot = (scheme: Scheme, row: Row | undefined): Plot => ({
  title: `${scheme}: backlog at P3`,
  x: "time, ms",
  y: "KB",
  lines: [
    { name: "F0", points: row?.f0 ?? [] },
    { name: "F1", points: row?.f1 ?? [] },
  ],
});
