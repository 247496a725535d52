/** cross/inter-dc: what guards the long link, under other buffer schemes and senders inside than its papers had. */
import {
  below,
  type Claim,
  defineExperiment,
  gain,
  gainText,
  geometricMean,
  order,
  pointsOf,
  sample,
  type Sample,
  type Scale,
  type Show,
} from "../experiment.ts";
import { fctsByPlace, type Fct, type Place } from "../bifrost/flow-groups.ts";
import { HEADROOM } from "../bifrost/inside.ts";
import { bifrost } from "../bifrost/readings.ts";
import type { Scheme } from "../bifrost/schemes.ts";
import { mixed } from "../bifrost/traffic.ts";
import { chosen, twoDcScenario, type Size } from "../bifrost/two-dcs.ts";
import { bestSentence, byMean, pausesSentence, plusMinus } from "./tables.ts";

const GUARDS = ["PFC", "PFC-deep", "SWING", "CBFC-ideal", "Bifrost", "BifrostX"] as const satisfies readonly Scheme[];
type Guard = (typeof GUARDS)[number];

const size = { size: `${HEADROOM}B` };
/** As DT over SIH in bifrost's figures, but for what the scheme changes. */
const BUFFERS = {
  DT: {},
  SPFC: { buffer: { name: "spfc", alpha: 4 }, headroom: { name: "one-counter", ...size } },
  DSH: { headroom: { name: "dsh", ...size } },
} as const;
type Buffer = keyof typeof BUFFERS;
const SENDERS = { DCQCN: "dcqcn", ACC: "acc" } as const;
type Sender = keyof typeof SENDERS;

const bufferNames = Object.keys(BUFFERS) as Buffer[];
const senderNames = Object.keys(SENDERS) as Sender[];

interface Key extends Record<string, string> {
  readonly guard: Guard;
  readonly buffer: Buffer;
  readonly sender: Sender;
}

interface Row extends Record<Place, Fct> {
  readonly pauses: number;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  quick: { km: 20, arrivalsMs: 1 },
  paper: { km: 600, arrivalsMs: 10 },
};
const LOAD = 0.5;
const SHARE = 0.4;

const inside = GUARDS.flatMap((guard) =>
  bufferNames.flatMap((buffer) => senderNames.map((sender): Key => ({ guard, buffer, sender }))),
);
const nameOf = ({ guard, buffer, sender }: Key): string => `${guard} + ${buffer} + ${sender}`;

export const interDc = defineExperiment<Key, Row, typeof bifrost>({
  id: "cross/inter-dc",
  title: "The long link's guard under other buffers and senders",
  asks: "Bifrost was shown over DT and DCQCN. Does it still gain where SPFC or DSH manage the buffers inside, or where ACC sends?",
  chosen: [
    ...chosen,
    "Hadoop at 50% of the servers' links, two fifths of it across the long link, of which it takes 80%: 20 km and 1 ms of arrivals (paper scale: 600 km, 10 ms). CBFC guards the long link alone here; inside, all run PFC.",
    "SPFC has DT's alpha 4 and one counter; DSH has DT's alpha and the same headroom. ACC has its detection's defaults.",
  ],
  readings: bifrost,
  seeds: { quick: 2, paper: 5 },
  trials: (scale, reading) =>
    inside.map((key) => {
      const { arrivalsMs } = SIZES[scale];
      return {
        key,
        scenario: twoDcScenario(
          {
            ...SIZES[scale],
            scheme: key.guard,
            inside: "pfc",
            traffic: mixed("Hadoop", { load: LOAD, share: SHARE }, arrivalsMs, [{}, {}], reading),
            policies: { ...BUFFERS[key.buffer], congestion: SENDERS[key.sender] },
          },
          reading,
        ),
      };
    }),
  row: (results) => ({ ...fctsByPlace(results), pauses: results.summary.counters.pauses }),

  conclude(done, _scale, { clock }) {
    if (done.length === 0) return { plots: [], claims: [] };
    const of = (one: Key, place: Place, what: "average" | "p99"): Sample =>
      sample(
        nameOf(one),
        done,
        (key) => nameOf(key) === nameOf(one),
        (row) => {
          const times = row[place][clock];
          return times === null ? null : times[what] / 1000;
        },
      );
    const base: Key = { guard: "PFC", buffer: "DT", sender: "DCQCN" };
    const places = ["inter-DC", "intra-DC"] as const;
    const measures = places.flatMap((place) => (["average", "p99"] as const).map((what) => ({ place, what })));
    const claims = bufferNames.flatMap((buffer) =>
      senderNames.map((sender): Claim =>
        order(
          {
            id: `bifrost-${buffer}-${sender}`.toLowerCase(),
            claim: `Bifrost is faster than PFC across the long link with ${buffer} and ${sender} inside`,
            paper: buffer === "DT" && sender === "DCQCN" ? "so in figure 16" : "not shown",
            standing: "ours",
          },
          below(
            of({ guard: "Bifrost", buffer, sender }, "inter-DC", "average"),
            of({ guard: "PFC", buffer, sender }, "inter-DC", "average"),
            ms,
          ),
        ),
      ),
    );
    const over = (pick: (key: Key) => boolean, name: string, place: Place): Sample =>
      geometricMean(
        name,
        inside.filter(pick).map((one) => of(one, place, "average")),
      );
    const gains = (
      title: string,
      names: readonly string[],
      first: string,
      pick: (key: Key) => string,
      place: Place,
    ): string => {
      const against = over((key) => pick(key) === first, first, place);
      const each = names
        .filter((name) => name !== first)
        .map(
          (name) =>
            `${name} ${gainText(
              gain(
                against,
                over((key) => pick(key) === name, name, place),
              ),
            )}`,
        );
      return `${title}, ${place}, over all choices of the others: by how much the average FCT is below that of ${first}: ${each.join(", ")}.`;
    };
    return {
      plots: measures.map(({ place, what }) => ({
        title: `${place}: ${what === "p99" ? "99th percentile of FCT" : "average FCT"}`,
        x: "inside",
        y: "FCT, ms",
        bins: bufferNames.flatMap((buffer) => senderNames.map((sender) => `${buffer} + ${sender}`)),
        lines: GUARDS.map((guard) => ({
          name: guard,
          points: pointsOf(
            bufferNames
              .flatMap((buffer) => senderNames.map((sender) => ({ guard, buffer, sender })))
              .map((one, k) => [k, of(one, place, what)]),
          ),
        })),
      })),
      claims,
      findings: [
        ...measures.flatMap(
          ({ place, what }) =>
            bestSentence(
              `${place}, ${what === "p99" ? "99th percentile of FCT" : "average FCT"}, of ${inside.length} combinations`,
              inside.map((one) => of(one, place, what)),
              of(base, place, what),
              ms,
            ) ?? [],
        ),
        ...places.flatMap((place) => [
          gains("Guard of the long link", GUARDS, "PFC", ({ guard }) => guard, place),
          gains("Buffers inside", bufferNames, "DT", ({ buffer }) => buffer, place),
          gains("Sender", senderNames, "DCQCN", ({ sender }) => sender, place),
        ]),
        pausesSentence(done),
      ],
      tables: [
        {
          title:
            "All of them, by their average FCT across the long link, ms (means over seeds, and half the 95% interval)",
          columns: ["combination", ...measures.map(({ place, what }) => `${place} ${what}`), "PAUSEs"],
          rows: byMean(inside.map((one) => of(one, "inter-DC", "average"))).map(({ name }) => {
            const one = inside.find((key) => nameOf(key) === name) as Key;
            const pauses = sample(
              name,
              done,
              (key) => nameOf(key) === name,
              (row) => row.pauses,
            );
            return [
              name,
              ...measures.map(({ place, what }) => plusMinus(of(one, place, what), 3)),
              plusMinus(pauses, 0),
            ];
          }),
        },
      ],
    };
  },
});

const ms: Show = (value) => `${value.toFixed(3)} ms`;
