/** bifrost/tab1: what each kind of flow control offers, as far as it can be reckoned for one long link. */
import { bufferNeeds, creditReach } from "../../theory/long-link-buffer.ts";
import { bdp } from "../../theory/bifrost.ts";
import { order } from "../claims-by-means.ts";
import { defineExperiment, type Claim } from "../contract.ts";

const RATE = 400e9;
/** 600 km, ps. */
const DELAY = 3e9;
const KM = [1, 10, 80, 200, 600, 2000, 6000];
const SCHEMES = ["PFC", "CBFC", "SWING", "Bifrost"];
/** One lossless class, T = 10 us, T_fc = 4.096 us, frames of 1062 B. */
const link = (delay: number) => ({
  ...{ rate: RATE, delay, slot: 10e6, period: 4.096e6 },
  ...{ frame: 1062, classes: 1 },
});

export const tab1 = defineExperiment({
  id: "bifrost/tab1",
  title: "Flow control schemes compared",
  asks: "Which of PFC, CBFC, SWING and Bifrost fit Ethernet, save buffer, and keep a long link full?",
  chosen: [
    "The table has marks; here are the numbers behind those that can be reckoned: buffer by the bounds of src/theory/bifrost.ts, reach by the fields of the frames.",
    "Fine-grained control is not reckoned: fig15 and fig19 measure what it is good for.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () => [],
  row: () => ({}),
  conclude: () => ({
    plots: [
      {
        title: "Buffer at the end of a link of 400 Gbps so that neither a packet nor throughput is lost",
        x: "km",
        y: "BDPs",
        log: "x",
        lines: SCHEMES.map((name) => ({
          name,
          points: KM.filter((km) => km >= 80).map((km) => [km, needOf(name, km * 5e6) / bdp(RATE, km * 5e6)] as const),
        })),
      },
    ],
    claims: claims(),
  }),
});

function needOf(name: string, delay: number): number {
  return bufferNeeds(link(delay)).find(({ scheme }) => scheme === name)?.bytes ?? NaN;
}

function claims(): Claim[] {
  const inBdps = (name: string): number => needOf(name, DELAY) / bdp(RATE, DELAY);
  const saving = SCHEMES.filter((name) => inBdps(name) < 1.1);
  const reachKm = creditReach(100e9) / 5e6;
  return [
    order(
      { id: "buffer-saving", claim: "All but PFC save buffer, at 600 km and 400 Gbps", paper: "CBFC, SWING, Bifrost" },
      SCHEMES.map((name) => `${name} ${inBdps(name).toFixed(2)} BDP`).join(", "),
      saving.join() === "CBFC,SWING,Bifrost",
    ),
    order(
      {
        id: "compatible",
        claim:
          "Bifrost sends PFC's own frames whatever the distance; CBFC's 12-bit credits end at about 1 km at 100 Gbps",
        paper: "at most 1 km",
        note: "BifrostX needs a frame of its own.",
      },
      `CBFC up to ${reachKm.toFixed(2)} km; a PAUSE of Bifrost is at most 7,813 of 65,535 quanta at 400 Gbps, T = 10 us`,
      reachKm > 0.9 && reachKm < 1.1,
    ),
  ];
}
