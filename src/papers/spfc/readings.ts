/** Questions that SPFC's paper leaves open for several of its figures, with one answer for all of them. */
import { type Chosen, defineReadings, type Presets } from "../experiment.ts";
import { acksReading } from "../acks.ts";

/** Open questions of claims in several figures, with the paper's words. */
export const DCQCN_IS_OPEN =
  'The text prints no value of DCQCN and no ECN threshold (reading `dcqcn`): "All parameters are set to the default values recommended by the related standards, and literature [14], [34], [42]".';
export const LATE_BYTES_ARE_OPEN =
  "The text does not say whether bytes that arrive after a PAUSE count in the sum of equation 1 (reading `q`). Section II-C counts all bytes of a port, and also gives each port headroom for these bytes.";

export const spfc = defineReadings({
  acks: acksReading(
    "control",
    'Section VII says "on ns-3 platform", and nothing about the class of ACKs. At quick scale 26 of 82 claims hold with control and 25 with data. 25 and 23 fail.',
  ),
  q: {
    asks: "Which bytes does Q, the queue of an ingress port, count?",
    options: {
      "one-counter":
        "all bytes that arrived through the port and are still queued, including bytes that arrived after its PAUSE",
      apart: "only bytes that arrived before its PAUSE. Later bytes are in headroom and are not counted in Q (sih)",
    },
    chosen: "one-counter",
    why: 'Section II-C counts what "entered from this ingress port, and the packets are still queued". With `apart` DT 2 pauses h0 once at N = 24, for .25 ms, which is no more than under SPFC. With `one-counter` DT 2 pauses h0 for 9.9 of 11 ms, and SPFC never does.',
  },
  victim: {
    asks: "How much memory may a victim port use?",
    options: {
      memory: "all free memory, including headroom that no late byte needs",
      buffer: "until the shared pool is full",
      printed: "as many bytes as the buffer has, without regard to other ports",
    },
    chosen: "memory",
    why: "With `buffer` a victim has no more memory than under DT. At N = 24 h0 then receives 24 PAUSEs and is paused for 9.8 ms. With `memory` and `printed` it receives none. With `printed` packets can be lost (docs/errata.md).",
  },
  memory: {
    asks: "Which memory are the 16 MB and the 32 MB of a switch?",
    options: {
      beside: "B, the shared memory, with each port's headroom in addition",
      within: "all memory, and headroom is taken from it first",
    },
    chosen: "beside",
    why: "Equation 1 computes thresholds from B, and section II-C gives ports headroom in addition. With `within`, figure 6(b) at 50 us would need 18 MB of headroom. Figure 4 matches the paper with both answers. With `within` DT 2 pauses h0 for 10.1 ms at N = 24, and SPFC never does.",
  },
  dcqcn: {
    asks: "Which DCQCN do senders use?",
    options: {
      hpcc: "that of HPCC's simulator, with the simulator's values",
      "hpcc-zhu15":
        "that of HPCC's simulator, with the values of DCQCN's paper. These are 55/50/55 us, F = 5, and 40 and 400 Mbps",
      zhu15:
        "that of DCQCN's paper with its values. A sender gets at most one CNP in 50 us, which cuts the rate at once and sets the target. The minimum rate is 100 Mbps",
    },
    chosen: "zhu15",
    why: "Section VII-C: \"set to the default values recommended by the related literature [34], [35]\", and [34] is DCQCN's paper. `hpcc-zhu15` has these values too. Both were judged on section IV-D and on figures 4 to 6, 11 to 13 and 18. With `hpcc-zhu15` one more claim holds: `st-suffers` of figure 4 (paper scale). Two fewer hold (quick scale): `recovery-spfc` of figure 6 fails with 3.25 ms, and `f1-keeps` of section IV-D with 79.7 Gbps. In figure 13 small flows of h0 are then 147% slower under SPFC than under ST, and similar in the paper. In figure 18 WebSearch's large flows are 30% slower than under ST, and slightly faster in the paper. Figures 14, 15 and 17 and table III were not compared anew. With `hpcc` K = 3 does not fail at epsilon .75: F1 has 92 Gbps, and 8 Gbps with `zhu15`.",
  },
  timely: {
    asks: "How large is a step of TIMELY's additive increase?",
    options: {
      hpcc: "100 Mbps, and 500 Mbps from the sixth consecutive step on. The minimum rate is 1 Gbps, as in HPCC's simulator at 100 Gbps",
      mittal15: "10 Mbps, five steps at once from the sixth consecutive step on, and a minimum rate of 10 Mbps",
    },
    chosen: "hpcc",
    why: 'Section VII-C: "DCQCN and TIMELY are set to the default values recommended by the related literature [34], [35]". [35] is TIMELY\'s paper, whose step is for links of 10 Gbps. `hpcc` has ten times this step at ten times the rate. In figure 13 large flows of h0 are then 30 and 51% faster under SPFC than under DT and ST (paper scale). With `mittal15` they are 19 and 22% faster (quick scale, four seeds), and in the paper 39 and 71%.',
  },
  pauseTime: {
    asks: "For how long does a PAUSE frame pause, so that its sender repeats it while the port stays paused?",
    options: {
      "5us": "5 us, as in HPCC's simulator: a frame for every 5 us of a PAUSE",
      standard:
        "65,535 quanta, the maximum of 802.1Qbb, 336 us at 100 Gbps. A frame is repeated after half of this time",
    },
    chosen: "5us",
    why: 'The paper simulates with ns-3, which has no PFC of its own. HPCC\'s extension of ns-3 has frames of 5 us, and Table II has the Hadoop flow sizes of that extension. Section III-A counts "PAUSE messages". Their rate "increases with the increase of concurrent burst traffic" under DT with each alpha. With `5us` it does. With `standard` the rate is highest at N = 22 with alpha 1, and at N = 5 with alpha 4. Other figures count PAUSEs of any length. In figure 13 frames of 5 us change by -100 and -100% with DCQCN against DT and ST. With TIMELY they change by -90 and -94%. The numbers for PAUSEs of any length are -100 and -100%, -94 and -95% (quick scale, four seeds).',
  },
  tc: {
    asks: "TC is at least four times which round trip?",
    options: {
      flows: "4 times the round trip of the flows: 80 us in figure 3(a), 96 us in the Clos",
      hosts:
        "4 times the longest round trip between any two hosts: 145 us in figure 3(a), although its senders never send to each other",
      "8-hosts": "8 times the longest round trip between any two hosts",
    },
    chosen: "flows",
    why: 'Section V-B: "TC >= 4RTT". No figure depends on the answer: at N = 24 SPFC never pauses h0 with 80, 145 or 289.5 us.',
  },
  h0: {
    asks: "To which links does h0's load of .4 in figures 13 and 14 apply? The load of their bottleneck is .6. What does h0 send?",
    options: {
      each: "h0 sends .4 to r2, whose link then has .6, and .4 to r1",
      split: "h0 sends .4 of its own link rate, divided over r1 and r2 by flow, so that r2's link has .4",
    },
    chosen: "each",
    why: 'Section VII-C: "the target load at the bottleneck links is set to 0.6 (0.4 for H0 and 0.2 for burst)".',
  },
  sizes: {
    asks: "Do the flows that hosts H1 to H29 start at the same time in figures 13 and 14 have the same size?",
    options: {
      own: "no: the hosts are synchronous in their start times, and each draws its own sizes",
      equal: "yes: the generators are synchronous in all that they draw, so all hosts send the same flows",
    },
    chosen: "own",
    why: 'Section VII-C: "the workload generators at hosts H1-H29 are set to be synchronous to simulate concurrent bursts". This names their times, and not their sizes. In figure 14 the paper has the shortest queues of burst ports at a PAUSE under SPFC. With `own` they are 769 KB under SPFC and 525 KB under ST (paper scale). With `equal` they are 499 and 525 KB (paper scale, four seeds), and both claims of the figure hold. In figure 13 small flows of h0 have similar slowdowns under SPFC and ST in the paper. With `own` they are 34% slower under SPFC. With `equal` the difference is 1% (six seeds at paper scale), so this claim holds too. Most other claims of figure 13 are undecided with `equal` and six seeds, so `own` is kept.',
  },
  load: {
    asks: 'Which links are the "down-links" of a ToR, whose load the paper gives?',
    options: {
      hosts:
        "links to its hosts. The two links to the leaves have half the rate of all hosts, so they are almost full at .5",
      leaves: "links from the leaves to the ToR. At .5 hosts send at .25",
    },
    chosen: "hosts",
    why: 'The text defines load "at ToR down-links", and hosts are below ToRs. Figures 15 and 16 have slowdowns of at least 140, so uplinks must be overloaded at .9.',
  },
});

const simulator = { q: "apart", memory: "within", dcqcn: "hpcc-zhu15", victim: "printed" } as const;

/**
 * Answers to the questions in `spfc` that fit HPCC's simulator, on which the paper's Clos with 32 MB is based. Headroom is part of the
 * memory, and bytes that arrive after a PAUSE do not count in Q.
 */
export const presets = {
  "hpcc-simulator": simulator,
  "hpcc-simulator-acks": { ...simulator, acks: "data" },
} satisfies Presets;

export type Reading = Chosen<typeof spfc>;
