/** bifrost/tab1: flow control schemes compared. Buffer and reach follow from formulas, control and throughput from runs. */
import * as xoff from "../experiment.ts";
import { ackClasses } from "../acks.ts";
import { insidePolicies, REACTION } from "./inside.ts";
import { bifrost, type BifrostReading } from "./readings.ts";

const SCHEMES = ["PFC", "CBFC", "SWING", "Bifrost"] as const;
type Scheme = (typeof SCHEMES)[number];
/**
 * The schemes with the paper's marks for fine-grained control and for high throughput. PFC and SWING have neither mark.
 */
const MARKED: readonly Scheme[] = ["CBFC", "Bifrost"];

/** The rate of the long link, bit/s. */
const RATE = 400e9;
/** The delay of 600 km, ps. */
const DELAY = 3e9;
/** The lengths of the long link in the plot of buffers, km. */
const KM = [80, 200, 600, 2000, 6000];
/** Bytes of a full frame in a buffer. */
const FRAME = 1062;

/**
 * The one-way delay of the long link in the runs, ps: 80 km. The host behind this link receives at a quarter of the
 * link's rate.
 */
const RUN_DELAY = 400e6;
const RUN_BDP = xoff.theory.bifrost.bdp(RATE, RUN_DELAY);
const ROUND_TRIP_US = (2 * RUN_DELAY) / 1e6;
/** Rates are measured between these times, ms. The first is the time of three round trips. */
const [FROM_MS, UNTIL_MS] = [2.4, 8];
/** The time between two samples, us. */
const SAMPLE_US = 10;
/** The rate of full frames into the host, without preambles and gaps, Gbps. */
const DRAIN_GBPS = (100 * FRAME) / (FRAME + 20);
const MIB = 2 ** 20;

/** The long link is silent below this share of its rate. */
const SILENT = 0.02;
/** Throughput counts as high if it exceeds this share of the rate of the host's link. */
const FULL = 0.98;
/** Two rates are equal if they differ by at most this share. */
const EQUAL = 0.1;
/**
 * Control is fine-grained if the long link is never silent for longer than this time, us: a quarter of a round trip.
 */
const FINE_US = ROUND_TRIP_US / 4;

export const tab1 = xoff.defineFigure({
  id: "bifrost/tab1",
  title: "Flow control schemes compared",
  asks: "Which flow control schemes are compatible with Ethernet and save buffer? Which of them control finely and have high throughput?",
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    "The paper's table has marks only. Here buffer follows from the bounds of src/theory/bifrost.ts, and compatibility follows from the fields of the frames.",
    "Control and throughput are measured. Four hosts fill a link of 80 km and 400 Gbps, and the host behind it receives at 100 Gbps. Each scheme has the thresholds of section VI-B, and the memory that it needs to lose no packet.",
    "Fine-grained control means that the long link carries frames in every 200 us, a quarter of a round trip. Under on-off control the link is idle for most of a round trip.",
    "High throughput means that the host receives at 98% of its link rate from 2.4 ms (three round trips) on.",
  ],
  trials: (_, reading) => xoff.trialsOver({ scheme: SCHEMES }, ({ scheme }) => scenarioOf(scheme, reading)),
  /**
   * Throughput after the first three round trips. `used`: the long link's throughput in each sample, as a share of its rate. `drained`: the
   * receiving host's mean throughput, divided by the throughput of full frames at line rate.
   */
  row(results) {
    const rates = xoff.columnsOf(results, "rates");
    // dci0 sends into the long link, except under SWING, where a relay does. dci1 sends to the receiving host. So all
    // samples except those of dci1 are the long link's.
    const of = (isLast: boolean): number[] =>
      Array.from(rates.sent_bps).filter(
        (_, k) => (rates.node[k] === "dci1") === isLast && rates.time_ns[k] > FROM_MS * 1e6,
      );
    if (of(false).length === 0) throw new Error("the scenario samples rates of the long link");
    return { used: of(false).map((bps) => bps / RATE), drained: xoff.mean(of(true)) / 1e9 / DRAIN_GBPS };
  },
  plots: (runs) => [
    xoff.plotOf(
      "Buffer that a link of 400 Gbps needs at its end to lose neither packets nor throughput",
      "length of the link, km",
      "buffer, BDPs",
      SCHEMES.map((name) => ({ name, points: KM.map((km) => [km, needInBdps(name, km * 5e6)] as const) })),
      { log: "x" },
    ),
    xoff.coursePlot(
      "Rate on the link of 80 km while the host behind it receives at a quarter of the link rate",
      "rate of the long link, Gbps",
      xoff.firstSeed(runs.done).map(({ key, row }) => ({
        name: key.scheme,
        points: row.used.map((share, k) => [FROM_MS + ((k + 1) * SAMPLE_US) / 1000, (share * RATE) / 1e9] as const),
      })),
    ),
  ],
  claims(runs) {
    const need = (name: Scheme): number => needInBdps(name, DELAY);
    const reachKm = xoff.theory.longLinkBuffer.creditReach(100e9) / 5e6;
    return [
      xoff.met("buffer-saving", {
        claim: "All but PFC save buffer, at 600 km and 400 Gbps",
        paper: "CBFC, SWING, Bifrost",
        holds: SCHEMES.filter((name) => need(name) < 1.1).join() === "CBFC,SWING,Bifrost",
        ours: SCHEMES.map((name) => `${name}: ${need(name).toFixed(2)} BDP`).join(", "),
        standing: "definition",
        note: "These are results of formulas. bifrost/fig2 and bifrost/fig7 measure the buffers.",
      }),
      xoff.met("compatible", {
        claim:
          "Bifrost sends PFC's frames at every distance, and CBFC's 12-bit credits suffice up to about 1 km at 100 Gbps",
        paper: "at most 1 km",
        holds: reachKm > 0.9 && reachKm < 1.1,
        ours: `CBFC up to ${reachKm.toFixed(2)} km; a PAUSE of Bifrost is at most 7,813 of 65,535 quanta at 400 Gbps, T = 10 us`,
        standing: "definition",
        note: "BifrostX needs a new type of frame.",
      }),
      ...xoff.firstSeed(runs.done).flatMap(({ key: { scheme }, row }) => {
        const is = MARKED.includes(scheme);
        const quiet = silenceOf(row.used);
        return [
          xoff.order(`fine-${scheme.toLowerCase()}`, {
            claim: `${scheme} ${is ? "controls" : "does not control"} the long link finely: it is idle for ${is ? "less" : "more"} than ${FINE_US} us`,
            paper: is ? "yes" : "no",
            judged: xoff.inEveryRun("runs in which this is so", [quiet < FINE_US === is]),
            context: `idle for ${quiet} us without interruption, with a round trip of ${ROUND_TRIP_US} us; in the last round trip ${rateText(row.used)}`,
            ...(scheme === "SWING" && { settled: { because: "bound", evidence: RELAY_BOUND } as const }),
          }),
          xoff.order(`throughput-${scheme.toLowerCase()}`, {
            claim: `${scheme} ${is ? "has" : "does not have"} high throughput over distance: the host gets ${is ? "" : "less than "}98% of its link`,
            paper: is ? "yes" : "no",
            judged: xoff.inEveryRun("runs in which this is so", [row.drained >= FULL === is]),
            context: `${(row.drained * 100).toFixed(1)}%`,
            ...(scheme === "SWING" && { settled: { because: "bound", evidence: RELAY_BOUND } as const }),
          }),
        ];
      }),
      ...xoff.firstSeed(runs.where({ scheme: "Bifrost" }).done).flatMap(({ row: { used, drained: share } }) => {
        const { rate, deviation } = atTheEnd(used);
        const drained = share * DRAIN_GBPS;
        return [
          // Section IV-B: "At last, it will reach a state where the sending rate equals the draining rate because of the periodic pause
          // frames". The link is paused for a part of each slot, so the claim averages over a round trip. The paper does not
          // say over which time to average.
          xoff.met("bifrost-settles", {
            claim:
              "Bifrost reaches a state where the sending rate equals the draining rate, within 10% over the last round trip",
            paper: "at last, it will reach a state where the sending rate equals the draining rate (section IV-B)",
            holds: Math.abs(rate - drained) <= EQUAL * drained,
            ours: `${rate.toFixed(0)} Gbps, drained ${drained.toFixed(0)}`,
          }),
          xoff.met("bifrost-settles-by-slot", {
            claim: "Both rates are equal slot by slot: the standard deviation is at most 10% of the rate",
            paper: "(ours)",
            holds: deviation <= EQUAL * rate,
            ours: rateText(used),
            standing: "ours",
          }),
        ];
      }),
    ];
  },
});

/**
 * The reason why the claims on SWING cannot hold. They deny it fine-grained control and high throughput. But if SWING's
 * relay works as the paper says, SWING has both. The test bifrost-swing.test.ts in test/papers checks this.
 */
const RELAY_BOUND =
  'By section II-B the relay "accommodates packets and forwards the signal". So the long link repeats each stop of the switch, and these gaps reach the switch one round trip later. The bytes in the far relay are those of the stops of the last round trip. This number is never below 0, so the switch never waits for the relay: its output has the full rate. A stop with X_OFF = X_ON = 198 KB lasts until the bytes of one reaction time have drained, at most a few microseconds. So the long link is never idle for 200 us.';

function scenarioOf(scheme: Scheme, reading: BifrostReading): Record<string, unknown> {
  const { pauseTimer: timer } = reading;
  const headroom = xoff.theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE, delay: RUN_DELAY });
  const slots = 2 * ((RATE * 10e-6) / 8);
  const { policy, memory } = {
    PFC: { policy: { name: "pfc", xoff: "1MiB", xon: "1MiB", timer }, memory: MIB + headroom },
    CBFC: { policy: { name: "cbfc" }, memory: RUN_BDP + slots },
    SWING: { policy: { name: "swing", xoff: "198KiB", reaction: REACTION, timer }, memory: RUN_BDP + MIB },
    Bifrost: { policy: { name: "bifrost", slot: "10us", timer }, memory: RUN_BDP + slots + FRAME },
  }[scheme];
  return {
    until: `${UNTIL_MS}ms`,
    topology: { kind: "two-dc", k: 0, hosts: 4, farHosts: 1, rate: "100Gbps", dciRate: "400Gbps", dciDelay: "80km" },
    ...ackClasses(reading),
    links: [{ between: "dci0-dci1", policy, memory: `${memory}B` }],
    traffic: [{ kind: "long-lived", from: "h0..h3", to: "h4" }],
    policies: { ...insidePolicies(reading), congestion: "none" },
    measure: { pauses: false, every: `${SAMPLE_US}us`, rates: ["dci0-dci1", "dci1-h4"] },
  };
}

/**
 * Returns the buffer that a scheme needs, in BDPs. There is one lossless class. Bifrost's slot T is 10 us, and CBFC's
 * credit period T_fc is 4.096 us.
 */
function needInBdps(name: Scheme, delay: number): number {
  const link = { rate: RATE, delay, slot: 10e6, period: 4.096e6, frame: FRAME, mtu: FRAME, classes: 1 };
  const bytes = xoff.theory.longLinkBuffer.bufferNeeds(link).find(({ scheme }) => scheme === name)?.bytes ?? NaN;
  return bytes / xoff.theory.bifrost.bdp(RATE, delay);
}

/** The longest time in which the long link is silent, us. */
const silenceOf = (used: readonly number[]): number => SAMPLE_US * xoff.longestRun(used, (share) => share < SILENT);

/** The mean and the standard deviation of the long link's rate over the last round trip, Gbps. */
function atTheEnd(used: readonly number[]): { readonly rate: number; readonly deviation: number } {
  const last = used.slice(-ROUND_TRIP_US / SAMPLE_US).map((share) => (share * RATE) / 1e9);
  return { rate: xoff.mean(last), deviation: xoff.deviationOf(last) };
}

function rateText(used: readonly number[]): string {
  const { rate, deviation } = atTheEnd(used);
  return `${rate.toFixed(0)} Gbps with a standard deviation of ${deviation.toFixed(0)} from slot to slot`;
}
