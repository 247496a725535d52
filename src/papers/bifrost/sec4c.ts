/** bifrost/sec4c: the share of a link's bandwidth that Bifrost's PAUSE frames take. */
import { defineComputed, met, plotOf, theory } from "../experiment.ts";

const RATES = [25, 50, 100, 200, 400, 800];
const SLOTS_US = [5, 10, 20, 50];
const FRAME = 64;

const percent = (share: number): string => `${(share * 100).toFixed(4)}%`;
const share = (gbps: number, slotUs: number, frame = FRAME): number =>
  theory.bifrost.pauseShare(gbps * 1e9, slotUs * 1e6, frame);

export const sec4c = defineComputed(
  {
    id: "bifrost/sec4c",
    title: "Bandwidth of Bifrost's pause frames",
    asks: "Which share of the link rate does one PAUSE frame per slot take?",
    chosen: ["A frame is 64 B, as in the paper. With preamble and gap it is 84 B on the wire."],
  },
  () => ({
    plots: [
      plotOf(
        "Share of the link rate that one PAUSE frame per slot takes",
        "rate of the link, Gbps",
        "PAUSE frames, % of the link",
        SLOTS_US.map((slot) => ({
          name: `T = ${slot} us`,
          points: RATES.map((gbps) => [gbps, share(gbps, slot) * 100] as const),
        })),
        { log: "both", marks: [{ name: "T = 10 us", x: 100, y: 0.05 }] },
      ),
    ],
    claims: [
      met("negligible", {
        claim: "At 100 Gbps and T = 10 us PAUSE frames take at most 0.05% of the link rate (two decimals, as printed)",
        paper: "0.05%",
        holds: Math.round(share(100, 10) * 1e4) <= 5,
        ours: percent(share(100, 10)),
        standing: "definition",
        note: `The share is 64 B of 125,000 B. With preamble and gap it is ${percent(share(100, 10, 84))}.`,
      }),
    ],
  }),
);
