/** spfc/fig12: PAUSEs and throughput of the victim's port on the testbed of nine 10G ports, against the number of burst ports. */
import * as xoff from "../experiment.ts";
import { switchAndPolicies, withoutControl } from "./policies.ts";
import { spfc } from "./readings.ts";
import * as victim from "./victim-fabric.ts";

export const fig12 = xoff.defineFigure({
  id: "spfc/fig12",
  title: "Testbed: nine ports of 10 Gbps",
  asks: "How often does the victim's port send PAUSEs on the testbed's switch, and what is its throughput?",
  readings: spfc,
  seeds: { quick: 2, paper: 3 },
  chosen: [
    "The nine ports of the text are seven senders and two receivers in a star at 10 Gbps. The switch has 2.5 MiB. Links have a delay of 1 us.",
    "A DPDK pipeline reacts slowly to PAUSE. The paper gives no reaction time, so it is the standard's 60 quanta.",
    "Host h0 sends F1 to r1 and F2 to r2. From 10 ms to 50 ms, 1 to 5 ports send open-loop bursts of 64 KB to r2.",
    "The switch is DPDK's test-pipeline with PFC and SPFC. It does not mark ECN, because the text does not mention marking. Without marks DCQCN never changes a rate, so senders have no congestion control. With marks P0 sends no PAUSE under any of the three policies, and F1 reaches its maximum rate. The plots of the figure would then be empty.",
    "DT and SPFC have alpha 2.",
    "K = 5 does not cover N of 1 to 4 (spfc/fig9). SPFC then takes the burst ports for victims too.",
  ],
  trials: (_scale, reading) => {
    const headroom = 9 * victim.headroomOf(10, 1);
    return xoff.trialsOver({ scheme: SCHEMES, bursts: BURSTS }, ({ scheme, bursts }) => ({
      until: "50ms",
      topology: { kind: "star", hosts: 7, rate: "10Gbps", delay: "1us", receivers: 2, receiverDelay: "1us" },
      traffic: [
        { kind: "long-lived", from: "h0", to: "r1" },
        { kind: "long-lived", from: "h0", to: "r2" },
        victim.burstsInto(bursts, "10ms", "50ms"),
      ],
      ...withoutControl(switchAndPolicies(scheme, "DCQCN", { memory: MEMORY, headroom }, reading)),
      measure: { every: "1ms", goodputs: [0] },
    }));
  },
  /** `pauses` counts the PAUSEs to h0. `victim` is the payload rate of F1 during the burst, Gbps. */
  row: (results) => ({ pauses: victim.pausesAtP0(results).sent, victim: victim.meanGoodput(results, 0, 10) }),
  plots: (runs) => {
    const lines = (what: What) =>
      xoff.linesOver(SCHEMES, BURSTS, (scheme, bursts) => runs.of({ scheme, bursts }, what));
    return [
      xoff.plotOf("PAUSEs at P0", "burst ports N", `count of PAUSEs in ${BURST_MS} ms`, lines("pauses")),
      xoff.plotOf("throughput of the victim flow", "burst ports N", "goodput, Gbps", lines("victim")),
    ];
  },
  claims(runs) {
    const average = (what: What) => (scheme: Tested) => {
      const byCount = BURSTS.map((bursts) => runs.of({ scheme, bursts }, what));
      return xoff.averageOf(scheme, byCount);
    };
    const chosenFor = { standing: "definition", note: WITHOUT_CONTROL } as const;
    return [
      xoff.order("spfc-best", {
        claim: "The victim's throughput is best under SPFC, on average over N",
        paper: "SPFC > DT, ST",
        judged: xoff.aboveEach<Tested>("SPFC", ["DT", "ST"], average("victim"), gbps),
        ...chosenFor,
      }),
      xoff.order("st-worst", {
        claim: "The victim's throughput is worst under ST, on average over N",
        paper: "ST < DT",
        judged: xoff.belowEach<Tested>("ST", ["DT"], average("victim"), gbps),
        underdetermined: { evidence: MARKS_ARE_OPEN },
      }),
      xoff.order("pauses", {
        claim: "The victim's port sends fewest PAUSEs under SPFC, on average over N",
        paper: "few",
        judged: xoff.belowEach<Tested>("SPFC", ["DT", "ST"], average("pauses"), xoff.fixed(1, " PAUSEs")),
        ...chosenFor,
      }),
    ];
  },
});

const MEMORY = 2.5 * 2 ** 20;
const SCHEMES = ["ST", "DT", "SPFC"] as const;
type Tested = (typeof SCHEMES)[number];
type What = "pauses" | "victim";

const BURSTS = [1, 2, 3, 4, 5];
const BURST_MS = 40;

const gbps = xoff.fixed(2, " Gbps");

/**
 * Says why these runs have no congestion control, although the paper's runs have DCQCN. Section VII-B: "At the end host,
 * DCQCN is used as the congestion control with default parameters."
 */
const WITHOUT_CONTROL =
  "The paper's senders have DCQCN. With DCQCN P0 sends no PAUSE under any of the three policies. So the senders of this figure have no congestion control.";

const MARKS_ARE_OPEN = "The text does not say whether the testbed's switch marks packets, nor which alpha it has.";
