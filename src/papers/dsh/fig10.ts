/** dsh/fig10: queues and threshold during a burst, in the fluid model of the theorems and in a packet simulation. */
import * as xoff from "../experiment.ts";
import { dsh, type DshReading } from "./readings.ts";
import { asBurst, ETA, memoryOf, tomahawk } from "./tomahawk.ts";

type Case = "a" | "b";
const CASES = ["a", "b"] as const;
/**
 * The number of flows that share the congested port in each case. The same number of flows bursts into another port. Each flow has its
 * own ingress queue. So three variables of the paper's theorems have this value:
 *
 * - N: the number of congested queues.
 * - M: the number of queues that the burst fills.
 * - R: the arrival rate of a queue divided by its departure rate.
 */
const FLOWS = { a: 2, b: 15 } as const;
/** Bytes of a full packet in a buffer and on the wire. */
const [FRAME, WIRE] = [1062, 1082];
/** The burst's start, and the time between two samples, ns. */
const [START, STEP] = [1e6, 1000];
/** The bytes of frames that a 100G port sends in a microsecond. */
const SENT_PER_US = (1e3 / 80) * (FRAME / WIRE) * 1e3;

/**
 * The curves of the plot: the threshold T less the headroom eta, the longest congested queue, and the longest queue of
 * the burst.
 */
const CURVES = { pauseAbove: "T - eta", congested: "congested queues", bursting: "burst's queues" } as const;
type Curve = keyof typeof CURVES;
const curves = Object.keys(CURVES) as Curve[];

export const fig10 = xoff.defineFigure({
  id: "dsh/fig10",
  title: "Evolution of queues and threshold",
  asks: "M queues burst while N queues are at their threshold. Do the N queues follow the falling threshold, or does it fall faster than they drain?",
  readings: dsh,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    "The paper's figure has no numbers. Here N = M = R. First N flows share a port at their threshold, then M flows burst into another port. N = 2 is case a, and N = 15 is case b. Both fit the 32 ports of the switch.",
    "As the theorems assume, there are no private segments and no congestion control. Delay and reaction time are 0. B, alpha and eta are those of figure 11.",
    "The fluid model of equations 14, 15, 17 and 18 is compared with packets of 1062 B. Samples are 1 us apart.",
  ],
  trials: (_scale, reading) =>
    xoff.trialsOver({ case: CASES }, ({ case: which }) => {
      const n = FLOWS[which];
      const { policies, switch: memory, ...rest } = tomahawk("DSH", "none", reading, ETA);
      return {
        until: `${START + 1000 * Math.ceil(2 * modelOf(which, reading).duration)}ns`,
        topology: { kind: "star", hosts: 32, rate: "100Gbps", delay: "0ns" },
        ...rest,
        switch: { ...memory, private: "0B" },
        policies: { ...policies, link: { name: "pfc", reaction: 0 } },
        traffic: [
          { kind: "long-lived", from: `h0..h${n - 1}`, to: "h30" },
          { kind: "long-lived", from: `h${n}..h${2 * n - 1}`, to: "h31", start: `${START}ns` },
        ],
        measure: { every: `${STEP}ns`, queues: Array.from({ length: 2 * n }, (_, host) => `sw0-h${host}`) },
      };
    }),
  /**
   * The curves of the plot (`CURVES`) from the burst's start to its first PAUSE, bytes. `until` is the time of that
   * PAUSE. Times are in us since the burst's start.
   */
  row(results, { case: which }) {
    const n = FLOWS[which];
    const { peer, start_ns } = results.tables.pauses.columns;
    const bursting = Array.from({ length: n }, (_, k) => `h${n + k}`);
    const first = start_ns[peer.findIndex((one) => bursting.includes(one))];
    const queues = xoff.columnsOf(results, "queues");
    const samples = Array.from({ length: queues.time_ns.length / (2 * n) }, (_, k) => {
      const sample = k * 2 * n;
      const held = queues.ingress_bytes.subarray(sample, sample + 2 * n);
      return {
        at: queues.time_ns[sample],
        pauseAbove: queues.threshold_bytes[sample] - ETA,
        congested: Math.max(...held.subarray(0, n)),
        bursting: Math.max(...held.subarray(n)),
      };
    }).filter(({ at }) => at >= START && at <= first);
    return {
      times: samples.map(({ at }) => (at - START) / 1000),
      pauseAbove: samples.map((one) => one.pauseAbove),
      congested: samples.map((one) => one.congested),
      bursting: samples.map((one) => one.bursting),
      until: (first - START) / 1000,
    };
  },
  plots: (runs, _scale, reading) =>
    CASES.map((which) => {
      const { duration, at, burst } = modelOf(which, reading);
      const row = runs.rows({ case: which }).at(0);
      const fluid = (curve: Curve): xoff.Point[] => [0, duration].map((us) => [us, at(us)[curve] / 1000]);
      const packets = (curve: Curve): xoff.Point[] => row?.times.map((us, k) => [us, row[curve][k] / 1000]) ?? [];
      return {
        title: `Case ${which}: ${which === "a" ? "the congested queues follow" : "the threshold falls faster"} (N = M = R = ${FLOWS[which]})`,
        x: "time since the burst began, us",
        y: "queue and threshold, KB",
        lines: [
          ...curves.map((curve) => ({ name: `${CURVES[curve]}, fluid`, points: fluid(curve) })),
          ...curves.map((curve) => ({ name: CURVES[curve], points: packets(curve) })),
        ],
        note: `The congested queues follow up to R = ${xoff.theory.dshTheorems.caseBoundary(burst).toFixed(2)}.`,
      };
    }),
  claims: (runs, _scale, reading) =>
    xoff.firstSeed(runs.done).flatMap(({ key: { case: which }, row }) => {
      const { duration, at } = modelOf(which, reading);
      const [threshold, queues, longest] = which === "a" ? [14, 15, 16] : [17, 18, 19];
      const off = (curve: Curve): number =>
        Math.max(...row[curve].map((held, k) => Math.abs(held - at(row.times[k])[curve]))) / FRAME;
      const within = (id: string, what: string, packets: number) =>
        xoff.met(`${id}-${which}`, {
          claim: `Case ${which}: ${what} those of the packet simulation, within 4 packets at every sample`,
          paper: "equal",
          holds: packets <= 4,
          ours: `maximum difference ${packets.toFixed(1)} packets, in ${row.times.length} samples`,
        });
      return [
        within("threshold", `the values of T by equation ${threshold} are`, off("pauseAbove")),
        within("queues", `queues by equation ${queues} are`, Math.max(off("congested"), off("bursting"))),
        xoff.formula(`longest-${which}`, {
          claim: `Case ${which}: the burst is paused after the time of equation ${longest}`,
          paper: `${duration.toFixed(1)} us`,
          judged: xoff.equals(row.until, duration, 0.02, (us) => `${us.toFixed(1)} us`),
        }),
      ];
    }),
});

/** The fluid model of a case: its parameters, the time until the first PAUSE in us, and the state at a time in us. */
function modelOf(which: Case, reading: DshReading) {
  const n = FLOWS[which];
  const burst = { ...asBurst({ congested: n, bursting: n, load: n }, reading), memory: memoryOf(reading) };
  // R flows (here `n`) share a port, so a queue drains at 1 / R of the port's rate, in bytes per us.
  const drain = SENT_PER_US / n;
  const evolution = xoff.theory.dshTheorems.evolution("dsh", burst);
  const at = (us: number): xoff.theory.dshTheorems.Evolution => evolution(us * drain);
  return { burst, at, duration: xoff.theory.dshTheorems.longestBurst("dsh", burst) / drain };
}
