/** bifrost/tab1: what each kind of flow control offers: buffer and reach as reckoned, control and throughput as measured. */
import { ackClasses } from "../acks.ts";
import { type Claim, defineExperiment, type Done, inEveryRun, mean, met, order, theory } from "../experiment.ts";
import { insidePolicies, REACTION } from "./inside.ts";
import { SWING_TRIED } from "./throughput.ts";
import { bifrost, type BifrostReading } from "./readings.ts";

type Scheme = "PFC" | "CBFC" | "SWING" | "Bifrost";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
}

interface Row {
  /** Sent on the long link, a sample every 10 us, as a share of its rate, from the third round trip on. */
  readonly used: readonly number[];
  /** Sent to the host behind it meanwhile, as a share of what full frames at line rate are. */
  readonly drained: number;
}

const SCHEMES: readonly Scheme[] = ["PFC", "CBFC", "SWING", "Bifrost"];
const RATE = 400e9;
/** 600 km, ps. */
const DELAY = 3e9;
const KM = [80, 200, 600, 2000, 6000];
const FRAME = 1062;
/** One lossless class, T = 10 us, T_fc = 4.096 us. */
const link = (delay: number) => ({
  ...{ rate: RATE, delay, slot: 10e6, period: 4.096e6 },
  ...{ frame: FRAME, mtu: FRAME, classes: 1 },
});

/** Of the runs: 80 km, 400 us one way; the host behind takes a quarter of the link. */
const RUN_DELAY = 400e6;
const RUN_BDP = theory.bifrost.bdp(RATE, RUN_DELAY);
const [FROM_MS, UNTIL_MS, SAMPLE_US] = [2.4, 8, 10];
const DRAIN_GBPS = (100 * FRAME) / (FRAME + 20);
/** Below this share the long link carries nothing. */
const NOTHING = 0.02;
const MIB = 2 ** 20;

export const tab1 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/tab1",
  title: "Flow control schemes compared",
  asks: "Which of PFC, CBFC, SWING and Bifrost fit Ethernet, save buffer, control finely, and keep a long link full?",
  chosen: [
    "The table has marks. Buffer is reckoned by the bounds of src/theory/bifrost.ts, compatibility by the fields of the frames.",
    "Control and throughput are measured: four hosts fill 80 km of 400 Gbps, and the one behind it takes 100 Gbps. Each scheme has the thresholds of section VI-B, and the memory that it needs there to lose nothing.",
    "Fine-grained control: the long link carries something in every 200 us, a quarter of a round trip; what stops and goes is silent for most of one.",
    "High throughput: the host gets 98% of its link from 2.4 ms, three round trips, on.",
  ],
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  trials: (_, reading) => SCHEMES.map((scheme) => ({ key: { scheme }, scenario: scenarioOf(scheme, reading) })),
  row({ tables }) {
    const rates = tables.rates?.columns;
    if (rates === undefined) throw new Error("the scenario samples rates");
    // SWING's relays stand on the long link, so what enters it there is not sent by dci0.
    const of = (isLast: boolean): number[] =>
      Array.from(rates.sent_bps).filter(
        (_, k) => (rates.node[k] === "dci1") === isLast && rates.time_ns[k] > FROM_MS * 1e6,
      );
    if (of(false).length === 0) throw new Error("the scenario samples what is sent on the long link");
    return { used: of(false).map((bps) => bps / RATE), drained: mean(of(true)) / 1e9 / DRAIN_GBPS };
  },
  conclude: (done) => ({
    plots: [
      {
        title: "Buffer at the end of a link of 400 Gbps so that neither a packet nor throughput is lost",
        x: "length of the link, km",
        y: "buffer, BDPs",
        log: "x",
        lines: SCHEMES.map((name) => ({
          name,
          points: KM.map((km) => [km, needOf(name, km * 5e6) / theory.bifrost.bdp(RATE, km * 5e6)] as const),
        })),
      },
      {
        title: "Sent on 80 km while the host behind takes a quarter of the link",
        x: "time, ms",
        y: "rate of the long link, Gbps",
        lines: done.map(({ key, row }) => ({
          name: key.scheme,
          points: row.used.map((share, k) => [FROM_MS + ((k + 1) * SAMPLE_US) / 1000, (share * RATE) / 1e9] as const),
        })),
      },
    ],
    claims: done.length === 0 ? [] : [...reckoned(), ...measured(done), ...settles(done)],
  }),
});

function scenarioOf(scheme: Scheme, reading: BifrostReading): Record<string, unknown> {
  const { pauseTimer: timer } = reading;
  const headroom = theory.headroom.exactHeadroom({ frame: FRAME, rate: RATE, delay: RUN_DELAY });
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

function needOf(name: string, delay: number): number {
  return theory.longLinkBuffer.bufferNeeds(link(delay)).find(({ scheme }) => scheme === name)?.bytes ?? NaN;
}

function reckoned(): Claim[] {
  const inBdps = (name: string): number => needOf(name, DELAY) / theory.bifrost.bdp(RATE, DELAY);
  const saving = SCHEMES.filter((name) => inBdps(name) < 1.1);
  const reachKm = theory.longLinkBuffer.creditReach(100e9) / 5e6;
  return [
    met(
      {
        id: "buffer-saving",
        claim: "All but PFC save buffer, at 600 km and 400 Gbps",
        paper: "CBFC, SWING, Bifrost",
        standing: "definition",
        note: "By formulas; bifrost/fig2 and fig7 measure them.",
      },
      saving.join() === "CBFC,SWING,Bifrost",
      SCHEMES.map((name) => `${name} ${inBdps(name).toFixed(2)} BDP`).join(", "),
    ),
    met(
      {
        id: "compatible",
        claim:
          "Bifrost sends PFC's own frames whatever the distance; CBFC's 12-bit credits end at about 1 km at 100 Gbps",
        paper: "at most 1 km",
        standing: "definition",
        note: "BifrostX needs a frame of its own.",
      },
      reachKm > 0.9 && reachKm < 1.1,
      `CBFC up to ${reachKm.toFixed(2)} km; a PAUSE of Bifrost is at most 7,813 of 65,535 quanta at 400 Gbps, T = 10 us`,
    ),
  ];
}

/** Longest time without anything on the long link, us. */
function silence(used: readonly number[]): number {
  let [longest, spell] = [0, 0];
  for (const share of used) {
    spell = share < NOTHING ? spell + SAMPLE_US : 0;
    longest = Math.max(longest, spell);
  }
  return longest;
}

/** Its rate over the last round trip, Gbps. */
function atTheEnd(used: readonly number[]): { readonly rate: number; readonly deviation: number } {
  const last = used.slice(-(2 * RUN_DELAY) / 1e6 / SAMPLE_US).map((share) => (share * RATE) / 1e9);
  const rate = mean(last);
  return { rate, deviation: Math.sqrt(mean(last.map((one) => (one - rate) * (one - rate)))) };
}

function rateText({ used }: Row): string {
  const { rate, deviation } = atTheEnd(used);
  return `${rate.toFixed(0)} Gbps with a standard deviation of ${deviation.toFixed(0)} from slot to slot`;
}

/** Of the rate: what it may differ by and be said to equal another. */
const EQUAL = 0.1;

function settles(done: readonly Done<Key, Row>[]): Claim[] {
  return done
    .filter(({ key }) => key.scheme === "Bifrost")
    .flatMap(({ row }) => {
      const { rate, deviation } = atTheEnd(row.used);
      const drained = row.drained * DRAIN_GBPS;
      return [
        // Section IV-B: "At last, it will reach a state where the sending rate equals the draining rate because of the periodic pause frames": a pause
        // is a part of a slot, so the rate within slots is none that could be equal. Over which time it is, is not said: a round trip.
        met(
          {
            id: "bifrost-settles",
            claim:
              "Bifrost reaches a state where the sending rate equals the draining rate, within a tenth over the last round trip",
            paper: "at last, it will reach a state where the sending rate equals the draining rate (section IV-B)",
          },
          Math.abs(rate - drained) <= EQUAL * drained,
          `${rate.toFixed(0)} Gbps, drained ${drained.toFixed(0)}`,
        ),
        met(
          {
            id: "bifrost-settles-by-slot",
            claim: "And slot by slot: the standard deviation is within a tenth of the rate",
            paper: "(ours)",
            standing: "ours",
            tried:
              "Line 10 takes an F that is a slot old, from which line 15 has yet to deduct what came in the slot, so c_n = d_n - (r_n - r_(n-1)), where d_n left in the slot and r_n came, which was granted a round trip ago: what alternates from slot to slot comes back twice as large each round trip, until 0 and R T bound it. By the same reckoning a grant that looked at F after that deduction would be what left.",
          },
          deviation <= EQUAL * rate,
          rateText(row),
        ),
      ];
    });
}

/** A quarter of a round trip, us. */
const FINE_US = RUN_DELAY / 2e6;
const FULL = 0.98;

function measured(done: readonly Done<Key, Row>[]): Claim[] {
  const marks: Readonly<Record<Scheme, { readonly fine: boolean; readonly full: boolean }>> = {
    PFC: { fine: false, full: false },
    CBFC: { fine: true, full: true },
    SWING: { fine: false, full: false },
    Bifrost: { fine: true, full: true },
  };
  return done.flatMap(({ key: { scheme }, row }) => {
    const { fine, full } = marks[scheme];
    const id = scheme.toLowerCase();
    const quiet = silence(row.used);
    return [
      order(
        {
          id: `fine-${id}`,
          claim: `${scheme} ${fine ? "controls" : "does not control"} the long link finely: silent for ${fine ? "less" : "more"} than ${FINE_US} us`,
          paper: fine ? "yes" : "no",
          ...(scheme === "SWING" && { tried: SWING_TRIED }),
        },
        inEveryRun("so", [quiet < FINE_US === fine]),
        `silent for ${quiet} us at a stretch, where a round trip is ${(2 * RUN_DELAY) / 1e6} us; in the last of these ${rateText(row)}`,
      ),
      order(
        {
          id: `throughput-${id}`,
          claim: `${scheme} ${full ? "has" : "does not have"} high throughput over distance: the host gets ${full ? "" : "less than "}98% of its link`,
          paper: full ? "yes" : "no",
          ...(scheme === "SWING" && { tried: SWING_TRIED }),
        },
        inEveryRun("so", [row.drained >= FULL === full]),
        `${(row.drained * 100).toFixed(1)}%`,
      ),
    ];
  });
}
