/**
 * bifrost/fig4: goodput of IRN on a path with a short round trip and on a path with a long one. On each path IRN runs
 * with the settings for the short round trip, and in other runs with those for the long one.
 */
import * as xoff from "../experiment.ts";
import { acksOf } from "../acks.ts";
import { insidePolicies } from "./inside.ts";
import { bifrost } from "./readings.ts";
import { IRN_PAYLOAD } from "./schemes.ts";

/** The settings of table II, by their names in the paper. */
const SETTINGS = {
  "IRN-intra": { bitmap: 934, rtoHigh: "175us", rtoLow: "28us" },
  "IRN-inter": { bitmap: 26_800, rtoHigh: "1664us", rtoLow: "804us" },
} as const;
type Settings = keyof typeof SETTINGS;
const settingNames = Object.keys(SETTINGS) as Settings[];

const PATHS = {
  "14 us": { long: "12us", memory: "6MB", until: { quick: "5ms", paper: "50ms" } },
  "402 us": { long: "400us", memory: "40MB", until: { quick: "12ms", paper: "100ms" } },
} as const;
type Path = keyof typeof PATHS;
const pathNames = Object.keys(PATHS) as Path[];

/** Rates of the last link, which is the bottleneck, Gbps. */
const RATES: xoff.PerScale<readonly number[]> = {
  quick: [50, 100, 200, 300, 400],
  paper: [50, 100, 150, 200, 250, 300, 350, 400],
};

export const fig4 = xoff.defineFigure({
  id: "bifrost/fig4",
  title: "IRN-intra and IRN-inter against the bottleneck",
  asks: "Can one setting of IRN serve flows within a data centre and flows between two?",
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    "The path is host A, switch M, switch N and host B. Each host link has 1 us. The rest of the 14 or 402 us is between the switches. The text does not describe figure 3.",
    "Packets have 1500 B with headers, as table II assumes. The reverse link for ACKs has the rate of the bottleneck.",
    "A static threshold gives a switch's whole memory to one queue. The switch drops packets beyond it.",
    "The scenario has no random values, so each set-up has one run.",
    "Goodput is the payload that B has received in order by the end, averaged over the run. Runs last 5 and 12 ms (quick) or 50 and 100 ms.",
  ],
  trials: (scale, reading) =>
    xoff.keyed(
      xoff.trialsOver({ delay: pathNames, settings: settingNames, bottleneck: RATES[scale] }, (key) => {
        const { long, memory, until } = PATHS[key.delay];
        return {
          until: until[scale],
          topology: {
            kind: "file",
            nodes: ["A,host", "B,host", "M,switch", "N,switch"],
            links: [
              { a: "A", b: "M", rate: "400Gbps", delay: "1us" },
              { a: "M", b: "N", rate: "400Gbps", delay: long },
              { a: "N", b: "B", rate: `${key.bottleneck}Gbps`, delay: "1us" },
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
            recovery: { name: "irn", ...SETTINGS[key.settings], onTimeout: reading.irnTimeout },
          },
        };
      }),
      ["settings", "delay", "bottleneck"],
    ),
  /** `goodput` is the payload that arrived in order, Gbps. */
  row: ({ summary: { counters, simulated_ns }, tables }) => ({
    goodput: (tables.flows.columns.received_bytes[0] * 8) / simulated_ns,
    repeated: counters.repeated_packets,
    dropped: counters.dropped_no_buffer,
  }),
  plots(runs, scale) {
    const points = (settings: Settings, delay: Path) =>
      RATES[scale].map((bottleneck) => {
        const [{ goodput } = { goodput: NaN }] = runs.rows({ settings, delay, bottleneck });
        return [bottleneck, goodput] as const;
      });
    return pathNames.map((delay) =>
      xoff.plotOf(
        `one flow, ${delay} from host to host`,
        "bottleneck, Gbps",
        "goodput, Gbps",
        settingNames.map((name) => ({ name, points: points(name, delay) })),
      ),
    );
  },
  claims(runs, scale) {
    const rates = RATES[scale];
    const of = (settings: Settings, delay: Path, bottleneck: number): number =>
      runs.rows({ settings, delay, bottleneck }).at(0)?.goodput ?? NaN;
    const courses = (delay: Path): string => {
      const each = settingNames.map(
        (name) => `${name}: ${rates.map((rate) => of(name, delay, rate).toFixed(0)).join(", ")}`,
      );
      return `Gbps at ${rates.join(", ")}: ${each.join("; ")}`;
    };
    const long = rates.map((rate) => of("IRN-intra", "402 us", rate));
    return [
      xoff.order("intra-on-long", {
        claim: "With IRN-intra the long flow's goodput changes by at most 10% with the bottleneck",
        paper: "remains almost unchanged",
        judged: xoff.inEveryRun("runs in which this is so", [Math.max(...long) < 1.1 * Math.min(...long)]),
        context: courses("402 us"),
      }),
      xoff.order("inter-on-long", {
        claim: "The long flow's goodput is higher with IRN-inter than with IRN-intra at every bottleneck",
        paper: "too small, and it restricts the traffic injection",
        judged: xoff.inEveryRun(
          "bottlenecks at which it is higher",
          rates,
          (rate) => of("IRN-inter", "402 us", rate) > of("IRN-intra", "402 us", rate),
        ),
      }),
      xoff.order("inter-on-short", {
        claim:
          "The short flow's goodput is lower with IRN-inter than with IRN-intra at every bottleneck with congestion",
        paper: "hurting the goodput",
        judged: xoff.inEveryRun(
          "bottlenecks below 400 Gbps at which it is lower",
          rates.filter((rate) => rate < 400),
          (rate) => of("IRN-inter", "14 us", rate) < of("IRN-intra", "14 us", rate),
        ),
        context: courses("14 us"),
      }),
    ];
  },
});
