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
import { partOf } from "../../base/even-parts.ts";
import { defineParams, ParamError, type Fixed } from "../../base/params.ts";
import { pow } from "../../base/math.ts";
import { us, type Bytes, type Ps } from "../../base/units.ts";
import type { Stream } from "../../base/random.ts";
import type { Plan, TrafficView } from "../../contracts/traffic.ts";
import { allToAll, halvingDoubling, pipeline, ring, tree, type Algorithm } from "./collective-steps.ts";
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

/** One iteration of an operation, as its algorithm is to know it. */
interface Turn {
  /** Ranks. */
  readonly n: number;
  readonly channel: number;
  readonly channels: number;
  /** What each rank computes, ps. */
  readonly times: readonly Ps[];
  /** Of so many bytes, those that go to a rank. */
  readonly share: (rank: number, of: Bytes) => number;
}

interface Operation {
  readonly algorithm: (turn: Turn) => Algorithm;
  /** Messages of a channel in an iteration; where channels part the destinations, of all of them together. */
  readonly messages: (n: number, pieces: number) => number;
  /** Into how many chunks a channel's bytes are cut, each of a byte or more. */
  readonly chunks: (n: number, pieces: number) => number;
  /** Bytes over time, times this, is the bus bandwidth (nccl-tests, PERFORMANCE.md): what crosses each rank's link, of `size`. */
  readonly busFactor: (n: number) => number;
  /** What channels part among them. */
  readonly channelsPart: "bytes" | "destinations";
  /** When ranks compute: before they send anything, or as the algorithm says. */
  readonly computes: "first" | "on the way";
}

const eachOnce = (n: number): number => (n - 1) / n;
const eachTwice = (n: number): number => (2 * (n - 1)) / n;
const chunksByRank = (n: number): number => n;
const usual = { chunks: chunksByRank, busFactor: eachOnce, channelsPart: "bytes", computes: "first" } as const;

const operations = {
  "all-reduce-ring": {
    ...usual,
    algorithm: ({ n }) => ring(n - 1, n - 1),
    messages: (n) => 2 * (n - 1) * n,
    busFactor: eachTwice,
  },
  "all-reduce-tree": {
    ...usual,
    algorithm: () => tree,
    messages: (n, pieces) => 2 * (n - 1) * pieces,
    chunks: (_, pieces) => pieces,
    busFactor: eachTwice,
  },
  "all-reduce-halving-doubling": {
    ...usual,
    algorithm: () => halvingDoubling,
    messages: (n) => 2 * (31 - Math.clz32(n)) * n,
    busFactor: eachTwice,
  },
  "all-gather": { ...usual, algorithm: ({ n }) => ring(0, n - 1), messages: (n) => (n - 1) * n },
  "reduce-scatter": { ...usual, algorithm: ({ n }) => ring(n - 1, 0), messages: (n) => (n - 1) * n },
  "all-to-all": {
    ...usual,
    algorithm: ({ channel, channels, share }) => allToAll(channel, channels, share),
    messages: (n) => (n - 1) * n,
    channelsPart: "destinations",
  },
  pipeline: {
    ...usual,
    algorithm: ({ times }) => pipeline((rank) => times[rank]),
    messages: (n, pieces) => 2 * (n - 1) * pieces,
    chunks: () => 1,
    busFactor: () => 1,
    computes: "on the way",
  },
} as const satisfies Readonly<Record<string, Operation>>;

export const hosts = {
  ranks: { many: true, default: "all", about: "The ranks, in their order." },
} as const satisfies HostFields;

export const params = defineParams({
  operation: {
    unit: "choice",
    choices: Object.keys(operations) as (keyof typeof operations)[],
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

export function check(p: CollectiveValues, view: CheckView): void {
  const { operation, ranks, size, channels, pieces } = p;
  checkSpan(p, view);
  if (ranks.length < 2) throw new ParamError("ranks", "at least two ranks", ranks);
  const twice = ranks.find((host, rank) => ranks.indexOf(host) !== rank);
  if (twice !== undefined) throw new ParamError("ranks", "each host once", ranks);
  if (operation === "all-reduce-halving-doubling" && (ranks.length & (ranks.length - 1)) !== 0)
    throw new ParamError("ranks", "2, 4, 8 or another power of two for halving and doubling", ranks.length);
  const { messages, chunks, channelsPart }: Operation = operations[operation];
  const least = channels * chunks(ranks.length, pieces);
  if (size < least) throw new ParamError("size", `at least ${least} B, a byte for each message`, size);
  const times = channelsPart === "bytes" ? channels : 1;
  checkCount(messages(ranks.length, pieces) * times * p.iterations, "iterations");
}

/** Stragglers and popular experts are drawn. */
export const fixed = ({ straggle, skew }: CollectiveValues): Fixed | undefined =>
  straggle > 0 || skew > 0 ? undefined : { what: "the collective's steps are given" };

export function create(p: CollectiveValues, view: TrafficView): Plan {
  const { operation, size, iterations, cls } = p;
  const ranks = inStrides(p);
  const n = ranks.length;
  const plan = new Dependencies(cls, p.start);
  const reduction = (bytes: Bytes): Ps => (p.reduceRate === undefined ? 0 : Math.round((bytes * 8e12) / p.reduceRate));
  const draws = ranks.map((host) => view.stream("stragglers", host));
  const computing = (rank: number): Ps =>
    p.compute + (p.straggle > 0 ? Math.round(draws[rank].exponential(p.straggle)) : 0);
  const experts = view.stream("experts");
  const { algorithm, busFactor, channelsPart, computes }: Operation = operations[operation];
  const partsBytes = channelsPart === "bytes";
  const channels = partsBytes ? p.channels : Math.min(p.channels, n - 1);

  let lasts: readonly (readonly number[])[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const times = ranks.map((_, rank) => computing(rank));
    const share = partsBytes ? () => 0 : shares(n, p.skew, experts);
    const begin = ranks.map((host, rank) =>
      plan.task(host, computes === "first" ? times[rank] : 0, ...lasts.map((last) => last[rank])),
    );
    lasts = Array.from({ length: channels }, (_, channel) => {
      const send = algorithm({ n, channel, channels, times, share });
      const bytes = partsBytes ? partOf(size, channels, channel) : size;
      return send({ plan, ranks, bytes, pieces: p.pieces, begin, iteration, pair: channel, reduction });
    });
  }
  const collective = {
    operation,
    ranks: n,
    bytes: size,
    busFactor: busFactor(n),
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
