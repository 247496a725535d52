/** bifrost/sec4d: k, every how many slots Bifrost looks for what leaked, and how many packets of room it has for that. */
import { type Claim, defineExperiment, type Done, met } from "../experiment.ts";
import { bifrost } from "./readings.ts";
import * as worst from "./worst-case.ts";
import { BDP, FRAME, inFrames, SLOT, type Row } from "./worst-case.ts";

interface Key extends Record<string, string | number> {
  readonly k: number;
  /** "printed": line 13 as the algorithm has it. */
  readonly text: "corrected" | "printed";
}

const K = [1, 4, 16, 64] as const;
const H = Math.ceil(inFrames(BDP + 2 * SLOT));

export const sec4d = defineExperiment<Key, Row, typeof bifrost>({
  id: "bifrost/sec4d",
  title: "Bifrost's k",
  asks: "Does it matter how often Bifrost looks for bytes that leaked, if it has room for a packet a slot meanwhile?",
  chosen: [
    ...worst.chosen,
    "The way back is full, so that each PAUSE frame may wait for a packet, which is how a PAUSE leaks.",
    "H = BDP + 2 R T, counted in frames as a buffer is, and k packets of memory beyond it. ACKs of the way back take their part of the output, .8 MB in 4 ms, which counts as not sent.",
    "With the corrected lines (docs/errata.md) nothing is left to deduct, and k is room alone; the printed ones run beside them.",
  ],
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  trials: (_, reading) =>
    (["corrected", "printed"] as const).flatMap((text) =>
      K.map((k) => ({
        key: { k, text },
        scenario: worst.scenario(
          { name: "bifrost", slot: `${worst.SLOT_US}us`, k, timer: reading.pauseTimer, literal: text === "printed" },
          H + k * FRAME,
          { reading, busyBack: true },
        ),
      })),
    ),
  row: worst.row,
  conclude: (done) => ({
    plots: [
      {
        title: "Most that the long link's port holds, beyond H",
        x: "k, slots",
        y: "most held beyond H, packets",
        log: "x",
        lines: (["corrected", "printed"] as const).map((text) => ({
          name: `algorithm 1 as ${text}`,
          points: done
            .filter(({ key }) => key.text === text)
            .map(({ key, row: { most } }) => [key.k, (most - H) / FRAME] as const),
        })),
      },
    ],
    claims: done.length === 0 ? [] : claims(done),
  }),
});

function claims(done: readonly Done<Key, Row>[]): Claim[] {
  const corrected = done.filter(({ key }) => key.text === "corrected");
  const printed = done.filter(({ key }) => key.text === "printed");
  const said = (rows: typeof done): string => rows.map(({ key, row }) => `k = ${key.k}: ${worst.told(row)}`).join("; ");
  return [
    met(
      {
        id: "room",
        claim: "With k packets of room beyond H not a packet is lost, though PAUSE frames leak",
        paper: "an extra headroom of k MTU is required to prevent buffer overflow in the worst case",
      },
      corrected.every(({ row }) => row.dropped === 0),
      said(corrected),
    ),
    met(
      {
        id: "performance",
        claim: "Nor does throughput hang on k",
        paper: "neither performance nor correctness is sensitive to k",
        standing: "definition",
        note: "With the corrected lines k is room and nothing else, so it cannot.",
      },
      corrected.every(({ row }) => row.lost === corrected[0].row.lost),
      said(corrected),
    ),
    met(
      {
        id: "printed",
        claim: "Neither as printed: line 13 grants more than there is, and loses packets whatever k",
        paper: "neither performance nor correctness is sensitive to k",
        standing: "ours",
      },
      printed.every(({ row }) => row.dropped > 0),
      said(printed),
    ),
  ];
}
