/** bifrost/fig24: throughput of the long link over time, with three priorities. */
import { order } from "../experiment.ts";
import { prioritiesChosen, prioritiesScenario, traffics } from "./priorities.ts";
import { carriesAtMost, neverStandsStill, standsStill, steadier, throughputFigure } from "./throughput.ts";

const LENGTH_IS_OPEN =
  'The text has two lengths of time: "the throughput distribution in 0.1 s", and times from 12 to 15 ms of an experiment of 20 ms. It does not name the load.';

export const fig24 = throughputFigure({
  id: "bifrost/fig24",
  title: "Throughput of the long link with three priorities",
  asks: "Does one buffer for three priorities reach the same throughput of the long link as three buffers?",
  chosen: [
    ...prioritiesChosen,
    "The paper does not name the load of the figure. Here it is 90%, as in figure 22. There are 60 samples per round trip.",
    '"In the range of 12 to 15 ms" is read as a period of 3 ms, half a round trip, below 10% of the link rate.',
    "Steadiness is the standard deviation of the samples over their mean.",
    "High throughput means an average of 90% of the link rate while flows begin. Periods and steadiness are measured in the same time.",
  ],
  ours: "BifrostX",
  paper: [
    ["PFC", 1.362],
    ["SWING", 1.241],
  ],
  scenario: (run, options, reading) =>
    prioritiesScenario(run, { ...options, traffic: traffics["all-to-all"](0.9, options.arrivalsMs, reading) }, reading),
  open: LENGTH_IS_OPEN,
  claims: (courses) => [
    order("steadier", {
      claim: "BifrostX's throughput is steadier than PFC's and SWING's (deviation over mean)",
      paper: "a higher and more stable throughput",
      judged: steadier(courses, "BifrostX", ["SWING", "PFC"]),
    }),
    // "In the range of 12 to 15ms, myopic PFC and SWING can only maintain a very low throughput". This is one sentence, so
    // it is one claim for both schemes.
    order("others-stand-still", {
      claim: "The throughput of PFC and SWING stays close to zero for half a round trip or more",
      paper: "from 12 to 15 ms only a very low throughput",
      judged: (["PFC", "SWING"] as const).map((scheme) => standsStill(courses.spell(scheme))),
    }),
    order("bifrostx-does-not", {
      claim: "BifrostX's throughput does not stay close to zero",
      paper: "a steadily high throughput",
      judged: neverStandsStill(courses.spell("BifrostX")),
    }),
    order("none-is-high", {
      claim: "None of the three reaches 90% of the long link's rate on average",
      paper: "none of the three can maintain high throughput for a long period",
      judged: (["BifrostX", "SWING", "PFC"] as const).map((scheme) => carriesAtMost(courses.busyRate(scheme), 0.9)),
      note: "The paper does not define a high throughput. xoff chose 90%.",
    }),
  ],
});
