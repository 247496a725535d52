/**
 * cross/inter-dc: policies of the long link between two data centres. They are also combined with buffer schemes and senders
 * that Bifrost's paper does not use.
 */
import * as xoff from "../experiment.ts";
import { NAMES, timeOf, WHATS, type What } from "../bifrost/fct.ts";
import { fctsByPlace, type Fct, type Place } from "../bifrost/flow-groups.ts";
import { HEADROOM } from "../bifrost/inside.ts";
import { bifrost } from "../bifrost/readings.ts";
import type { Scheme } from "../bifrost/schemes.ts";
import { mixed } from "../bifrost/traffic.ts";
import { chosen, twoDcScenario, type Size } from "../bifrost/two-dcs.ts";
import { bestSentence, gainsText, pausesSentence, plusMinus, rankedBy } from "./tables.ts";

const GUARDS = ["PFC", "PFC-deep", "SWING", "CBFC-ideal", "Bifrost", "BifrostX"] as const satisfies readonly Scheme[];

const size = { size: `${HEADROOM}B` };
/**
 * The buffer schemes inside a data centre. Each lists only the policies that differ from those of Bifrost's figures. These
 * figures have the buffer policy DT and the headroom policy SIH.
 */
const BUFFERS = {
  DT: {},
  SPFC: { buffer: { name: "spfc", alpha: 4 }, headroom: { name: "one-counter", ...size } },
  DSH: { headroom: { name: "dsh", ...size } },
} as const;
const SENDERS = { DCQCN: "dcqcn", ACC: "acc" } as const;

const bufferNames = Object.keys(BUFFERS) as (keyof typeof BUFFERS)[];
const senderNames = Object.keys(SENDERS) as (keyof typeof SENDERS)[];

type Inside = { readonly buffer: keyof typeof BUFFERS; readonly sender: keyof typeof SENDERS };
type Key = { readonly guard: (typeof GUARDS)[number] } & Inside;

type Row = Readonly<Record<Place, Fct>> & { readonly pauses: number };

const SIZES: xoff.PerScale<Size> = { quick: { km: 20, arrivalsMs: 1 }, paper: { km: 600, arrivalsMs: 10 } };
const LOAD = 0.5;
/** The share of the traffic that crosses the long link. */
const SHARE = 0.4;

const insides = bufferNames.flatMap((buffer) => senderNames.map((sender): Inside => ({ buffer, sender })));
const all = GUARDS.flatMap((guard) => insides.map((inside): Key => ({ guard, ...inside })));
const BASE: Key = { guard: "PFC", buffer: "DT", sender: "DCQCN" };
const nameOf = ({ guard, ...inside }: Key): string => `${guard} + ${insideName(inside)}`;
const insideName = ({ buffer, sender }: Inside): string => `${buffer} + ${sender}`;
const PLACES = ["inter-DC", "intra-DC"] as const;
const measures = PLACES.flatMap((place) => WHATS.map((what) => ({ place, what })));
const ms = xoff.fixed(3, " ms");

export const interDc = xoff.defineExperiment<Key, Row, typeof bifrost>({
  id: "cross/inter-dc",
  title: "Flow control of the long link with other buffer schemes and senders",
  asks: "Bifrost's paper uses DT and DCQCN. Does Bifrost still shorten completion times with SPFC or DSH inside the data centres, or with ACC as the sender?",
  readings: bifrost,
  seeds: { quick: 2, paper: 5 },
  chosen: [
    ...chosen,
    "The workload is Hadoop at 50% of the servers' links. 40% of the traffic crosses the long link and loads it by 80%. The link has 20 km (paper scale: 600 km), and flows begin for 1 ms (10 ms). CBFC runs only on the long link. Inside the data centres all schemes use PFC.",
    "SPFC has alpha 4, like DT, and one counter. DSH has the same alpha and the same headroom as DT. ACC has the defaults of its detection.",
  ],
  trials: (scale, reading) =>
    all.map((key) => {
      const traffic = mixed("Hadoop", { load: LOAD, share: SHARE }, SIZES[scale].arrivalsMs, [{}, {}], reading);
      const policies = { ...BUFFERS[key.buffer], congestion: SENDERS[key.sender] };
      const options = { ...SIZES[scale], scheme: key.guard, inside: "pfc", traffic, policies } as const;
      return { key, scenario: twoDcScenario(options, reading) };
    }),
  row: (results) => ({ ...fctsByPlace(results), pauses: results.summary.counters.pauses }),
  conclude(done, _scale, { clock }) {
    const runs = xoff.runsOf(done);
    const of = (one: Key, place: Place, what: What = "average"): xoff.Sample =>
      runs.of(one, (row) => timeOf(row[place], clock, what), nameOf(one));
    /**
     * The sentence on one part of a combination: the flow control of the long link (`guard`), the buffer scheme or the
     * sender. It has the gain of each choice of that part, as a mean over all choices of the other parts.
     */
    const gains = (title: string, part: keyof Key, names: readonly string[], place: Place): string => {
      const under = (name: string) => all.filter((one) => one[part] === name).map((one) => of(one, place));
      const base = BASE[part];
      return `${title}, ${place}: factors by which the average FCT is lower than with ${base}, over all choices of the others: ${gainsText<string>(base, names, under)}.`;
    };
    return {
      plots: measures.map(({ place, what }) => ({
        ...{ title: `${place}: ${NAMES[what]}`, x: "inside", y: "FCT, ms" },
        ...xoff.barsOver(GUARDS, insides, (guard, inside) => of({ guard, ...inside }, place, what), insideName),
      })),
      claims: insides.map((inside) => {
        const { buffer, sender } = inside;
        const across = (guard: Key["guard"]) => of({ guard, ...inside }, "inter-DC");
        return xoff.order(`bifrost-${buffer}-${sender}`.toLowerCase(), {
          claim: `Bifrost is faster than PFC across the long link with ${buffer} and ${sender} inside`,
          paper: buffer === "DT" && sender === "DCQCN" ? "as in figure 16" : "not shown",
          judged: xoff.below(across("Bifrost"), across("PFC"), ms),
          standing: "ours",
        });
      }),
      findings: [
        ...measures.flatMap(({ place, what }) => {
          const title = `${place}, ${NAMES[what]}, of ${all.length} combinations`;
          return bestSentence(title, all, BASE, (one) => of(one, place, what), ms);
        }),
        ...PLACES.flatMap((place) => [
          gains("Flow control of the long link", "guard", GUARDS, place),
          gains("Buffers inside", "buffer", bufferNames, place),
          gains("Sender", "sender", senderNames, place),
        ]),
        pausesSentence(runs.rows({})),
      ],
      tables: [
        {
          title:
            "All combinations, sorted by average FCT across the long link, ms (means over seeds ± half the 95% interval)",
          columns: ["combination", ...measures.map(({ place, what }) => `${place} ${what}`), "PAUSEs"],
          rows: rankedBy(all, (one) => of(one, "inter-DC")).map((one) => [
            nameOf(one),
            ...measures.map(({ place, what }) => plusMinus(of(one, place, what), 3)),
            plusMinus(runs.of(one, "pauses"), 0), // prettier-ignore
          ]),
        },
      ],
    };
  },
});
