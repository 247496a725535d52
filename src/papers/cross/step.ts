/** cross/step: a flow alone at the line rate, joined by 1 or 9 more: what each sender does to the queue, and to the rate. */
import { defineExperiment, firstSeed, type Plot } from "../experiment.ts";

/** Flows that join. */
const STEPS = [1, 9] as const;

/** A flow's script: all overshoot for 10 us, stop until that has drained, and go on at their share. What a sender that knew all would do. */
const ideal = (joining: number) => ({
  name: "scripted",
  flows: Array.from({ length: joining + 1 }, (_, flow) => ({
    ...{ flow, at: "1.01ms", stop: `${joining * 10}us`, rate: `${Math.floor(1e5 / (joining + 1))}Mbps` },
  })),
});

const senders: Readonly<Record<string, (joining: number) => unknown>> = {
  acc: () => "acc",
  dcqcn: () => "dcqcn",
  timely: () => "timely",
  hpcc: () => "hpcc",
  powertcp: () => "powertcp",
  dctcp: () => "dctcp",
  scripted: ideal,
};

interface Key extends Record<string, string | number> {
  readonly sender: string;
  readonly joining: number;
}

type Series = readonly (readonly [number, number])[];

interface Row {
  /** us since the others joined; KB that wait for the receiver, and Gbps of payload of the flow that was there first. */
  readonly queue: Series;
  readonly rate: Series;
}

const START_MS = 1;

export const step = defineExperiment<Key, Row>({
  id: "cross/step",
  title: "Response of each sender to a 2:1 and a 10:1 step",
  asks: "A flow has a 100G link for itself. At time 0 one more flow joins it, or nine, for good. How long is the queue, and how soon has the first flow its share?",
  chosen: [
    "A star of 100G links of 1 us; every sender with its defaults, and the marks or telemetry it needs.",
    "`scripted` is an ideal: all send at the line rate for 10 us, stop until that has left, and go on at their share.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () =>
    Object.entries(senders).flatMap(([sender, congestion]) =>
      STEPS.map((joining) => ({
        key: { sender, joining },
        scenario: {
          until: `${START_MS + 2}ms`,
          topology: { kind: "star", hosts: 11, rate: "100Gbps", delay: "1us" },
          traffic: [
            { kind: "long-lived", from: "h0", to: "h10" },
            { kind: "long-lived", from: joining === 1 ? "h1" : `h1..h${joining}`, to: "h10", start: `${START_MS}ms` },
          ],
          policies: { congestion: congestion(joining) },
          measure: { pauses: false, every: "10us", queues: "sw0-h10", goodputs: [0] },
        },
      })),
    ),

  row({ tables }) {
    const since = (ns: number): number => Math.round(ns / 1000 - START_MS * 1000);
    const { queues, goodputs } = tables;
    const series = (time: Float64Array | undefined, values: Float64Array | undefined, unit: number): Series =>
      Array.from(time ?? [], (ns, k): [number, number] => [since(ns), (values?.[k] ?? NaN) / unit]).filter(
        ([us]) => us >= -100,
      );
    return {
      queue: series(queues?.columns.time_ns, queues?.columns.egress_bytes, 1000),
      rate: series(goodputs?.columns.time_ns, goodputs?.columns.received_bps, 1e9),
    };
  },

  conclude(all) {
    const done = firstSeed(all);
    const plot = (sender: string, what: keyof Row, title: string, y: string): Plot => ({
      title: `${sender}: ${title}`,
      x: "time since the others joined, us",
      y,
      lines: STEPS.map((joining) => ({
        name: `${joining + 1}:1`,
        points: done.find(({ key }) => key.sender === sender && key.joining === joining)?.row[what] ?? [],
      })),
    });
    return {
      plots: Object.keys(senders).flatMap((sender) => [
        plot(sender, "queue", "queue", "bytes that wait, KB"),
        plot(sender, "rate", "goodput of the first flow", "goodput, Gbps"),
      ]),
      claims: [],
    };
  },
});
