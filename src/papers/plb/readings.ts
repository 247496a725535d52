/** Questions that PLB's paper leaves open for several of its figures, with one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";
import { zhu15, zhu15Red } from "../dcqcn.ts";

export const plb = defineReadings({
  acks: acksReading(
    "control",
    'Section 4: "We run NS-3 simulations". The paper does not mention the class of ACKs. At quick scale 15 of 31 claims hold under either answer. 9 fail with control and 7 with data.',
  ),
  background: {
    asks: "Which background flows does figure 1 have on Path 1?",
    options: {
      two: "two long-lived flows between separate hosts",
      one: "one long-lived flow",
      webServer:
        "Web Server flows from four hosts to four others, with a load of .2 of Path 1 (.3 with parsimon's sizes)",
    },
    chosen: "two",
    why: 'Section 2.2: "The background flows (in gray) are transmitting on the Path1", whose packets "are marked continuously due to real congestion". These words mean several long-lived flows. The paper gives neither number nor sizes. With `two`, figures 3 and 4 match the paper completely. The slowdown of figure 5\'s flow is then three times that of the paper. With `one`, figures 4 and 5 match, but in figure 3 f1 without rerouting is not faster than under Hermes. With `webServer` only figure 5 matches, and its load was chosen to match it. Figure 2\'s -49% requires an almost idle Path 1, and no answer gives it.',
  },
  webServer: {
    asks: "Which Web Server distribution does the paper use?",
    options: {
      expresspass:
        "fb-webserver-expresspass: at most 500 KB and 66 KB on average. 63% of its flows are up to 10 KB, and 19% are above 100 KB",
      parsimon: "fb-webserver-all-parsimon, in which .6% of flows are above 1.3 MB and carry 70% of the bytes",
    },
    chosen: "expresspass",
    why: 'Section 4 says "all flows are less than 1MB [34]". Reference [34], Aeolus, took its sizes from ExpressPass. The distribution of [23] has flows of 30 MB.',
  },
  fullLoad: {
    asks: "At which utilisation is a path with a long RTT congested instead of paused by PFC?",
    options: {
      "1": "1, as printed: the most used link of the path sent for 50 us without a gap",
      "0.95": ".95, a departure from the paper: links with short gaps count too",
      never:
        "at none, a departure from the paper: only a kick-out moves a flow, and lines 12 and 13 of algorithm 2 never apply",
    },
    chosen: "1",
    why: 'Section 3.2: "the link utilization is equal to 1". With `1` PLB returns from the loaded path of figure 5. In figure 7 it is slower than others for Web Server, because flows leave full paths and their packets arrive out of order. With `never` algorithm 2 has no congested path, and both results are reversed (quick scale).',
  },
  receivers: {
    asks: "How do receivers treat packets out of order?",
    options: {
      nack: "keep them and send a NACK for one retransmission, without IRN's window of one bandwidth-delay product (irn, a bitmap of 4096)",
      irn: "keep them and send a NACK for one retransmission, with a window of one bandwidth-delay product (irn)",
      selective: "keep them and send no NACK. Only a timeout causes a retransmission (selective)",
      "go-back-n": "drop them. The sender retransmits everything from the gap (go-back-n)",
    },
    chosen: "nack",
    why: "The paper does not say. With IRN's window c2 never pauses leaf1 in figures 3 and 4, unlike in the paper. Without NACKs reordering has no cost, and DRILL is fastest in figure 7. The paper has DRILL behind PLB. With go-back-n DRILL is 5 to 10 times as slow as PLB (quick scale), and 1.4 times in the paper.",
  },
  dcqcn: {
    asks: "Which parameters does DCQCN have?",
    options: {
      zhu15: "the values of DCQCN's paper: 55/50/55 us, five steps of fast recovery, and 40 and 400 Mbps",
      hpcc: "the defaults of HPCC's simulator",
    },
    chosen: "zhu15",
    why: "The text gives no values and cites DCQCN's paper.",
  },
});

export type PlbReading = Chosen<typeof plb>;

/** The flow-size distribution of the Web Server workload. The answer to the open question `webServer` selects it. */
export const webServerOf = ({ webServer }: PlbReading): string =>
  webServer === "expresspass" ? "fb-webserver-expresspass" : "fb-webserver-all-parsimon";

/**
 * The routing policy PLB. `fullLoad` is the utilisation from which PLB classifies a path with a long RTT as congested. The
 * user can choose this value, because the paper leaves it open.
 */
export const plbOf = ({ fullLoad }: PlbReading) => ({ name: "plb", fullLoad });

/**
 * The recovery policy of receivers that store packets which arrive out of order, and send a NACK for each gap. A bitmap of
 * 4,096 packets takes the place of IRN's window of one BDP.
 */
export const nackRecovery = { name: "irn", bitmap: 4096, rtoLow: "16.8ms", rtoHigh: "16.8ms" } as const;

const RECOVERY = {
  nack: nackRecovery,
  irn: "irn",
  selective: "selective",
  "go-back-n": "go-back-n",
} as const;

/** All policies of PLB's figures except routing. */
export const policiesOf = ({ receivers, dcqcn }: PlbReading) => ({
  buffer: { name: "dt", alpha: "1/8" },
  congestion: { name: "dcqcn", ...(dcqcn === "zhu15" && zhu15) },
  detection: zhu15Red,
  recovery: RECOVERY[receivers],
});

export const chosenForAll: readonly string[] = [
  "Switches have 9 MiB, as in section 4. The buffer policy is DT with alpha 1/8, as in HPCC's simulator. RED marks from 5 to 200 KB, as in DCQCN's paper.",
];
