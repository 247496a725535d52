/** The common part of spfc/fig15 (DCQCN) and fig16 (TIMELY): FCT slowdown of all-to-all WebSearch traffic against load. */
import * as xoff from "../experiment.ts";
import { allToAll, chosenForAllToAll, rowOf, RUNS, type Compared, type Key, type Run } from "./all-to-all.ts";
import { chosenForClos, QUARTER, type Size, SIZES } from "./clos-fabric.ts";
import type { Sender } from "./policies.ts";
import { spfc } from "./readings.ts";
import { BINS, countedText, slowdownOf, type Bin, type What } from "./size-bins.ts";

const LOADS: xoff.PerScale<readonly number[]> = { quick: [0.3, 0.5, 0.9], paper: [0.1, 0.5, 0.9] };
/** The schemes that the text compares. At paper scale there are only runs of these schemes, and the ideal run without PAUSEs. */
const CLAIMED = ["SPFC", "DT 2", "ST"] as const satisfies readonly Compared[];
const OTHERS = ["DT 2", "ST"] as const;
const RUN: xoff.PerScale<readonly Run[]> = { quick: RUNS, paper: [...CLAIMED, xoff.NO_PAUSES] };
const CLOS: xoff.PerScale<Size> = { quick: SIZES.quick, paper: QUARTER };
const DRAWN = { small: "to 10 KB", large: "above 1 MB", overall: "all" } as const satisfies Record<string, Bin>;

/** The average slowdowns of large flows at load .9 that the paper prints. */
interface Printed {
  readonly SPFC: number;
  readonly DT: number;
  readonly ST: number;
}

type Runs = xoff.Runs<Pick<Key, "scheme" | "load">, ReturnType<typeof rowOf>>;

const slowdowns = (runs: Runs, load: number, bin: Bin, what: What) => (scheme: Run) =>
  runs.of({ scheme, load }, ({ slowdown }) => slowdownOf(slowdown, bin, what));

export const againstLoad = (id: string, sender: Sender, printed: Printed): xoff.Experiment =>
  xoff.defineFigure({
    id,
    title: `FCT of all-to-all traffic under ${sender}`,
    asks: "Which flows are faster under SPFC in a Clos with WebSearch traffic, and from which load on?",
    readings: spfc,
    seeds: { quick: 3, paper: 3 },
    chosen: [
      ...chosenForClos,
      ...chosenForAllToAll,
      'The paper gives improvements of "up to" a number, "when the load exceeds 0.5". The claims use the load above .5 at which our improvement is largest. Marks at .9 show the paper\'s values.',
      'For TIMELY the paper says that the p99 is lower "for some flows". The claim uses the size bin with our largest gain over DT 2.',
    ],
    fraction:
      "three of the nine loads, only alpha 2, and 4 of 16 hosts per ToR with a quarter of uplink rate and memory",
    trials: (scale, reading) =>
      RUN[scale].flatMap((scheme) =>
        LOADS[scale].map((load) =>
          allToAll({ scheme, sender, workload: "WebSearch", load }, CLOS[scale], scale, reading),
        ),
      ),
    row: rowOf,
    plots: (runs) => {
      const loads = runs.numbers("load");
      const schemes = RUNS.filter((scheme) => runs.done.some(({ key }) => key.scheme === scheme));
      return Object.entries(DRAWN).flatMap(([name, bin]) =>
        (["average", "p99"] as const).map((what) => {
          const of = (scheme: Run, load: number): xoff.Sample => slowdowns(runs, load, bin, what)(scheme);
          const levels = loads.map((load) => `${load}: ${xoff.meanOf(of("DT 2", load)).toFixed(2)}`);
          const lines = schemes.map((scheme) => ({
            name: scheme,
            points: loads
              .map((load) => xoff.pointAt(load, xoff.quotient(of(scheme, load), of("DT 2", load))))
              .filter(([, y]) => !Number.isNaN(y)),
          }));
          const marks = (["SPFC", "ST"] as const).map((one) => ({ name: one, x: 0.9, y: printed[one] / printed.DT }));
          const title = `${name} flows, ${what}`;
          return xoff.plotOf(title, "load of the ToRs' downlinks", "FCT slowdown divided by that of DT 2", lines, {
            log: "y",
            ...(name === "large" && what === "average" && { marks }),
            note: `DT 2, by load: ${levels.join(", ")}.`,
          });
        }),
      );
    },
    claims(runs) {
      const loads = runs.numbers("load");
      const [low, high] = [loads[0], loads[loads.length - 1]];
      const large = (load: number) => slowdowns(runs, load, "above 1 MB", "average");
      const flows = (bin: Bin, load: number, scheme: Run) =>
        runs.rows({ scheme, load }).map(({ slowdown }) => slowdown[bin]);
      const counted = (bin: Bin, load: number): string =>
        CLAIMED.map((scheme) => `${scheme} ${countedText(flows(bin, load, scheme))}`).join("; ");
      const above = loads.filter((load) => load > 0.5);
      return [
        ...OTHERS.map((other) => {
          const theirs = printed[other === "ST" ? "ST" : "DT"];
          return xoff.upToAgainstIdeal<Run, number>(other === "ST" ? "large-st" : "large-dt", {
            ...{ one: "SPFC", other, ideal: xoff.NO_PAUSES, schemes: CLAIMED, factor: printed.SPFC / theirs },
            ...{ places: above, of: large },
            said: (load, change) => ({
              claim: `Large flows: average slowdown under SPFC against ${other}, at load ${load}, where the gain is largest above .5`,
              paper: `${change} (${printed.SPFC} and ${theirs})`,
              context: counted("above 1 MB", load),
              underdetermined: { evidence: DURATION_IS_OPEN },
            }),
          });
        }),
        xoff.order("low-load", {
          // "When the load is low, there is not much difference [...] However, when the load exceeds 0.5, the advantages of
          // SPFC start to become prominent."
          claim: `Large flows: SPFC is within 10% of DT 2 and ST on average at load ${low}, and faster than both at load ${high}`,
          paper: "not much difference; prominent above .5",
          judged: OTHERS.flatMap((one) => [
            xoff.likeEach<Run>("SPFC", [one], large(low)),
            xoff.belowEach<Run>("SPFC", [one], large(high), xoff.fixed(1)),
          ]),
          context: counted("above 1 MB", low),
          underdetermined: { evidence: DURATION_IS_OPEN },
        }),
        xoff.order("st-worst", {
          claim: `Large flows at load ${high}: ST is slowest on average`,
          paper: "ST has the worst performance",
          judged: xoff.aboveEach<Run>("ST", ["SPFC", "DT 2"], large(high), xoff.fixed(1)),
          underdetermined: { evidence: DURATION_IS_OPEN },
        }),
        sender === "DCQCN"
          ? xoff.order("small", {
              claim: "Small flows: SPFC is within 10% of DT and ST on average at load .5",
              paper: "similar",
              judged: xoff.likeEach<Run>("SPFC", OTHERS, slowdowns(runs, 0.5, "to 10 KB", "average")),
              context: counted("to 10 KB", 0.5),
              underdetermined: { evidence: DURATION_IS_OPEN },
            })
          : lowerForSome(),
      ];

      function lowerForSome(): xoff.Claim {
        const p99 = (bin: Bin) => slowdowns(runs, high, bin, "p99");
        const change = (bin: Bin): number => xoff.meanOf(p99(bin)("SPFC")) / xoff.meanOf(p99(bin)("DT 2"));
        const bin = BINS.reduce<Bin>((found, one) => (change(one) < change(found) ? one : found), BINS[0]);
        const judged = xoff.belowEach<Run>("SPFC", OTHERS, p99(bin), xoff.fixed(1));
        const all = CLAIMED.flatMap((scheme) => flows(bin, high, scheme));
        return xoff.order("p99", {
          claim: `At load ${high} the p99 of flows ${bin} is lower under SPFC than under DT 2 and ST`,
          paper: "lower for some flows",
          judged: xoff.whereDone(judged, 0.01, all),
          context: counted(bin, high),
          underdetermined: { evidence: DURATION_IS_OPEN },
        });
      }
    },
  });

const DURATION_IS_OPEN = "The text does not give the time in which flows begin.";
