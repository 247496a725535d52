/**
 * Collective: the ranks of a job exchange data step by step, as in AI training. Each step waits for the previous one.
 *
 *   { kind: collective, operation: all-reduce-ring, ranks: h0..h63, size: 64MB, iterations: 3, compute: 1ms }
 *
 * Every message is a separate flow and new to congestion control, but uses an existing queue pair. A rank waits only
 * for events at its own host: a message has arrived, has been reduced, or has left. Between two iterations each rank
 * computes and then begins the next one by itself. There is no barrier: a late rank delays only the ranks that wait for
 * its data.
 *
 * `size` is defined as in nccl-tests. For an all-reduce and an all-to-all it is the buffer of each rank. For an
 * all-gather it is the result of each rank, and for a reduce-scatter the input of each rank. For a pipeline it is the
 * data of one micro-batch between two stages.
 *
 * Differs  a rank sends one whole message at a time on a channel. NCCL cuts it into slices, so that a step may begin before the whole
 *          message of the previous step has arrived.
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

export const about = "ranks exchange data step by step, as in AI training; each step waits for the previous one";

/** The input of an operation's algorithm for one iteration. */
interface Turn {
  /** Number of ranks. */
  readonly n: number;
  readonly channel: number;
  readonly channels: number;
  /** By rank: the compute time in ps. */
  readonly times: readonly Ps[];
  /** The split of an all-to-all: the function returns how many bytes go to a rank, from a total of `of` bytes. */
  readonly share: (rank: number, of: Bytes) => number;
}

interface Operation {
  readonly algorithm: (turn: Turn) => Algorithm;
  /**
   * The number of messages in an iteration. If `channelsPart` is "bytes", each channel sends this number of messages.
   * Otherwise all channels together send this number.
   */
  readonly messages: (n: number, pieces: number) => number;
  /** The number of chunks into which the bytes of a channel are divided. Each chunk has at least one byte. */
  readonly chunks: (n: number, pieces: number) => number;
  /**
   * The factor that converts bytes over time to bus bandwidth. It is the number of bytes on the link of each rank,
   * divided by `size` (nccl-tests, PERFORMANCE.md).
   */
  readonly busFactor: (n: number) => number;
  /** "bytes": the channels divide the bytes of each message. "destinations": they divide the destinations. */
  readonly channelsPart: "bytes" | "destinations";
  /** "first": ranks compute before they send anything. "on the way": they compute where the algorithm requires it. */
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

export const oneClass = true;

export const hosts = {
  ranks: { many: true, default: "all", about: "Hosts of the ranks, in order." },
} as const satisfies HostFields;

export const params = defineParams({
  operation: {
    unit: "choice",
    choices: Object.keys(operations) as (keyof typeof operations)[],
    default: "all-reduce-ring",
    source: "nccl-tests; patarasuk09, sanders09, rabenseifner04, huang19",
    about: "Operation and algorithm. all-gather and reduce-scatter use a ring.",
  },
  stride: {
    unit: "count",
    default: 1,
    min: 1,
    max: 4096,
    source: "lab",
    about:
      "Rank order: every stride-th of these hosts from the first, then from the second, and so on. With the rails of a fabric, ring neighbours then share a rail.",
  },
  size: { ...sizeParam, default: 1_000_000, source: "lab", about: "Bytes, as defined by nccl-tests." },
  channels: {
    unit: "count",
    default: 1,
    min: 1,
    max: 64,
    source: "NCCL",
    about:
      "Equal parts of the buffer that are sent at the same time on separate queue pairs. For an all-to-all: flows that a rank sends at the same time.",
  },
  pieces: {
    unit: "count",
    default: 4,
    min: 1,
    max: 4096,
    source: "lab",
    about: "Consecutive chunks of a tree, or micro-batches of a pipeline. Other operations ignore it.",
  },
  iterations: { unit: "count", default: 1, min: 1, max: 100_000, source: "lab", about: "Number of repetitions." },
  compute: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(9e9),
    source: "lab",
    about:
      "Compute time of each rank before each iteration. For a pipeline: of a stage for one micro-batch forward; backward takes twice as long.",
  },
  straggle: {
    unit: "ps",
    default: 0,
    min: 0,
    max: us(9e9),
    source: "lab",
    about: "Mean additional compute time, drawn from an exponential distribution for each rank and iteration.",
  },
  reduceRate: {
    unit: "bps",
    derived: "reducing takes no time",
    min: 1e6,
    max: 1e15,
    source: "lab",
    about: "Rate at which a rank reduces received data before it passes them on.",
  },
  skew: {
    unit: "ratio",
    default: 0,
    min: 0,
    max: 10,
    source: "lab: Zipf",
    about:
      "For an all-to-all: the k-th most popular rank gets a share of 1 / k^skew. The order is drawn for each iteration, as for the experts of an MoE.",
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

/**
 * The reason why the traffic is the same under every seed. Undefined: stragglers or popular experts are drawn at
 * random, so it differs.
 */
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

/**
 * Returns a function that computes how many bytes a sender sends to `rank`, if the sender's buffer has `of` bytes. The
 * ranks have a random order, which is the same for all senders. The k-th rank in this order has the weight 1 / k^skew.
 */
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
