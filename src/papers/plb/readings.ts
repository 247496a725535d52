/** What PLB's paper leaves open and several of its figures hang on: one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const plb = defineReadings({
  acks: acksReading(
    "control",
    'Section 4: "We run NS-3 simulations", and nothing about the class of ACKs. At quick scale 15 of 31 claims hold under either answer, with 9 failures (control) and 7 (data).',
  ),
  background: {
    asks: "Which background flows does figure 1 have on Path 1?",
    options: {
      two: "two that last, from hosts of their own to others",
      one: "one that lasts",
      webServer: "Web Server flows from four hosts to four others that take .2 of Path 1 (.3 of parsimon's)",
    },
    chosen: "two",
    why: 'Section 2.2: "The background flows (in gray) are transmitting on the Path1", whose packets "are marked continuously due to real congestion": flows, so more than one, that last. The paper gives neither number nor sizes. With two figures 3 and 4 come out whole, and figure 5\'s flow loses three times what it has there; with one, figure 5 and 4 do, and in figure 3 staying is no better than Hermes; with Web Server flows only figure 5, of which their load is chosen. Figure 2\'s -49% wants a Path 1 that is nearly free, and comes out under none.',
  },
  webServer: {
    asks: "Whose Web Server sizes?",
    options: {
      expresspass:
        "fb-webserver-expresspass: none above 500 KB, 66 KB on average, 63, 18 and 19% of flows to 10 KB, to 100 KB and above",
      parsimon: "fb-webserver-all-parsimon: .6% of flows are above 1.3 MB and carry 70% of the bytes",
    },
    chosen: "expresspass",
    why: 'Section 4: "all flows are less than 1MB [34]", and [34], Aeolus, took its sizes from ExpressPass; the distribution of [23] has flows of 30 MB.',
  },
  fullLoad: {
    asks: "From which utilisation on is a path with a long RTT congested rather than stopped by PFC?",
    options: {
      "1": "1, as printed: the most used link of the path had no idle moment in 50 us",
      "0.95": ".95, a departure: links with short gaps count too",
      never: "never, a departure: only a kick-out moves a flow, and lines 12 and 13 of algorithm 2 have no case",
    },
    chosen: "1",
    why: 'Section 3.2: "the link utilization is equal to 1". Under it PLB returns from the loaded path of figure 5, and loses figure 7\'s Web Server: flows leave full paths, and their packets come out of order. With never, in which algorithm 2 has no congested path, it is the other way round (quick scale).',
  },
  receivers: {
    asks: "What do receivers make of packets out of order, which load balancers cause?",
    options: {
      nack: "keep them and send a NACK, and one packet goes again, as in IRN, but with no more of a window than the others (irn, a bitmap of 4096)",
      irn: "keep them and send a NACK, one packet goes again, one bandwidth-delay product is under way (irn)",
      selective: "keep them and say nothing; only a timeout sends anything again (selective)",
      "go-back-n": "drop them, and the sender starts again from the gap (go-back-n)",
    },
    chosen: "nack",
    why: "The paper names none. With IRN's window c2 never pauses leaf1 in figures 3 and 4, which the paper has; without NACKs reordering is free and DRILL comes first in figure 7, where the paper has it behind PLB; with go-back-n DRILL is 5 to 10 times as slow as PLB (quick scale), where it has 1.4 times.",
  },
  dcqcn: {
    asks: "Whose DCQCN?",
    options: {
      zhu15: "that of its paper: 55/50/55 us, five steps of fast recovery, 40 and 400 Mbps",
      hpcc: "the defaults of HPCC's simulator",
    },
    chosen: "zhu15",
    why: "The text names no values, and cites DCQCN's paper.",
  },
});

export type PlbReading = Chosen<typeof plb>;

/** Size distribution of the Web Server workload. */
export const webServerOf = ({ webServer }: PlbReading): string =>
  webServer === "expresspass" ? "fb-webserver-expresspass" : "fb-webserver-all-parsimon";

/** PLB as a routing policy. */
export const plbOf = ({ fullLoad }: PlbReading) => ({ name: "plb", fullLoad });

const zhu15 = {
  name: "dcqcn",
  alphaInterval: "55us",
  decreaseInterval: "50us",
  increaseInterval: "55us",
  fastRecovery: 5,
  additiveIncrease: "40Mbps",
  hyperIncrease: "400Mbps",
} as const;

const RECOVERY = {
  nack: { name: "irn", bitmap: 4096, rtoLow: "16.8ms", rtoHigh: "16.8ms" },
  irn: "irn",
  selective: "selective",
  "go-back-n": "go-back-n",
} as const;

/** All policies but routing. */
export const policiesOf = ({ receivers, dcqcn }: PlbReading) => ({
  buffer: { name: "dt", alpha: "1/8" },
  congestion: dcqcn === "zhu15" ? zhu15 : { name: "dcqcn" },
  detection: { name: "red", kmin: `${MARKS.kmin}KB`, kmax: `${MARKS.kmax}KB`, pmax: MARKS.pmax, scaleTo: "0bps" },
  recovery: RECOVERY[receivers],
});

/** Where marks begin, and where all packets have one, KB; between them their share rises to `pmax`. */
export const MARKS = { kmin: 5, kmax: 200, pmax: 0.01 } as const;

export const chosenForAll: readonly string[] = [
  "Switches have 9 MiB, as section 4 has them; thresholds are DT's with alpha 1/8, as in HPCC's simulator; marks go from 5 to 200 KB, as in DCQCN's paper.",
];
