/** bifrost/fig19: what the long link carries, over time. */
import { allOf, atLeast, atMost, below, defineExperiment, NO_PAUSES, order } from "../experiment.ts";
import { bifrost } from "./readings.ts";
import type { Run, Scheme } from "./schemes.ts";
import * as throughput from "./throughput.ts";
import { allToAll } from "./traffic.ts";
import { chosen, runOf, twoDcScenario } from "./two-dcs.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Run;
}

const SCHEMES: readonly Scheme[] = ["Bifrost", "SWING", "PFC"];
/** In round trips: the paper's spell from 10 to 16 ms is one; half of one is a spell. */
const SPELL = 0.5;

export const fig19 = defineExperiment<Key, throughput.Row, typeof bifrost>({
  id: "bifrost/fig19",
  title: "Throughput of the long link",
  asks: "How steadily does the long link carry traffic under each flow control?",
  chosen: [
    ...chosen,
    ...throughput.lengthChosen,
    "The figure's workload and load are not said: Hadoop, all-to-all, 80%. Sixty samples a round trip, 100 us at 600 km.",
    'The "periods of 10 to 16 milliseconds" are read as the time from 10 to 16 ms: a spell of 6 ms, one round trip.',
    "Spells and steadiness are told while flows begin. Close to zero means below 10% of the link, and a spell is half a round trip or more: what still comes are ACKs of the other direction, which nothing stops.",
  ],
  readings: bifrost,
  seeds: { quick: 3, paper: 3 },
  trials: (scale, reading) =>
    [...SCHEMES, NO_PAUSES].map((run: Run) => ({
      key: { scheme: run },
      scenario: runOf(run, (scheme) =>
        twoDcScenario(
          {
            ...{ scheme, ...throughput.COURSES[scale] },
            traffic: [allToAll("Hadoop", 0.8, throughput.COURSES[scale].arrivalsMs, reading)],
            measure: throughput.measure(throughput.COURSES[scale]),
          },
          reading,
        ),
      ),
    })),
  row: throughput.rateOf,

  conclude(done, scale, reading) {
    if (done.length === 0) return { plots: [], claims: [] };
    const { span, plots, spell, unsteady, rate } = throughput.coursesOf(done, reading, throughput.COURSES[scale]);
    return {
      plots,
      claims: [
        order(
          {
            id: "pfc-stands-still",
            claim: "PFC stays close to zero for half a round trip and more at a time",
            paper: "from 10 to 16 ms, a round trip",
          },
          atLeast(spell("PFC"), SPELL, throughput.roundTrips),
        ),
        order(
          {
            id: "swing-stands-still",
            claim: "So does SWING, if more briefly",
            paper: "SWING also has this problem, but its strategy allows for faster response time",
            tried: throughput.SWING_TRIED,
          },
          allOf([
            atLeast(spell("SWING"), SPELL, throughput.roundTrips),
            below(spell("SWING"), spell("PFC"), throughput.roundTrips),
          ]),
        ),
        order(
          { id: "bifrost-does-not", claim: "Bifrost does not", paper: "steadier" },
          atMost(spell("Bifrost"), SPELL, throughput.roundTrips),
        ),
        order(
          {
            id: "steadier",
            claim: "Bifrost's throughput is steadier than PFC's and SWING's (deviation over mean)",
            paper: "steadier",
          },
          allOf([
            below(unsteady("Bifrost"), unsteady("PFC"), throughput.deviation),
            below(unsteady("Bifrost"), unsteady("SWING"), throughput.deviation),
          ]),
        ),
        order(
          { id: "swing-over-pfc", claim: "SWING carries more than PFC", paper: "higher throughput than PFC" },
          below(rate("PFC"), rate("SWING"), throughput.gbps),
        ),
        ...throughput.averageClaims(
          done,
          "Bifrost",
          [
            ["PFC", 1.4367],
            ["SWING", 1.0651],
          ],
          span,
          TRIED_AVERAGE,
        ),
      ],
    };
  },
});

const TRIED_AVERAGE =
  "SWING's starts and stops take a fiftieth of a round trip at a time, so it has little to lose. With flows that begin for 100 ms, averaged until the last is done (`window: drain`), Bifrost carries 62% more than PFC and 1.1% more than SWING (-.2 to +2.4%, three seeds).";
