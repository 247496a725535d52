/** dsh/fig4: the memory of switch chips divided by their switching capacity in bit/s, and the share of the memory that static headroom takes. */
import { defineComputed, type Line, type Mark, plotOf, theory, formula, equals } from "../experiment.ts";

type Chip = theory.dshHeadroom.Chip;
const { chips, headroomShare } = theory.dshHeadroom;

const chip = (name: string): Chip => chips.filter((one) => one.name === name)[0];
const percent = (of: Chip): number => headroomShare(of).share * 100;
/** The memory divided by the capacity, us. */
const perCapacity = (of: Chip): number => headroomShare(of).perCapacity / 1e6;
/** Capacity in Tbps. */
const capacity = ({ ports, rate }: Chip): number => (ports * rate) / 1e12;

const line = (name: string, of: (chip: Chip) => number): Line => ({
  name,
  points: chips.map((one) => [capacity(one), of(one)]),
});

/** Marks in the plot at the numbers that the paper's text prints for some chips. `printed` has them by chip. */
const marks = (name: string, printed: Readonly<Record<string, number>>): Mark[] =>
  Object.entries(printed).map(([of, y]) => ({ name, x: capacity(chip(of)), y }));

/** The note for claims that cannot fail: the two chips were inferred from the very numbers that the claims compare. */
const INFERRED =
  "The two chips were inferred from these numbers. The claim only says that existing chips match both numbers.";
const NAMED = `${chips.map((one) => `${one.name} ${capacity(one)} Tbps`).join(", ")}.`;
const [FIRST, LAST] = [chip("Trident"), chip("Tomahawk 4")];

export const fig4 = defineComputed(
  {
    id: "dsh/fig4",
    title: "Buffer and headroom of Broadcom's chips",
    asks: "Which share of a switch's memory does the worst-case headroom of all queues take, for each chip?",
    chosen: [
      "Equations 1 and 3 are used with 8 queues per port and sizes in MiB, as in the paper's worked example. Links have 1.5 us, and L_MTU is 1500 B.",
      "The paper draws more chips than its text has numbers for. The text has numbers for the first and the last chip. Trident (48 x 10G, 9 MiB) and Tomahawk 4 (64 x 400G, 113 MiB) are inferred from them.",
      "The x axis is the capacity of a chip. In the paper it is the year.",
    ],
  },
  () => ({
    plots: [
      plotOf(
        "Memory per capacity",
        "capacity, Tbps",
        "memory / capacity, us",
        [line("memory / capacity", perCapacity)],
        { log: "x", marks: marks("memory / capacity", { Trident: 157, "Tomahawk 4": 37 }), note: NAMED },
      ),
      plotOf(
        "Share of the memory that headroom takes",
        "capacity, Tbps",
        "headroom, % of the memory",
        [line("headroom / memory", percent)],
        { log: "x", marks: marks("headroom / memory", { Trident: 43, Trident2: 44.4, "Tomahawk 4": 67 }), note: NAMED },
      ),
    ],
    claims: [
      formula("trident2", {
        claim: "Trident2 reserves 44.4% of its 12 MB, 5.33 MB",
        paper: "44.4%",
        judged: equals(
          percent(chip("Trident2")),
          44.4,
          0.002,
          (share) => `${share.toFixed(1)}%, ${(headroomShare(chip("Trident2")).headroom / 2 ** 20).toFixed(2)} MiB`,
        ),
      }),
      formula("buffer-shrinks", {
        claim: "Memory per capacity falls by a factor of 4, from 157 us to 37 us",
        paper: "157 / 37 = 4.2",
        judged: equals(
          perCapacity(FIRST) / perCapacity(LAST),
          157 / 37,
          0.02,
          (ratio) => `${perCapacity(FIRST).toFixed(1)} us to ${perCapacity(LAST).toFixed(1)} us, ${ratio.toFixed(2)}`,
        ),
        standing: "definition",
        note: INFERRED,
      }),
      formula("headroom-grows", {
        claim: "The share of the memory that headroom takes grows by 56%, from 43% to 67%",
        paper: "67 / 43 = 1.56",
        judged: equals(
          percent(LAST) / percent(FIRST),
          67 / 43,
          0.02,
          (ratio) => `${percent(FIRST).toFixed(1)}% to ${percent(LAST).toFixed(1)}%, a factor of ${ratio.toFixed(2)}`,
        ),
        standing: "definition",
        note: INFERRED,
      }),
    ],
  }),
);
