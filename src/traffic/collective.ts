/**
 * Collective: ranks of a job exchange data step by step, as AI training does, and each step waits for the one before.
 *
 *   { kind: collective, operation: all-reduce-ring, ranks: h0..h63, size: 64MB, iterations: 3, compute: 1ms }
 *
 * Every message is a flow of its own, new to congestion control, on queue pairs that are kept. What a rank waits for happens at its own host:
 * a message has come, has been reduced, has left. Between two iterations each rank computes, then begins the next one by itself: there is no
 * barrier, and one that is late holds up those that wait for its data.
 *
 * `size` is as nccl-tests have it: of an all-reduce and all-to-all the buffer of each rank, of an all-gather what each has in the end, of a
 * reduce-scatter what each has at first; of a pipeline what a stage hands to the next for one micro-batch.
 *
 * Differs  a rank of a channel sends one message at a time, whole: NCCL cuts it into slices, so that a step may begin before all of the one
 *          before has come
 */
import { defineParams, ParamError } from "../base/params.ts";
import { pow } from "../base/math.ts";
import { us, type Bytes, type Ps } from "../base/units.ts";
import type { Stream } from "../base/random.ts";
import type { Plan, TrafficView } from "../contracts/traffic.ts";
import { allToAll, halvingDoubling, partOf, pipeline, ring, tree, type Algorithm } from "./collective-steps.ts";
import { Dependencies } from "./dependencies.ts";
import {
  checkCount,
  checkSpan,
  sizeParam,
  startParam,
  type CheckView,
  type EntryValues,
  type HostFields,
} from "./kind.ts";

export const about = "ranks exchange data step by step, as AI training does; each step waits for the one before";

export const hosts = {
  ranks: { many: true, default: "all", about: "The ranks, in their order." },
} as const satisfies HostFields;

export const params = defineParams({
  operation: {
    unit: "choice",
    choices: [
      "all-reduce-ring",
      "all-reduce-tree",
      "all-reduce-halving-doubling",
      "all-gather",
      "reduce-scatter",
      "all-to-all",
      "pipeline",
    ],
    default: "all-reduce-ring",
    source: "nccl-tests; patarasuk09, sanders09, rabenseifner04, huang19",
    about: "What they do, and by which algorithm; all-gather and reduce-scatter by a ring.",
  },
  stride: {
    unit: "count",
    default: 1,
    min: 1,
    max: 4096,
    source: "lab",
    about:
      "Ranks are every so many-th of these hosts, from the first, then from the second: with the rails of a fabric neighbours of a ring share a rail.",
  },
  size: { ...sizeParam, default: 1_000_000, source: "lab", about: "Bytes, as nccl-tests count them." },
  channels: {
    unit: "count",
    default: 1,
    min: 1,
    max: 64,
    source: "NCCL",
    about:
      "Even parts of the buffer that go their way at the same time on queue pairs of their own; of an all-to-all how many flows a rank sends at once.",
  },
  pieces: {
    unit: "count",
    default: 4,
    min: 1,
    max: 4096,
    source: "lab",
    about: "Chunks of a tree, one behind the other, or micro-batches of a pipeline; other operations do without.",
  },
  iterations: { unit: "count", default: 1, min: 1, max: 100_000, source: "lab", about: "How many times." },
  compute: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(9e9),
    source: "lab",
    about:
      "What each rank computes before each iteration; of a pipeline what a stage computes on a micro-batch going forward, half of that going back.",
  },
  straggle: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(9e9),
    source: "lab",
    about: "Mean of what that takes longer, drawn from an exponential distribution for each rank and iteration.",
  },
  reduceRate: {
    unit: "bps",
    derived: "reducing takes no time",
    min: 1e6,
    max: 1e15,
    source: "lab",
    about: "Rate at which a rank reduces what has come, before it passes it on.",
  },
  skew: {
    unit: "ratio",
    default: 0,
    min: 0,
    max: 10,
    source: "lab: Zipf",
    about:
      "Of an all-to-all: the k-th most popular of the ranks gets 1 / k^skew, in an order drawn for each iteration, as experts of a MoE do.",
  },
  start: startParam,
});

type CollectiveValues = EntryValues<typeof params, typeof hosts>;

/** Bytes over time, times this, is the bus bandwidth (nccl-tests, PERFORMANCE.md): what crosses each rank's link, of `size`. */
function busFactor(operation: string, n: number): number {
  if (operation === "pipeline") return 1;
  return operation.startsWith("all-reduce") ? (2 * (n - 1)) / n : (n - 1) / n;
}

/** Flows of an iteration. */
function flowsOf({ operation, ranks, channels, pieces }: CollectiveValues): number {
  const n = ranks.length;
  switch (operation) {
    case "all-reduce-ring":
      return 2 * (n - 1) * n * channels;
    case "all-reduce-tree":
      return 2 * (n - 1) * pieces * channels;
    case "all-reduce-halving-doubling":
      return 2 * (31 - Math.clz32(n)) * n * channels;
    case "pipeline":
      return 2 * (n - 1) * pieces * channels;
    case "all-to-all":
      return (n - 1) * n;
    default:
      return (n - 1) * n * channels;
  }
}

export function check(p: CollectiveValues, view: CheckView): void {
  const { operation, ranks, size, channels, pieces } = p;
  checkSpan(p, view);
  if (ranks.length < 2) throw new ParamError("ranks", "two ranks or more", ranks);
  const twice = ranks.find((host, rank) => ranks.indexOf(host) !== rank);
  if (twice !== undefined) throw new ParamError("ranks", "each host once", ranks);
  if (operation === "all-reduce-halving-doubling" && (ranks.length & (ranks.length - 1)) !== 0)
    throw new ParamError("ranks", "2, 4, 8, ... of them, for halving and doubling", ranks.length);
  const least = channels * (operation === "all-reduce-tree" ? pieces : operation === "pipeline" ? 1 : ranks.length);
  if (size < least) throw new ParamError("size", `at least a byte for each message, ${least} B`, size);
  checkCount(flowsOf(p) * p.iterations, "iterations");
}

export function create(p: CollectiveValues, view: TrafficView): Plan {
  const { operation, size, iterations, cls } = p;
  const ranks = inStrides(p);
  const n = ranks.length;
  const plan = new Dependencies(cls, p.start);
  const reduction = (bytes: Bytes): Ps => (p.reduceRate === undefined ? 0 : Math.round((bytes * 8e12) / p.reduceRate));
  const draws = ranks.map((host) => view.stream("stragglers", host));
  const computes = (rank: number): Ps =>
    p.compute + (p.straggle > 0 ? Math.round(draws[rank].exponential(p.straggle)) : 0);
  const experts = view.stream("experts");
  const inStages = operation === "pipeline";
  const sharesOut = operation === "all-to-all";
  const channels = sharesOut ? Math.min(p.channels, n - 1) : p.channels;

  let lasts: readonly (readonly number[])[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const times = ranks.map((_, rank) => computes(rank));
    const share = sharesOut ? shares(n, p.skew, experts) : () => 0;
    const begin = ranks.map((host, rank) =>
      plan.task(host, inStages ? 0 : times[rank], ...lasts.map((last) => last[rank])),
    );
    const algorithm = (channel: number): Algorithm => {
      switch (operation) {
        case "all-reduce-ring":
          return ring(n - 1, n - 1);
        case "all-reduce-tree":
          return tree;
        case "all-reduce-halving-doubling":
          return halvingDoubling;
        case "reduce-scatter":
          return ring(n - 1, 0);
        case "all-gather":
          return ring(0, n - 1);
        case "all-to-all":
          return allToAll(channel, channels, share);
        case "pipeline":
          return pipeline((rank) => times[rank]);
      }
    };
    lasts = Array.from({ length: channels }, (_, channel) => {
      const bytes = sharesOut ? size : partOf(size, channels, channel);
      return algorithm(channel)({ plan, ranks, bytes, pieces: p.pieces, begin, iteration, pair: channel, reduction });
    });
  }
  const collective = {
    operation,
    ranks: n,
    bytes: size,
    busFactor: busFactor(operation, n),
    iterations,
    start: p.start,
  };
  return { flows: [], trains: [], ...plan.plan(), collectives: [collective] };
}

function inStrides({ ranks, stride }: CollectiveValues): number[] {
  return Array.from({ length: Math.min(stride, ranks.length) }, (_, first) =>
    ranks.filter((_, k) => k % stride === first),
  ).flat();
}

/** How much of each rank's buffer goes to a rank: the k-th in a random order gets 1 / k^skew of the most. */
function shares(n: number, skew: number, draw: Stream): (rank: number, of: Bytes) => number {
  const order = Array.from({ length: n }, (_, k) => k);
  for (let k = n - 1; k > 0; k--) {
    const other = draw.int(k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  const weights = order.map((k) => (skew === 0 ? 1 : pow(k + 1, -skew)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (rank, of) => (of * weights[rank]) / total;
}
