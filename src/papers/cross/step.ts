/** cross/step: one or nine flows join a flow that sends at line rate. The figure has the queue and the rate of the first flow. */
import * as xoff from "../experiment.ts";

/** How many flows join the first flow: one in some runs, nine in the others. */
const STEPS = [1, 9];

/**
 * An ideal sender as a script. All flows send at line rate for 10 us, stop until the queue is empty, and continue at
 * their fair share.
 */
const ideal = (joining: number) => ({
  name: "scripted",
  flows: Array.from({ length: joining + 1 }, (_, flow) => ({
    ...{ flow, at: "1.01ms", stop: `${joining * 10}us`, rate: `${Math.floor(1e5 / (joining + 1))}Mbps` },
  })),
});

const SENDERS = ["acc", "dcqcn", "timely", "hpcc", "powertcp", "dctcp", "scripted"];
const START_MS = 1;

/** By measure: the titles of its plot and of its y axis. The x axis is the time since further flows joined the first one, us. */
const MEASURES = {
  queue: ["queue", "queue, KB"],
  rate: ["goodput of the first flow", "goodput, Gbps"],
} as const;

export const step = xoff.defineFigure({
  id: "cross/step",
  title: "Response of each sender to a 2:1 and a 10:1 step",
  asks: "A flow has a link of 100 Gbps for itself. At time 0 one or nine more long-lived flows start. How long is the queue, and how soon does the first flow reach its share?",
  chosen: [
    "The topology is a star of links with 100 Gbps and 1 us. Every sender has its defaults, and the ECN marking or telemetry that it needs.",
    "`scripted` is an ideal. All flows send at line rate for 10 us, stop until the queue is empty, and continue at their share.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () =>
    xoff.trialsOver({ sender: SENDERS, joining: STEPS }, ({ sender, joining }) => ({
      until: `${START_MS + 2}ms`,
      topology: { kind: "star", hosts: 11, rate: "100Gbps", delay: "1us" },
      traffic: [
        { kind: "long-lived", from: "h0", to: "h10" },
        { kind: "long-lived", from: joining === 1 ? "h1" : `h1..h${joining}`, to: "h10", start: `${START_MS}ms` },
      ],
      policies: { congestion: sender === "scripted" ? ideal(joining) : sender },
      measure: { pauses: false, every: "10us", queues: "sw0-h10", goodputs: [0] },
    })),
  row({ tables: { queues, goodputs } }) {
    const series = (time: Float64Array = new Float64Array(), values?: Float64Array, unit = 1): readonly xoff.Point[] =>
      Array.from(time, (ns, k): [number, number] => [
        Math.round(ns / 1000 - START_MS * 1000),
        (values?.[k] ?? NaN) / unit,
      ]).filter(([us]) => us >= -100);
    return {
      queue: series(queues?.columns.time_ns, queues?.columns.egress_bytes, 1000),
      rate: series(goodputs?.columns.time_ns, goodputs?.columns.received_bps, 1e9),
    };
  },
  plots: (runs) =>
    SENDERS.flatMap((sender) =>
      (["queue", "rate"] as const).map((what) =>
        xoff.plotOf(
          `${sender}: ${MEASURES[what][0]}`,
          "time since the others joined, us",
          MEASURES[what][1],
          STEPS.map((joining) => ({ name: `${joining + 1}:1`, points: runs.first({ sender, joining })?.[what] ?? [] })),
        ),
      ),
    ),
  claims: () => [],
});
