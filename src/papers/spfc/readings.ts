/** Questions that SPFC's paper leaves open for several of its figures, with one answer for all. */
import { type Chosen, defineReadings, type Presets } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const spfc = defineReadings({
  acks: acksReading(
    "control",
    'Section VII: "on ns-3 platform", and nothing about the class of ACKs. At quick scale 26 of 82 claims hold with control and 25 with data; 25 and 23 fail.',
  ),
  q: {
    asks: "Which bytes are Q, the queue of an ingress port?",
    options: {
      "one-counter": "all that came in by it and are still there, those that came after its PAUSE included",
      apart: "those that came before its PAUSE; what comes later lies in headroom and counts nowhere else (sih)",
    },
    chosen: "one-counter",
    why: 'Section II-C counts what "entered from this ingress port, and the packets are still queued". With late bytes apart DT 2 pauses h0 once at N = 24, for .25 ms, no more than SPFC; with one counter DT 2 holds it for 9.9 of 11 ms and SPFC never pauses it.',
  },
  victim: {
    asks: "How far may a victim's port go?",
    options: {
      memory: "as far as memory bears it, headroom that no late byte needs included",
      buffer: "until the shared pool is full",
      printed: "to the size of the buffer in bytes of its own, whatever others hold",
    },
    chosen: "memory",
    why: "Held to the pool (`buffer`) a victim has what DT gives it: at N = 24 h0 is sent 24 PAUSEs and held for 9.8 ms. With `memory` it is sent none, nor as printed, which can lose packets (docs/errata.md).",
  },
  memory: {
    asks: "What are the 16 and the 32 MB of a switch?",
    options: {
      beside: "B, which is shared, and each port's headroom lies beside",
      within: "all memory, and headroom is taken from it first",
    },
    chosen: "beside",
    why: "Equation 1 has B as what thresholds are reckoned with, and section II-C gives ports headroom besides; within, figure 6(b) at 50 us would need 18 MB of headroom. Figure 4 comes out either way: with headroom within DT 2 holds h0 for 10.1 ms at N = 24, and SPFC never.",
  },
  dcqcn: {
    asks: "Whose DCQCN?",
    options: {
      hpcc: "that of HPCC's simulator, with its values",
      "hpcc-zhu15": "the same with the values of DCQCN's paper: 55/50/55 us, F = 5, 40 and 400 Mbps",
      zhu15:
        "as in DCQCN's paper: besides, one CNP in 50 us at most, each cuts at once and moves the target; least rate 100 Mbps",
    },
    chosen: "zhu15",
    why: "Section VII-C: \"set to the default values recommended by the related literature [34], [35]\", and [34] is DCQCN's paper. It alone has h0 paused under ST (once; never with HPCC's), F1 above 83 Gbps under SPFC at N = 24 (91; 52 with HPCC's and zhu15's values), and K = 3 at fault at epsilon .75 (8 Gbps; 92 with HPCC's).",
  },
  tc: {
    asks: "Of which round trip is TC four times or more?",
    options: {
      flows: "4 times that of the flows: 80 us in figure 3(a), 96 us in the Clos",
      hosts: "4 times the longest between any two hosts: 145 us in figure 3(a), whose senders never talk to each other",
      "8-hosts": "8 times the longest between any two hosts",
    },
    chosen: "flows",
    why: 'Section V-B: "TC >= 4RTT". None of the figures hangs on it: at N = 24 SPFC never pauses h0 with 80, 145 or 289.5 us.',
  },
  h0: {
    asks: "What is h0's load of .4 in figures 13 and 14, whose bottleneck has .6?",
    options: {
      each: "to r2, whose link then has .6, and as much to r1",
      split: "of its own link, to r1 and r2 by the flow, so that r2's link has .4",
    },
    chosen: "each",
    why: 'Section VII-C: "the target load at the bottleneck links is set to 0.6 (0.4 for H0 and 0.2 for burst)".',
  },
  load: {
    asks: "Which are the down-links of a ToR, whose load is given?",
    options: {
      hosts: "those to its hosts: at .5 the two links to the leaves, of half the rate of all hosts, are all but full",
      leaves: "those from the leaves down to it: at .5 hosts send at .25",
    },
    chosen: "hosts",
    why: 'The text counts load "at ToR down-links" and has hosts below ToRs; figures 15 and 16 come to slowdowns of 140 and more, which needs uplinks that are overloaded at .9.',
  },
});

const simulator = { q: "apart", memory: "within", dcqcn: "hpcc-zhu15", victim: "printed" } as const;

/** The answers of HPCC's simulator, whose Clos with 32 MB the paper has: headroom within memory, late bytes apart. */
export const presets = {
  "hpcc-simulator": simulator,
  "hpcc-simulator-acks": { ...simulator, acks: "data" },
} satisfies Presets;

/** One answer to each question. */
export type Reading = Chosen<typeof spfc>;
