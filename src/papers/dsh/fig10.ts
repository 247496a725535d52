/** dsh/fig10: queues and threshold while a burst comes in, by the theorems' fluid model and by packets. */
import { type Claim, defineExperiment, type Done, met, type Plot, type Results, theory, value } from "../experiment.ts";
import { dsh, type DshReading } from "./readings.ts";
import { asBurst, ETA, memoryOf, tomahawk } from "./tomahawk.ts";

interface Key extends Record<string, string | number> {
  readonly case: "a" | "b";
}

interface Row {
  /** us since the burst began, up to its first PAUSE. */
  readonly times: readonly number[];
  /** Bytes at these times: T - eta, the largest of the congested queues and of those of the burst. */
  readonly pauseAbove: readonly number[];
  readonly congested: readonly number[];
  readonly bursting: readonly number[];
  /** Until the first PAUSE of a sender of the burst, us. */
  readonly until: number;
}

/** N = M = R: that many flows fill one port, as many others then another one. */
const FLOWS = { a: 2, b: 15 } as const;
const [FRAME, WIRE] = [1062, 1082];
/** ns. */
const START = 1e6;
const STEP = 1000;
/** Frames' bytes that a port sends in a us. */
const SENT_PER_US = (1e3 / 80) * (FRAME / WIRE) * 1e3;

export const fig10 = defineExperiment<Key, Row, typeof dsh>({
  id: "dsh/fig10",
  title: "Evolution of queues and threshold",
  asks: "While M queues burst and N stand at their threshold, do the N follow the threshold down, or does it outrun them?",
  chosen: [
    "The figure has no numbers. N = M = R: that many flows share a port at their threshold, then as many others burst into another port. 2 is case a, 15 case b; both fit the 32 ports of the switch.",
    "As the theorems assume there are no private segments, no delay and no reaction time, and no congestion control; B, alpha and eta are those of figure 11.",
    "Beside the fluid model (eq. 14, 15, 17, 18) the same by packets of 1062 B, sampled every 1 us.",
  ],
  readings: dsh,
  seeds: { quick: 1, paper: 1 },

  trials: (_scale, reading) =>
    (["a", "b"] as const).map((which) => {
      const n = FLOWS[which];
      const { policies, switch: memory, ...rest } = tomahawk("DSH", "none", reading, ETA);
      return {
        key: { case: which },
        scenario: {
          until: `${START + 1000 * Math.ceil(2 * duration(which, reading))}ns`,
          topology: { kind: "star", hosts: 32, rate: "100Gbps", delay: "0ns" },
          ...rest,
          switch: { ...memory, private: "0B" },
          policies: { ...policies, link: { name: "pfc", reaction: 0 } },
          traffic: [
            { kind: "long-lived", from: `h0..h${n - 1}`, to: "h30" },
            { kind: "long-lived", from: `h${n}..h${2 * n - 1}`, to: "h31", start: `${START}ns` },
          ],
          measure: {
            every: `${STEP}ns`,
            queues: Array.from({ length: 2 * n }, (_, host) => `sw0-h${host}`),
          },
        },
      };
    }),

  row: (results, { case: which }) => sampled(results, FLOWS[which]),

  conclude: (done, _scale, reading) => ({
    plots: (["a", "b"] as const).map((which) => plot(which, done, reading)),
    claims: done.flatMap(({ key, row }) => claimsOf(key.case, row, reading)),
  }),
});

function burstOf(which: Key["case"], reading: DshReading): theory.dshTheorems.Burst {
  const n = FLOWS[which];
  return { ...asBurst({ congested: n, bursting: n, load: n }, reading), memory: memoryOf(reading) };
}

/** us. */
const duration = (which: Key["case"], reading: DshReading): number =>
  theory.dshTheorems.longestBurst("dsh", burstOf(which, reading)) / drain(which);
/** Bytes that leave a queue in a us: R of them share a port. */
const drain = (which: Key["case"]): number => SENT_PER_US / FLOWS[which];

function sampled({ tables }: Results, n: number): Row {
  const { peer, start_ns } = tables.pauses.columns;
  const bursting = Array.from({ length: n }, (_, k) => `h${n + k}`);
  const first = start_ns[peer.findIndex((one) => bursting.includes(one))];
  const queues = tables.queues?.columns;
  const row = {
    times: [] as number[],
    pauseAbove: [] as number[],
    congested: [] as number[],
    bursting: [] as number[],
    until: (first - START) / 1000,
  };
  for (let sample = 0; queues !== undefined && sample < queues.time_ns.length; sample += 2 * n) {
    const at = queues.time_ns[sample];
    if (at < START || at > first) continue;
    const held = queues.ingress_bytes.subarray(sample, sample + 2 * n);
    row.times.push((at - START) / 1000);
    row.pauseAbove.push(queues.threshold_bytes[sample] - ETA);
    row.congested.push(Math.max(...held.subarray(0, n)));
    row.bursting.push(Math.max(...held.subarray(n)));
  }
  return row;
}

function plot(which: Key["case"], done: readonly Done<Key, Row>[], reading: DshReading): Plot {
  const model = theory.dshTheorems.evolution("dsh", burstOf(which, reading));
  const end = duration(which, reading);
  const fluid = (what: keyof theory.dshTheorems.Evolution) =>
    [0, end].map((us) => [us, model(us * drain(which))[what] / 1000] as const);
  const row = done.find(({ key }) => key.case === which)?.row;
  const packets = (bytes: readonly number[] = []) => bytes.map((held, k) => [row?.times[k] ?? 0, held / 1000] as const);
  const n = FLOWS[which];
  return {
    title: `Case ${which}: ${which === "a" ? "the congested queues follow" : "the threshold outruns them"} (N = M = R = ${n})`,
    x: "time since the burst began, us",
    y: "queue and threshold, KB",
    lines: [
      { name: "T - eta, fluid", points: fluid("pauseAbove") },
      { name: "congested queues, fluid", points: fluid("congested") },
      { name: "burst's queues, fluid", points: fluid("bursting") },
      { name: "T - eta", points: packets(row?.pauseAbove) },
      { name: "congested queues", points: packets(row?.congested) },
      { name: "burst's queues", points: packets(row?.bursting) },
    ],
    note: `The congested queues follow up to R = ${theory.dshTheorems.caseBoundary(burstOf(which, reading)).toFixed(2)}.`,
  };
}

function claimsOf(which: Key["case"], row: Row, reading: DshReading): Claim[] {
  const burst = burstOf(which, reading);
  const lasts = duration(which, reading);
  const model = theory.dshTheorems.evolution("dsh", burst);
  const [threshold, queues] = which === "a" ? [14, 15] : [17, 18];
  const off = (what: keyof theory.dshTheorems.Evolution, bytes: readonly number[]): number =>
    Math.max(...bytes.map((held, k) => Math.abs(held - model(row.times[k] * drain(which))[what]))) / FRAME;
  const within = (id: string, what: string, packets: number): Claim =>
    met(
      {
        id: `${id}-${which}`,
        claim: `Case ${which}: ${what} as packets have it, within 4 packets at every sample`,
        paper: "equal",
      },
      packets <= 4,
      `off by ${packets.toFixed(1)} packets at most, in ${row.times.length} samples`,
    );
  return [
    within("threshold", `T by equation ${threshold} is`, off("pauseAbove", row.pauseAbove)),
    within(
      "queues",
      `queues by equation ${queues} are`,
      Math.max(off("congested", row.congested), off("bursting", row.bursting)),
    ),
    value(
      {
        id: `longest-${which}`,
        claim: `Case ${which}: the burst is paused after the time of equation ${which === "a" ? 16 : 19}`,
        paper: `${lasts.toFixed(1)} us`,
      },
      row.until,
      lasts,
      0.02,
      (us) => `${us.toFixed(1)} us`,
    ),
  ];
}
