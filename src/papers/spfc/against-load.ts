/** What spfc/fig15 (DCQCN) and fig16 (TIMELY) have in common: FCT slowdown of WebSearch, all to all, against load. */
import {
  against,
  allOf,
  below,
  type Claim,
  defineExperiment,
  type Done,
  type Experiment,
  meanOf,
  NO_PAUSES,
  onAPar,
  order,
  percentChange,
  pointAt,
  quotient,
  ratio,
  sample,
  type Sample,
  type Scale,
  toBeHad,
  upTo,
  whereDone,
} from "../experiment.ts";
import { allToAll, chosenForAllToAll, rowOf, RUNS, type Compared, type Key, type Row, type Run } from "./all-to-all.ts";
import { chosenForClos, QUARTER, type Size, SIZES } from "./clos-fabric.ts";
import type { Sender } from "./policies.ts";
import { spfc } from "./readings.ts";
import { BINS, countedText, type Bin } from "./size-bins.ts";

type What = "average" | "p99";

const LOADS: Readonly<Record<Scale, readonly number[]>> = { quick: [0.3, 0.5, 0.9], paper: [0.1, 0.5, 0.9] };
/** Those that the text compares, and all that paper scale runs. */
const CLAIMED = ["SPFC", "DT 2", "ST"] as const satisfies readonly Compared[];
const RUN: Readonly<Record<Scale, readonly Run[]>> = { quick: RUNS, paper: [...CLAIMED, NO_PAUSES] };
const CLOS: Readonly<Record<Scale, Size>> = { quick: SIZES.quick, paper: QUARTER };
const DRAWN = { small: "to 10 KB", large: "above 1 MB", overall: "all" } as const satisfies Record<string, Bin>;

/** Average slowdown of large flows at high load, as the paper prints it. */
interface Printed {
  readonly SPFC: number;
  readonly DT: number;
  readonly ST: number;
}

export function againstLoad(id: string, sender: Sender, printed: Printed): Experiment {
  return defineExperiment<Key, Row, typeof spfc>({
    id,
    title: `FCT of all-to-all traffic under ${sender}`,
    asks: "In a Clos under WebSearch, which flows gain by SPFC, and from which load on?",
    chosen: [
      ...chosenForClos,
      ...chosenForAllToAll,
      'The paper has its improvements "up to", "when the load exceeds 0.5": they are claimed at the load above .5 where ours are largest, and its levels are marked at .9.',
      'It has the p99 under TIMELY lower "for some flows": claimed of the bin where ours gains most on DT 2.',
    ],
    readings: spfc,
    seeds: { quick: 3, paper: 3 },
    fraction:
      "three of the loads from 10% to 90%, of DT alpha 2 alone, on 4 hosts a ToR instead of 16, with a quarter of the uplinks' rate and of the memory",
    trials: (scale, reading) =>
      RUN[scale].flatMap((scheme) =>
        LOADS[scale].map((load) =>
          allToAll({ scheme, sender, workload: "WebSearch", load }, CLOS[scale], scale, reading),
        ),
      ),
    row: rowOf,
    conclude(done) {
      const loads = [...new Set(done.map(({ key }) => key.load))].sort((a, b) => a - b);
      const of = (scheme: Run, load: number, bin: Bin, what: What): Sample =>
        sample(
          scheme,
          done,
          (key) => key.scheme === scheme && key.load === load,
          (row) => row.slowdown[bin]?.[what] ?? null,
        );
      return {
        plots: Object.entries(DRAWN).flatMap(([name, bin]) =>
          (["average", "p99"] as const).map((what) => ({
            title: `${name} flows, ${what}`,
            x: "load of the ToRs' down-links",
            y: "FCT slowdown, times DT 2's",
            log: "y" as const,
            lines: RUNS.filter((scheme) => done.some(({ key }) => key.scheme === scheme)).map((scheme) => ({
              name: scheme,
              points: loads
                .map((load) => pointAt(load, quotient(of(scheme, load, bin, what), of("DT 2", load, bin, what))))
                .filter(([, y]) => !Number.isNaN(y)),
            })),
            ...(name === "large" && what === "average" ? { marks: marksOf(printed) } : {}),
            note: `DT 2, by load: ${loads.map((load) => `${load}: ${meanOf(of("DT 2", load, bin, what)).toFixed(2)}`).join(", ")}.`,
          })),
        ),
        claims: done.length === 0 ? [] : claimsOf(sender, printed, loads, of, done),
      };
    },
  });
}

const marksOf = ({ SPFC, DT, ST }: Printed) => [
  { name: "SPFC", x: 0.9, y: SPFC / DT },
  { name: "ST", x: 0.9, y: ST / DT },
];

function claimsOf(
  sender: Sender,
  printed: Printed,
  loads: readonly number[],
  of: (scheme: Run, load: number, bin: Bin, what: What) => Sample,
  done: readonly Done<Key, Row>[],
): Claim[] {
  const [low, high] = [loads[0], loads[loads.length - 1]];
  const large = (scheme: Run, load = high): Sample => of(scheme, load, "above 1 MB", "average");
  const counted = (bin: Bin, load: number): string =>
    CLAIMED.map((scheme) => {
      const rows = done.filter(({ key }) => key.scheme === scheme && key.load === load);
      return `${scheme} ${countedText(rows.map(({ row }) => row.slowdown[bin]))}`;
    }).join("; ");
  const lowerForSome = (): Claim => {
    const p99 = (bin: Bin, scheme: Compared): Sample => of(scheme, high, bin, "p99");
    const left = (one: Bin): number => meanOf(p99(one, "SPFC")) / meanOf(p99(one, "DT 2"));
    const bin = BINS.reduce<Bin>((found, one) => (left(one) < left(found) ? one : found), BINS[0]);
    const flows = done
      .filter(({ key }) => key.load === high && CLAIMED.some((scheme) => scheme === key.scheme))
      .map(({ row }) => row.slowdown[bin]);
    return order(
      {
        id: "p99",
        claim: `At load ${high} some flows, those ${bin}, have a lower p99 under SPFC than under DT 2 and ST`,
        paper: "lower for some flows",
      },
      whereDone(
        allOf((["DT 2", "ST"] as const).map((one) => below(p99(bin, "SPFC"), p99(bin, one), (n) => n.toFixed(1)))),
        0.01,
        flows,
      ),
      counted(bin, high),
    );
  };
  return [
    ...(["DT", "ST"] as const).map((one) => {
      const other = one === "DT" ? "DT 2" : "ST";
      const above = loads.filter((load) => load > 0.5);
      const most = upTo(
        above.map((at) => [large("SPFC", at), large(other, at)] as const),
        printed.SPFC / printed[one],
      );
      const load = above[most.at];
      const claim = ratio(
        {
          id: `large-${one.toLowerCase()}`,
          claim: `Large flows: average slowdown under SPFC against ${other}, at the load above .5 at which it gains most, ${load}`,
          paper: `up to ${percentChange(printed.SPFC / printed[one])} (${printed.SPFC} and ${printed[one]})`,
          tried: TRIED,
        },
        most.judged,
        counted("above 1 MB", load),
      );
      return against(
        claim,
        toBeHad(
          large(NO_PAUSES, load),
          large(other, load),
          printed.SPFC / printed[one],
          CLAIMED.map((scheme) => [large(scheme, load), large(other, load)]),
        ),
      );
    }),
    order(
      {
        id: "low-load",
        // "When the load is low, there is not much difference [...] However, when the load exceeds 0.5, the advantages of SPFC start to become prominent."
        claim: `Large flows: at load ${low} SPFC is within a tenth of DT 2 and ST on average, and at load ${high} it is faster than both`,
        paper: "not much difference; prominent above .5",
      },
      allOf(
        (["DT 2", "ST"] as const).flatMap((one) => [
          onAPar(large("SPFC", low), large(one, low)),
          below(large("SPFC"), large(one), (n) => n.toFixed(1)),
        ]),
      ),
      counted("above 1 MB", low),
    ),
    order(
      {
        id: "st-worst",
        claim: `Large flows at load ${high}: ST is worst on average`,
        paper: "ST has the worst performance",
        tried: TRIED,
      },
      allOf((["SPFC", "DT 2"] as const).map((one) => below(large(one), large("ST"), (n) => n.toFixed(1)))),
    ),
    sender === "DCQCN"
      ? order(
          {
            id: "small",
            claim: "Small flows: SPFC is similar to DT and ST on average, within a tenth at load .5",
            paper: "similar",
          },
          allOf(
            (["DT 2", "ST"] as const).map((one) =>
              onAPar(of("SPFC", 0.5, "to 10 KB", "average"), of(one, 0.5, "to 10 KB", "average")),
            ),
          ),
          counted("to 10 KB", 0.5),
        )
      : lowerForSome(),
  ];
}

const TRIED =
  "Large flows at .9 have on average 53.8 under SPFC, 53.3 under DT 2 and 52.0 under ST with DCQCN, 51.6, 47.0 and 43.5 with TIMELY; at quick scale, whose flows begin within 2 ms instead of 10, 13 with DCQCN and 14 with TIMELY under each. So slowdowns grow with the time that the overload lasts, which the paper does not say, under all alike. At quick scale no other answer to a reading changes the verdict.";
