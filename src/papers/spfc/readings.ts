/** Questions that SPFC's paper leaves open for several of its figures, with one answer for all of them. */
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
      "one-counter": "all bytes that arrived by it and are still queued, including bytes that arrived after its PAUSE",
      apart: "bytes that arrived before its PAUSE; later bytes are in headroom and count nowhere else (sih)",
    },
    chosen: "one-counter",
    why: 'Section II-C counts what "entered from this ingress port, and the packets are still queued". With late bytes apart DT 2 pauses h0 once at N = 24, for .25 ms, which is no more than SPFC. With one counter DT 2 pauses it for 9.9 of 11 ms, and SPFC never does.',
  },
  victim: {
    asks: "How much memory may a victim's port take?",
    options: {
      memory: "all free memory, including headroom that no late byte needs",
      buffer: "until the shared pool is full",
      printed: "as many bytes as the buffer has, without regard to other ports",
    },
    chosen: "memory",
    why: "With `buffer` a victim has no more than under DT: at N = 24 h0 receives 24 PAUSEs and is paused for 9.8 ms. With `memory` and `printed` it receives none. As printed packets can be lost (docs/errata.md).",
  },
  memory: {
    asks: "What are the 16 and the 32 MB of a switch?",
    options: {
      beside: "B, the shared memory, with each port's headroom in addition",
      within: "all memory, and headroom is taken from it first",
    },
    chosen: "beside",
    why: "Equation 1 computes thresholds from B, and section II-C gives ports headroom in addition. With `within`, figure 6(b) at 50 us would need 18 MB of headroom. Figure 4 comes out either way: with `within` DT 2 pauses h0 for 10.1 ms at N = 24, and SPFC never.",
  },
  dcqcn: {
    asks: "Whose DCQCN?",
    options: {
      hpcc: "that of HPCC's simulator, with its values",
      "hpcc-zhu15": "the same with the values of DCQCN's paper: 55/50/55 us, F = 5, 40 and 400 Mbps",
      zhu15:
        "as in DCQCN's paper: in addition at most one CNP in 50 us, which cuts at once and moves the target; minimum rate 100 Mbps",
    },
    chosen: "zhu15",
    why: "Section VII-C: \"set to the default values recommended by the related literature [34], [35]\", and [34] is DCQCN's paper. Only with it is h0 paused under ST: once, and never with HPCC's. F1 has 91 Gbps under SPFC at N = 24, against 52 with HPCC's and zhu15's values. K = 3 fails at epsilon .75 with 8 Gbps, against 92 with HPCC's.",
  },
  tc: {
    asks: "Of which round trip is TC four times or more?",
    options: {
      flows: "4 times that of the flows: 80 us in figure 3(a), 96 us in the Clos",
      hosts: "4 times the longest between any two hosts: 145 us in figure 3(a), whose senders never talk to each other",
      "8-hosts": "8 times the longest between any two hosts",
    },
    chosen: "flows",
    why: 'Section V-B: "TC >= 4RTT". No figure depends on it: at N = 24 SPFC never pauses h0 with 80, 145 or 289.5 us.',
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
      hosts:
        "links to its hosts: at .5 the two links to the leaves, which have half the rate of all hosts, are almost full",
      leaves: "links from the leaves down to it: at .5 hosts send at .25",
    },
    chosen: "hosts",
    why: 'The text counts load "at ToR down-links" and has hosts below ToRs. Figures 15 and 16 have slowdowns of 140 and more, so uplinks must be overloaded at .9.',
  },
});

const simulator = { q: "apart", memory: "within", dcqcn: "hpcc-zhu15", victim: "printed" } as const;

/** The answers of HPCC's simulator, whose Clos with 32 MB the paper has: headroom is within memory, late bytes count apart. */
export const presets = {
  "hpcc-simulator": simulator,
  "hpcc-simulator-acks": { ...simulator, acks: "data" },
} satisfies Presets;

export type Reading = Chosen<typeof spfc>;
