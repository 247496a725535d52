/** bifrost/fig7: Bifrost in the worst case, with one BDP and two or three slots of buffer; and how soon it says stop (section IV-C2). */
import { type Claim, defineExperiment, type Done, met, value } from "../experiment.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import * as worst from "./worst-case.ts";
import {
  BDP,
  clean,
  FRAME,
  headroomFor,
  inFrames,
  mb,
  outcome,
  REACTIONS,
  scenario,
  SLOT,
  starves,
  told,
  type Row,
} from "./worst-case.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: "Bifrost" | "PFC" | "SWING" | "CBFC";
  /** H beyond a BDP, in slots; of PFC X_OFF, beside the headroom that frames need. */
  readonly slots: number;
  /** Quanta that the peer takes. */
  readonly reaction: number;
}

/** A BDP in slots. */
const ROUND_TRIP = BDP / SLOT;
const { usual, limit } = REACTIONS;
/** Of the peer of a switch beside a relay, which has little to hold. */
const RELAY_XOFF = 198 * 1024;
const MIB = 2 ** 20;
/** CBFC needs what comes until its next credit, every 4.096 us, and a packet. */
const CBFC_MEMORY = BDP + SLOT;

/** H: counted in frames, to the byte that theorem 1 asks for. */
const hOf = (slots: number): number => Math.ceil(inFrames(BDP + slots * SLOT));

const SETTINGS: readonly Key[] = [
  ...[1, 2, 3].map((slots) => ({ scheme: "Bifrost" as const, slots, reaction: usual })),
  { scheme: "Bifrost", slots: 2, reaction: limit },
  ...[3, ROUND_TRIP / 2, ROUND_TRIP].map((slots) => ({ scheme: "PFC" as const, slots, reaction: usual })),
  { scheme: "PFC", slots: ROUND_TRIP, reaction: limit },
  ...[usual, limit].map((reaction) => ({ scheme: "SWING" as const, slots: 0, reaction })),
  { scheme: "CBFC", slots: 1, reaction: usual },
];

export const fig7 = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/fig7",
  title: "Bifrost's queue at the end of a long link in the worst case",
  asks: "How much buffer does Bifrost need where PFC needs two bandwidth-delay products, and how soon does it react?",
  chosen: [
    ...worst.chosen,
    "H = BDP + 3 R T as in the figure, BDP + 2 R T, which theorem 1 asks for, and BDP + R T, a slot too small. They are counted in frames, as a buffer is: a BDP of 9,815,157 B, R T of 122,689 B. The port has one packet more, for leaking.",
    "PFC besides, with the headroom that frames need and X_OFF of three slots, half a BDP and a BDP.",
    "A peer takes 60 quanta to react, or 394, the standard's limit at 100 Gbps; SWING and CBFC besides, each on the memory that it needs.",
    "Theorem 1 itself, on L + F at every slot, is test/papers/bifrost-theorem.test.ts; here is what follows from it: L stays within H, and the output never waits.",
  ],
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  trials: (_, reading) => SETTINGS.map((key) => ({ key, scenario: scenarioOf(key, reading) })),
  row: worst.row,
  conclude: (done) => ({
    plots: [
      {
        title: "Bytes that the long link's port holds; the output stands from 2 to 6 ms",
        x: "time, ms",
        y: "queue, MB",
        lines: done
          .filter(({ key }) => key.reaction === usual && (key.slots === 3 || key.slots === ROUND_TRIP))
          .map(({ key, row: { queue } }) => ({ name: lineName(key), points: queue })),
      },
    ],
    claims: claims(done),
  }),
});

const lineName = ({ scheme, slots }: Key): string =>
  scheme === "Bifrost"
    ? `Bifrost, H = ${mb(hOf(slots))}`
    : `PFC, X_OFF = ${mb(slots * SLOT)}, ${mb(slots * SLOT + headroomFor(usual))} in all`;

function scenarioOf({ scheme, slots, reaction }: Key, reading: BifrostReading): Record<string, unknown> {
  const heeding = { reaction, timer: reading.pauseTimer };
  const xoff = slots * SLOT;
  switch (scheme) {
    case "Bifrost":
      return scenario({ name: "bifrost", slot: `${worst.SLOT_US}us`, k: 1, ...heeding }, hOf(slots) + FRAME, {
        reading,
      });
    case "PFC":
      return scenario({ name: "pfc", xoff: `${xoff}B`, xon: `${xoff}B`, ...heeding }, xoff + headroomFor(reaction), {
        reading,
      });
    case "SWING":
      return scenario({ name: "swing", xoff: `${RELAY_XOFF}B`, ...heeding }, BDP + MIB, {
        reading,
        inside: { name: "pfc", ...heeding },
      });
    case "CBFC":
      return scenario({ name: "cbfc" }, CBFC_MEMORY, { reading });
  }
}

function claims(done: readonly Done<Key, Row>[]): Claim[] {
  const at = (scheme: Key["scheme"], slots: number, reaction: number = usual): Row | undefined =>
    done.find(({ key }) => key.scheme === scheme && key.slots === slots && key.reaction === reaction)?.row;
  const [one, two, three] = [1, 2, 3].map((slots) => at("Bifrost", slots));
  const [shallow, middle, deep] = [at("PFC", 3), at("PFC", ROUND_TRIP / 2), at("PFC", ROUND_TRIP)];
  if (one === undefined || two === undefined || three === undefined) return [];
  if (shallow === undefined || middle === undefined || deep === undefined) return [];
  const slow = at("Bifrost", 2, limit);
  const deepMemory = BDP + headroomFor(usual);
  return [
    outcome(
      "two-slots",
      "With H = BDP + 2 R T neither a packet nor throughput is lost",
      `H = ${mb(hOf(2))}`,
      two,
      clean(two),
    ),
    ...(slow === undefined
      ? []
      : [
          outcome(
            "two-slots-394",
            "Nor where the peer takes 394 quanta to react, the standard's limit at 100 Gbps",
            `H = ${mb(hOf(2))}`,
            slow,
            clean(slow),
          ),
        ]),
    outcome("three-slots", "Nor with H = BDP + 3 R T, the figure's", `H = ${mb(hOf(3))}`, three, clean(three)),
    outcome(
      "one-slot-less",
      "With H = BDP + R T, a slot less than theorem 1 asks for, throughput is lost, though no packet",
      "H larger than BDP + 2 R T",
      one,
      one.dropped === 0 && starves(one),
    ),
    outcome(
      "pfc-same-memory",
      "PFC on the memory of BDP + 3 R T loses throughput when the output starts",
      "throughput loss",
      shallow,
      shallow.dropped === 0 && shallow.lost > BDP / 2,
    ),
    met(
      {
        id: "half",
        claim:
          "Neither loses a packet or throughput, Bifrost with BDP + 3 R T nor PFC with X_OFF of a BDP and its headroom, twice as much",
        paper: "BDP + 3 R T against 2 BDP",
        // Bifrost's half is `three-slots`, PFC's is bifrost/fig2's: "the total buffer reservation for PFC is at least 2 BDP".
        standing: "definition",
        note: "Counted once: Bifrost's half as `three-slots`, PFC's in bifrost/fig2.",
      },
      clean(three) && clean(deep),
      `${mb(hOf(3))} against ${mb(deepMemory)}, ${((hOf(3) / deepMemory) * 100).toFixed(0)}%; PFC's: ${told(deep)}`,
    ),
    ...reactions(three, middle, deep),
    ...others(done),
  ];
}

const us = (time: number): string => `${time.toFixed(1)} us`;

/** Section IV-C2. */
function reactions(bifrosts: Row, middle: Row, deep: Row): Claim[] {
  const [ours, half, whole] = [bifrosts, middle, deep].map(({ paused }) => paused ?? Infinity);
  return [
    met(
      {
        id: "reacts",
        claim: "Bifrost sends its first PAUSE within 2 T, 20 us, of the output's stop",
        paper: "at most after time 2 T",
      },
      ours <= 2 * worst.SLOT_US,
      us(ours),
    ),
    value(
      {
        id: "earlier",
        claim: "That is earlier than PFC with X_OFF of a BDP by D, 400 us (within a half)",
        paper: "earlier than PFC by 1 D",
        tried: `X_OFF of one BDP fills in a round trip, so PFC is late by 2 D; with X_OFF of half a BDP, which loses throughput (bifrost/fig2), it is late by ${us(half - ours)}.`,
      },
      whole - ours,
      worst.DELAY_US,
      0.5,
      (time) => `${us(time)}, ${(time / worst.DELAY_US).toFixed(2)} D`,
    ),
  ];
}

/** What guards a long link without Bifrost, each on its own memory. */
function others(done: readonly Done<Key, Row>[]): Claim[] {
  const safe = done.filter(
    ({ key }) => key.scheme === "SWING" || key.scheme === "CBFC" || (key.scheme === "PFC" && key.slots === ROUND_TRIP),
  );
  const said = safe.map(({ key, row }) => `${key.scheme}, ${key.reaction} quanta: ${row.dropped} packets dropped`);
  return [
    met(
      {
        id: "others-lossless",
        claim: "PFC and SWING lose no packet either, whether the peer takes 60 quanta or 394, nor does CBFC",
        paper: "lossless",
      },
      safe.every(({ row }) => row.dropped === 0),
      said.join("; "),
    ),
  ];
}
