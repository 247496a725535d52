/** bifrost/fig19: throughput of the long link over time. */
import { order } from "../experiment.ts";
import { carriesLess, neverStandsStill, shorterSpells, standsStill, steadier, throughputFigure } from "./throughput.ts";
import { chosen, offeredScenario } from "./two-dcs.ts";

export const fig19 = throughputFigure({
  id: "bifrost/fig19",
  title: "Throughput of the long link",
  asks: "How steady is the throughput of the long link under each flow control?",
  chosen: [
    ...chosen,
    "The paper does not name the workload and load of the figure. They are Hadoop, all-to-all, 80%. There are 60 samples per round trip, one every 100 us at 600 km.",
    'The "periods of 10 to 16 milliseconds" are read as the time from 10 to 16 ms. That is one period of 6 ms, a round trip.',
    'Periods and steadiness are measured while flows begin. "Close to zero" means below 10% of the link rate for half a round trip or more. The remaining frames are ACKs of the other direction, which are never paused.',
  ],
  ours: "Bifrost",
  paper: [
    ["PFC", 1.4367],
    ["SWING", 1.0651],
  ],
  scenario: (scheme, { measure, ...size }, reading) =>
    offeredScenario("all-to-all", { scheme, workload: "Hadoop", load: 0.8 }, size, reading, { measure }),
  claims: (courses) => {
    const { spell, rate } = courses;
    return [
      order("pfc-stands-still", {
        claim: "PFC's throughput stays close to zero for half a round trip or more",
        paper: "from 10 to 16 ms, a round trip",
        judged: standsStill(spell("PFC")),
      }),
      order("swing-stands-still", {
        claim: "SWING's throughput stays close to zero too, but for a shorter time",
        paper: "SWING also has this problem, but its strategy allows for faster response time",
        judged: [standsStill(spell("SWING")), shorterSpells(spell("SWING"), spell("PFC"))],
        underdetermined: { evidence: "The text does not name the figure's workload and load." },
      }),
      order("bifrost-does-not", {
        claim: "Bifrost's throughput does not stay close to zero",
        paper: "steadier",
        judged: neverStandsStill(spell("Bifrost")),
      }),
      order("steadier", {
        claim: "Bifrost's throughput is steadier than PFC's and SWING's (deviation over mean)",
        paper: "steadier",
        judged: steadier(courses, "Bifrost", ["PFC", "SWING"]),
      }),
      order("swing-over-pfc", {
        claim: "SWING has a higher throughput than PFC",
        paper: "higher throughput than PFC",
        judged: carriesLess(rate("PFC"), rate("SWING")),
      }),
    ];
  },
});
