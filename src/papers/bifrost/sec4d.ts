/**
 * bifrost/sec4d: Bifrost's parameter k, the number of slots between two checks for leaked bytes. A port needs additional
 * memory for k packets.
 */
import * as xoff from "../experiment.ts";
import { bifrost } from "./readings.ts";
import * as worst from "./worst-case.ts";
import { BDP, FRAME, inFrames, SLOT, type Row } from "./worst-case.ts";

/**
 * The parameters of a run. `text` is the version of line 13 of algorithm 1: `printed` as in the paper, or `corrected`
 * as in docs/errata.md.
 */
type Key = { readonly k: number; readonly text: "corrected" | "printed" };

const K = [1, 4, 16, 64];
const TEXTS = ["corrected", "printed"] as const;
const H = Math.ceil(inFrames(BDP + 2 * SLOT));

export const sec4d = xoff.defineFigure<Key, Row, typeof bifrost>({
  id: "bifrost/sec4d",
  title: "Bifrost's k",
  asks: "Does the interval k at which Bifrost checks for leaked bytes matter, if a port has memory for k more packets?",
  readings: bifrost,
  seeds: { quick: 1, paper: 1 },
  chosen: [
    ...worst.chosen,
    "The reverse direction of the link is full, so each PAUSE frame may wait for a packet. Bytes leak in this way.",
    "H = BDP + 2 R T, counted in frames like a buffer, and k packets of memory beyond it. ACKs of the reverse traffic use .8 MB of the output in 4 ms, which count as not sent.",
    "With the corrected lines (docs/errata.md) nothing remains to be deducted, and k only adds memory. The printed lines run too.",
  ],
  trials: (_, reading) =>
    TEXTS.flatMap((text) =>
      K.map((k) => {
        const policy = { name: "bifrost", slot: `${worst.SLOT_US}us`, k, timer: reading.pauseTimer };
        const literal = text === "printed";
        const options = { reading, busyBack: true };
        return { key: { k, text }, scenario: worst.scenario({ ...policy, literal }, H + k * FRAME, options) };
      }),
    ),
  row: worst.row,
  plots: (runs) => [
    xoff.plotOf(
      "Maximum occupancy of the long link's port beyond H",
      "k, slots",
      "most held beyond H, packets",
      TEXTS.map((text) => ({
        name: `algorithm 1 as ${text}`,
        points: runs.where({ text }).done.map(({ key, row: { most } }) => [key.k, (most - H) / FRAME] as const),
      })),
      { log: "x" },
    ),
  ],
  claims(runs) {
    const [corrected, printed] = TEXTS.map((text) => runs.where({ text }).done);
    const said = (some: readonly xoff.Done<Key, Row>[]): string =>
      some.map(({ key, row }) => `k = ${key.k}: ${worst.asText(row)}`).join("; ");
    return [
      xoff.met("room", {
        claim: "With k packets of memory beyond H no packet is lost, although PAUSE frames are late",
        paper: "an extra headroom of k MTU is required to prevent buffer overflow in the worst case",
        holds: corrected.every(({ row }) => row.dropped === 0),
        ours: said(corrected),
      }),
      xoff.met("performance", {
        claim: "Throughput does not depend on k",
        paper: "neither performance nor correctness is sensitive to k",
        holds: corrected.every(({ row }) => row.lost === corrected[0].row.lost),
        ours: said(corrected),
        standing: "definition",
        note: "With the corrected lines k only adds memory, so throughput cannot depend on it.",
      }),
      xoff.met("printed", {
        claim: "As printed, line 13 grants more than the memory holds, and packets are lost for every k",
        paper: "neither performance nor correctness is sensitive to k",
        holds: printed.every(({ row }) => row.dropped > 0),
        ours: said(printed),
        standing: "ours",
      }),
    ];
  },
});
