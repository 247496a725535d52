/** bifrost/fig4: goodput of IRN with its settings for a short and for a long round trip, each on both. */
import { acksOf } from "../acks.ts";
import { defineExperiment, inEveryRun, order, type Scale } from "../experiment.ts";
import { insidePolicies } from "./inside.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { IRN_PAYLOAD } from "./schemes.ts";

type Settings = "IRN-intra" | "IRN-inter";
type Way = "14 us" | "402 us";

interface Key extends Record<string, string | number> {
  readonly settings: Settings;
  readonly delay: Way;
  /** Rate of the last link, Gbps. */
  readonly bottleneck: number;
}

interface Row {
  /** Gbps of payload in order. */
  readonly goodput: number;
  readonly repeated: number;
  readonly dropped: number;
}

/** Table II. */
const SETTINGS = {
  "IRN-intra": { bitmap: 934, rtoHigh: "175us", rtoLow: "28us" },
  "IRN-inter": { bitmap: 26_800, rtoHigh: "1664us", rtoLow: "804us" },
} as const;

const WAYS = {
  "14 us": { long: "12us", memory: "6MB" },
  "402 us": { long: "400us", memory: "40MB" },
} as const;

const UNTIL: Readonly<Record<Scale, Readonly<Record<Way, string>>>> = {
  quick: { "14 us": "5ms", "402 us": "12ms" },
  paper: { "14 us": "50ms", "402 us": "100ms" },
};
const RATES: Readonly<Record<Scale, readonly number[]>> = {
  quick: [50, 100, 200, 300, 400],
  paper: [50, 100, 150, 200, 250, 300, 350, 400],
};

export const fig4 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/fig4",
  title: "IRN-intra and IRN-inter against the bottleneck",
  asks: "Can one setting of IRN serve flows within a data centre and flows between two?",
  chosen: [
    "Host A, switch M, switch N, host B: 1 us at either end, the rest of 14 or 402 us between the switches; figure 3 is not in the text.",
    "Packets of 1500 B with headers, of which table II counts; the ACKs' link back is as fast as the bottleneck.",
    "A switch gives its whole memory to one queue (a static threshold), and drops beyond it.",
    "Nothing is random: one run of each.",
    "Goodput is the payload that B has in order at the end, over the whole run: 5 and 12 ms (quick) or 50 and 100 ms.",
  ],
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  trials: (scale, reading) =>
    (Object.keys(WAYS) as Way[]).flatMap((delay) =>
      (Object.keys(SETTINGS) as Settings[]).flatMap((settings) =>
        RATES[scale].map((bottleneck) => ({
          key: { settings, delay, bottleneck },
          scenario: scenario(settings, delay, bottleneck, UNTIL[scale][delay], reading),
        })),
      ),
    ),

  row({ summary, tables }) {
    const { counters, simulated_ns } = summary;
    return {
      goodput: (tables.flows.columns.received_bytes[0] * 8) / simulated_ns,
      repeated: counters.repeated_packets,
      dropped: counters.dropped_no_buffer,
    };
  },

  conclude(done, scale) {
    const of = (settings: Settings, delay: Way, bottleneck: number): number =>
      done.find(({ key }) => key.settings === settings && key.delay === delay && key.bottleneck === bottleneck)?.row
        .goodput ?? NaN;
    const line = (settings: Settings, delay: Way) => ({
      name: settings,
      points: RATES[scale].map((rate) => [rate, of(settings, delay, rate)] as const),
    });
    const courses = (delay: Way): string =>
      (Object.keys(SETTINGS) as Settings[])
        .map(
          (settings) => `${settings}: ${RATES[scale].map((rate) => of(settings, delay, rate).toFixed(0)).join(", ")}`,
        )
        .join("; ");
    const long = RATES[scale].map((rate) => of("IRN-intra", "402 us", rate));
    const below = RATES[scale].filter((rate) => rate < 400);
    return {
      plots: (Object.keys(WAYS) as Way[]).map((delay) => ({
        title: `one flow, ${delay} from host to host`,
        x: "bottleneck, Gbps",
        y: "goodput, Gbps",
        lines: (Object.keys(SETTINGS) as Settings[]).map((settings) => line(settings, delay)),
      })),
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "intra-on-long",
                  claim: "With IRN-intra the long flow's goodput hardly changes with the bottleneck, by 10% at most",
                  paper: "remains almost unchanged",
                },
                inEveryRun("so", [Math.max(...long) < 1.1 * Math.min(...long)]),
                `Gbps at ${RATES[scale].join(", ")}: ${courses("402 us")}`,
              ),
              order(
                {
                  id: "inter-on-long",
                  claim: "IRN-inter's long flow gets more than IRN-intra's at every bottleneck",
                  paper: "too small, and it restricts the traffic injection",
                },
                inEveryRun(
                  "bottlenecks at which it does",
                  RATES[scale].map((rate) => of("IRN-inter", "402 us", rate) > of("IRN-intra", "402 us", rate)),
                ),
              ),
              order(
                {
                  id: "inter-on-short",
                  claim: "With IRN-inter the short flow's goodput falls below IRN-intra's wherever there is congestion",
                  paper: "hurting the goodput",
                },
                inEveryRun(
                  "bottlenecks below 400 Gbps at which it does",
                  below.map((rate) => of("IRN-inter", "14 us", rate) < of("IRN-intra", "14 us", rate)),
                ),
                `Gbps at ${RATES[scale].join(", ")}: ${courses("14 us")}`,
              ),
            ],
    };
  },
});

function scenario(
  settings: Settings,
  delay: Way,
  bottleneck: number,
  until: string,
  reading: BifrostReading,
): Record<string, unknown> {
  const { long, memory } = WAYS[delay];
  return {
    until,
    topology: {
      kind: "file",
      nodes: ["A,host", "B,host", "M,switch", "N,switch"],
      links: [
        { a: "A", b: "M", rate: "400Gbps", delay: "1us" },
        { a: "M", b: "N", rate: "400Gbps", delay: long },
        { a: "N", b: "B", rate: `${bottleneck}Gbps`, delay: "1us" },
      ],
    },
    switch: { memory },
    packet: { payload: `${IRN_PAYLOAD}B` },
    classes: { lossless: [], ...acksOf(reading) },
    traffic: [{ kind: "long-lived", from: "A", to: "B" }],
    policies: {
      ...insidePolicies(reading),
      buffer: { name: "st", xoff: memory },
      link: "none",
      congestion: "none",
      recovery: { name: "irn", ...SETTINGS[settings], onTimeout: reading.irnTimeout },
    },
  };
}
