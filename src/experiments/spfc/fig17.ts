/** spfc/fig17: how often a pod with a circle of buffer dependencies deadlocks, and when. */
import { order, ratio } from "../claims.ts";
import { defineExperiment, type Claim, type Done, type Scale } from "../contract.ts";
import { stepsOf } from "../steps.ts";
import { rarer, rarerBy, shareNear, type Share } from "../verdicts.ts";
import { chosenForClos, closFabric, POD } from "./clos-fabric.ts";
import { senderNames, type Sender } from "./policies.ts";
import { spfc } from "./readings.ts";

type Buffer = "DT" | "SPFC";

interface Key extends Record<string, string | number> {
  readonly buffer: Buffer;
  readonly sender: Sender;
  /** MiB of a switch, and alpha. */
  readonly memory: number;
  readonly alpha: number;
}

interface Row {
  /** ms; null: no deadlock. */
  readonly onset: number | null;
}

const BUFFERS: readonly Buffer[] = ["DT", "SPFC"];
const LENGTH_MS = 10;
/** The paper's first. */
const SWITCHES: readonly { readonly memory: number; readonly alpha: number }[] = [
  { memory: 32, alpha: 2 },
  { memory: 16, alpha: 2 },
  { memory: 12, alpha: 2 },
  { memory: 32, alpha: 0.25 },
];
/** Of the paper's 1000 runs, how many deadlocked. */
const PAPER: Readonly<Record<Sender, Readonly<Record<Buffer, number>>>> = {
  DCQCN: { SPFC: 0.237, DT: 0.612 },
  TIMELY: { SPFC: 0.209, DT: 0.538 },
};

export const fig17 = defineExperiment<Key, Row, typeof spfc>({
  id: "spfc/fig17",
  title: "Frequency of deadlocks",
  asks: "In a pod whose routes can deadlock, how often do they within 10 ms, and does SPFC make it rarer?",
  chosen: [
    ...chosenForClos,
    "leaf0-tor3 and leaf1-tor0 have failed from the start; routes are all shortest paths, so tor0 and tor3 meet over tor1 and tor2.",
    "Traffic starts at 0 in an empty network.",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms; its onset is when the last of them stopped.",
    "How often depends on memory, so besides the paper's 32 MiB and alpha 2, of which the claims are, other values are swept (DCQCN).",
  ],
  readings: spfc,
  seeds: { quick: 5, paper: 100 },
  fraction: "100 of 1000 runs",
  trials: (_scale: Scale, reading) =>
    senderNames.flatMap((sender) =>
      SWITCHES.slice(0, sender === "DCQCN" ? SWITCHES.length : 1).flatMap(({ memory, alpha }) =>
        BUFFERS.map((buffer) => ({
          key: { sender, buffer, memory, alpha },
          scenario: {
            // A deadlock that begins at the end must have time to be seen.
            until: `${LENGTH_MS + 2}ms`,
            onDeadlock: "stop",
            ...closFabric(
              {
                ...{ scheme: buffer, sender, workload: "WebSearch", load: 0.5 },
                ...{ size: POD, broken: true, memoryMiB: memory, alpha },
              },
              reading,
            ),
          },
        })),
      ),
    ),
  row: ({ summary }) => {
    const since = summary.deadlock_since_ns;
    return { onset: since === null || since > LENGTH_MS * 1e6 ? null : since / 1e6 };
  },

  conclude(done) {
    const [paper] = SWITCHES;
    const runs = (sender: Sender, buffer: Buffer, { memory, alpha } = paper): Done<Key, Row>[] =>
      done.filter(
        ({ key }) =>
          key.sender === sender && key.buffer === buffer && key.memory === memory && key.alpha === alpha,
      );
    const onsets = (found: readonly Done<Key, Row>[]): number[] =>
      found.flatMap(({ row: { onset } }) => (onset === null ? [] : [onset])).sort((a, b) => a - b);
    const share = (sender: Sender, buffer: Buffer, of = paper): Share => {
      const found = runs(sender, buffer, of);
      return { name: `${sender} + ${buffer}`, hits: onsets(found).length, runs: found.length };
    };
    const percent = ({ hits, runs: n }: Share): number => (100 * hits) / n;
    return {
      plots: [
        {
          title: "runs in deadlock, 32 MiB, alpha 2",
          x: "time, ms",
          y: "share of runs, percent",
          lines: senderNames.flatMap((sender) =>
            BUFFERS.map((buffer) => {
              const found = runs(sender, buffer);
              return {
                name: `${sender} + ${buffer}`,
                points: stepsOf(onsets(found), found.length, 0, LENGTH_MS),
              };
            }),
          ),
          marks: senderNames.flatMap((sender) =>
            BUFFERS.map((buffer) => ({
              name: `${sender} + ${buffer}`,
              x: LENGTH_MS,
              y: 100 * PAPER[sender][buffer],
            })),
          ),
        },
        {
          title: "runs in deadlock after 10 ms, DCQCN, by memory and alpha",
          x: "switch",
          y: "share of runs, percent",
          bins: SWITCHES.map(({ memory, alpha }) => `${memory} MiB, alpha ${alpha}`),
          lines: BUFFERS.map((buffer) => ({
            name: buffer,
            points: SWITCHES.map((one, k) => [k, percent(share("DCQCN", buffer, one))] as const).filter(
              ([, y]) => !Number.isNaN(y),
            ),
          })),
        },
      ],
      claims: done.length === 0 ? [] : [...senderNames.flatMap((sender) => claimsOf(sender, share)), ...sweep(share)],
    };
  },
});

function claimsOf(sender: Sender, share: (sender: Sender, buffer: Buffer) => Share): Claim[] {
  const name = sender.toLowerCase();
  const { SPFC, DT } = PAPER[sender];
  return [
    ratio(
      {
        id: `${name}-ratio`,
        claim: `${sender}: deadlocks are rarer under SPFC than under DT`,
        paper: `${(SPFC * 1000).toFixed(0)} and ${(DT * 1000).toFixed(0)} of 1000, -${((1 - SPFC / DT) * 100).toFixed(0)}%`,
        tried: TRIED,
      },
      rarerBy(share(sender, "SPFC"), share(sender, "DT"), SPFC / DT),
    ),
    ratio(
      {
        id: `${name}-dt-share`,
        claim: `${sender}: so many of the runs deadlock under DT`,
        paper: `${(DT * 100).toFixed(1)}%`,
        tried: TRIED,
      },
      shareNear(share(sender, "DT"), DT),
    ),
  ];
}

/** Is it so at any of the other memories? */
const sweep = (share: (sender: Sender, buffer: Buffer, of: (typeof SWITCHES)[number]) => Share): Claim[] =>
  SWITCHES.slice(1).map((one) =>
    order(
      {
        id: `dcqcn-${one.memory}-mib-alpha-${one.alpha}`,
        claim: `DCQCN, ${one.memory} MiB, alpha ${one.alpha}: deadlocks are rarer under SPFC than under DT`,
        paper: "says nothing of it",
        standing: "ours",
      },
      rarer(share("DCQCN", "SPFC", one), share("DCQCN", "DT", one)),
    ),
  );

const TRIED = "TRIED";
