/** spfc/fig17: how often a pod with a circle of buffer dependencies deadlocks, and when. */
import { order, ratio } from "../claims-by-means.ts";
import { defineExperiment, type Done } from "../contract.ts";
import { interval, stepsOf } from "../share.ts";
import { chosenForPod, podScenario, type Buffer, type Sender } from "./broken-pod.ts";

interface Key extends Record<string, string | number> {
  readonly buffer: Buffer;
  readonly sender: Sender;
}

interface Row {
  /** ms; null: no deadlock. */
  readonly onset: number | null;
}

const BUFFERS: readonly Buffer[] = ["DT", "SPFC"];
const SENDERS: readonly Sender[] = ["DCQCN", "TIMELY"];
const LENGTH_MS = 10;
/** Deadlocks in 1000 runs. */
const PAPER: Readonly<Record<Sender, Readonly<Partial<Record<Buffer, number>>>>> = {
  DCQCN: { SPFC: 237, DT: 612 },
  TIMELY: { SPFC: 209, DT: 538 },
};

export const fig17 = defineExperiment<Key, Row>({
  id: "spfc/fig17",
  title: "Frequency of deadlocks",
  asks: "In a pod whose routes can deadlock, how often do they within 10 ms, and does SPFC make it rarer?",
  chosen: [
    ...chosenForPod,
    "Traffic starts at 0 in an empty network. PAUSEs between switches begin at 6 to 8 ms; of runs under DT that went on, three of three deadlocked by 20 ms (docs/policies/spfc.md).",
    "A deadlock is a circle of stopped queues in which nothing has moved for 1 ms; its onset is when the last of them stopped.",
  ],
  seeds: { quick: 5, paper: 1000 },
  trials: () =>
    SENDERS.flatMap((sender) =>
      BUFFERS.map((buffer) => ({
        key: { sender, buffer },
        // A deadlock that begins at the end must have time to be seen.
        scenario: podScenario({ buffer, sender, workload: "WebSearch", untilMs: LENGTH_MS + 2, onDeadlock: "stop" }),
      })),
    ),
  row: ({ summary }) => {
    const since = summary.deadlock_since_ns;
    return { onset: since === null || since > LENGTH_MS * 1e6 ? null : since / 1e6 };
  },

  conclude(done) {
    const of = (sender: Sender, buffer: Buffer): Done<Key, Row>[] =>
      done.filter(({ key }) => key.sender === sender && key.buffer === buffer);
    const onsets = (sender: Sender, buffer: Buffer): number[] =>
      of(sender, buffer)
        .flatMap(({ row: { onset } }) => (onset === null ? [] : [onset]))
        .sort((a, b) => a - b);
    const share = (sender: Sender, buffer: Buffer): number => onsets(sender, buffer).length / of(sender, buffer).length;
    const said = (sender: Sender, buffer: Buffer): string =>
      `${buffer}: ${interval(onsets(sender, buffer).length, of(sender, buffer).length)}`;
    const pairs = SENDERS.flatMap((sender) => BUFFERS.map((buffer) => ({ sender, buffer })));
    return {
      plots: [
        {
          title: "runs in deadlock",
          x: "time, ms",
          y: "share of runs, percent",
          lines: pairs.map(({ sender, buffer }) => ({
            name: `${sender} + ${buffer}`,
            points: stepsOf(onsets(sender, buffer), of(sender, buffer).length, 0, LENGTH_MS),
          })),
        },
      ],
      claims:
        done.length === 0
          ? []
          : SENDERS.flatMap((sender) => {
              const { SPFC: spfc = 0, DT: dt = 0 } = PAPER[sender];
              const name = sender.toLowerCase();
              return [
                order(
                  {
                    id: `${name}-rarer`,
                    claim: `${sender}: deadlocks are rarer under SPFC than under DT`,
                    paper: `SPFC: ${spfc} of 1000, DT: ${dt} of 1000`,
                  },
                  `${said(sender, "SPFC")}; ${said(sender, "DT")}`,
                  share(sender, "SPFC") < share(sender, "DT"),
                ),
                ratio(
                  {
                    id: `${name}-ratio`,
                    claim: `${sender}: deadlocks under SPFC over those under DT`,
                    paper: (spfc / dt).toFixed(2),
                    note: "Few runs deadlock here, so one more or less decides: see the intervals above.",
                  },
                  share(sender, "SPFC") / share(sender, "DT"),
                  spfc / dt,
                  1.5,
                  (n) => (Number.isNaN(n) ? "no deadlock under either" : n.toFixed(2)),
                ),
              ];
            }),
    };
  },
});
