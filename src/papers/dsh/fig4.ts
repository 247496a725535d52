/** dsh/fig4: how much memory chips have per capacity, and what part of it static headroom takes. Computed. */
import { defineExperiment, type Line, type Mark, theory, value } from "../experiment.ts";

export const fig4 = defineExperiment({
  id: "dsh/fig4",
  title: "Buffer and headroom of Broadcom's chips",
  asks: "What part of a switch's memory does the worst case of every queue take, chip by chip?",
  chosen: [
    "Equations 1 and 3: 8 queues a port, links of 1.5 us, L_MTU 1500 B, and sizes in MiB, as the paper's worked example has them.",
    "The paper draws more chips than its text gives numbers for; Trident (48 x 10G, 9 MiB) and Tomahawk 4 (64 x 400G, 113 MiB) are inferred from the two numbers that the text has of the first and of the last.",
    "Chips stand at their capacity; the paper has them by year.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () => [],
  row: () => ({}),
  conclude: () => ({
    plots: [
      {
        title: "Memory per capacity",
        x: "capacity, Tbps",
        y: "memory / capacity, us",
        log: "x",
        lines: [line("memory / capacity", (chip) => perCapacity(chip))],
        marks: marks("memory / capacity", { Trident: 157, "Tomahawk 4": 37 }),
        note: named,
      },
      {
        title: "Part of the memory that headroom takes",
        x: "capacity, Tbps",
        y: "headroom, % of the memory",
        log: "x",
        lines: [line("headroom / memory", (chip) => percent(chip))],
        marks: marks("headroom / memory", { Trident: 43, Trident2: 44.4, "Tomahawk 4": 67 }),
        note: named,
      },
    ],
    claims: [
      value(
        { id: "trident2", claim: "Trident2 sets 44.4% of its 12 MB aside, 5.33 MB", paper: "44.4%" },
        percent(chip("Trident2")),
        44.4,
        0.002,
        (share) =>
          `${share.toFixed(1)}%, ${(theory.dshHeadroom.headroomShare(chip("Trident2")).headroom / 2 ** 20).toFixed(2)} MiB`,
      ),
      value(
        {
          id: "buffer-shrinks",
          claim: "Memory per capacity falls from 157 us to 37 us, by a factor of 4",
          paper: "157 / 37 = 4.2",
          standing: "definition",
          note: inferred,
        },
        perCapacity(chip("Trident")) / perCapacity(chip("Tomahawk 4")),
        157 / 37,
        0.02,
        (ratio) =>
          `${perCapacity(chip("Trident")).toFixed(1)} us to ${perCapacity(chip("Tomahawk 4")).toFixed(1)} us, ${ratio.toFixed(2)}`,
      ),
      value(
        {
          id: "headroom-grows",
          claim: "The part that headroom takes grows by 56%, from 43% to 67%",
          paper: "67 / 43 = 1.56",
          standing: "definition",
          note: inferred,
        },
        percent(chip("Tomahawk 4")) / percent(chip("Trident")),
        67 / 43,
        0.02,
        (ratio) =>
          `${percent(chip("Trident")).toFixed(1)}% to ${percent(chip("Tomahawk 4")).toFixed(1)}%, a factor of ${ratio.toFixed(2)}`,
      ),
    ],
  }),
});

const chip = (name: string): theory.dshHeadroom.Chip => theory.dshHeadroom.chips.filter((one) => one.name === name)[0];
const percent = (of: theory.dshHeadroom.Chip): number => theory.dshHeadroom.headroomShare(of).share * 100;
const perCapacity = (of: theory.dshHeadroom.Chip): number => theory.dshHeadroom.headroomShare(of).perCapacity / 1e6;
const capacity = ({ ports, rate }: theory.dshHeadroom.Chip): number => (ports * rate) / 1e12;

const line = (name: string, of: (chip: theory.dshHeadroom.Chip) => number): Line => ({
  name,
  points: theory.dshHeadroom.chips.map((one) => [capacity(one), of(one)]),
});

/** The text's numbers, by chip. */
const marks = (name: string, printed: Readonly<Record<string, number>>): Mark[] =>
  Object.entries(printed).map(([of, y]) => ({ name, x: capacity(chip(of)), y }));

const inferred =
  "What the two chips are is inferred from these numbers: the claim says that chips which exist have both of them, no more.";
const named = theory.dshHeadroom.chips.map((one) => `${one.name} ${capacity(one)} Tbps`).join(", ") + ".";
