/**
 * Parses a workload of SimAI, as AICB writes it: the groups of GPUs, and the computations and collectives of each layer of a model.
 *
 *   HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 16 checkpoints: 0 checkpoint_initiates: 0
 *   1                                                                     how many layers follow
 *   mlp -1 556000 ALLREDUCE 4096 1 NONE 0 1 ALLREDUCE_DP_EP 8192 100      name, dependency, then time (ns), collective and bytes of three phases:
 *                                                                         forward, input gradient, weight gradient; last the update, ns
 *
 * The dependency has no effect in SimAI. A collective without a suffix belongs to tensor parallelism, or in the weight gradient to data
 * parallelism.
 *
 * Source: aliyun/SimAI, astra-sim-alibabacloud/astra-sim/workload/Workload.cc
 */
import { formatCounted } from "../../base/format.ts";
import type { Bytes } from "../../base/units.ts";
import { InputError, quote } from "../hpcc/input-error.ts";
import { Scanner, type Token } from "../hpcc/scanner.ts";

export type CollectiveKind = "all-reduce" | "all-gather" | "reduce-scatter" | "all-to-all";
/** Tensor, data and expert parallelism, and the group of ranks that hold the same experts. */
export type GroupKind = "TP" | "DP" | "EP" | "DP_EP";

export interface WorkloadCollective {
  readonly kind: CollectiveKind;
  readonly group: GroupKind;
  readonly bytes: Bytes;
}

/** A computation of a rank and the collective after it. */
export interface Phase {
  readonly computeNs: number;
  readonly collective: WorkloadCollective | undefined;
}

interface Layer {
  readonly name: string;
  readonly forward: Phase;
  readonly inputGradient: Phase;
  readonly weightGradient: Phase;
  /** Computation after each collective of the layer, ns. */
  readonly updateNs: number;
}

export interface Workload {
  readonly file: string;
  readonly layers: readonly Layer[];
  /** Number of ranks in a group of tensor parallelism; undefined means all ranks. */
  readonly tensorParallel: number | undefined;
  readonly expertParallel: number;
  /** Number of GPUs in line 1. SimAI uses the topology's number instead. */
  readonly gpus: number | undefined;
  /** Settings of line 1 that SimAI's network ignores, such as "pp: 4". */
  readonly unused: readonly string[];
}

/** The workload types for which line 1 of the file gives the sizes of the groups of GPUs. SimAI reads groups only for these types. */
const POLICIES = ["HYBRID_TRANSFORMER", "HYBRID_TRANSFORMER_FWD_IN_BCKWD"];
const KINDS: readonly (readonly [word: string, kind: CollectiveKind])[] = [
  ["ALLREDUCE", "all-reduce"],
  ["ALLTOALL", "all-to-all"],
  ["ALLGATHER", "all-gather"],
  ["REDUCESCATTER", "reduce-scatter"],
];
const GROUPS: readonly string[] = ["TP", "DP", "EP", "DP_EP"] satisfies GroupKind[];
const FORMS = "ALLREDUCE, ALLGATHER, REDUCESCATTER or ALLTOALL, alone or with _TP, _DP, _EP or _DP_EP, or NONE";
/** Maximum computation time, ns. Above two hours, picoseconds would not be exact. */
const MAX_NS = 2 ** 43;
const MAX_BYTES: Bytes = 1e15;
const MAX_LAYERS = 1_000_000;

/**
 * Parses a workload. Throws `InputError` at the first mistake. `warn` is called with a sentence for each setting that
 * SimAI ignores.
 */
export function parseWorkload(text: string, file: string, warn: (warning: string) => void = () => {}): Workload {
  const scanner = new Scanner(text, file);
  const header = readHeader(scanner);
  const count = scanner.whole(scanner.take(), 1, MAX_LAYERS, `a number of layers from 1 to ${MAX_LAYERS}`);
  const { line } = scanner;
  const layers: Layer[] = [];
  while (layers.length < count) {
    if (scanner.peek() === undefined)
      throw scanner.error(
        undefined,
        `layer ${layers.length + 1} of ${count}`,
        `Line ${line} declares the number of layers.`,
      );
    layers.push(readLayer(scanner, file, warn));
  }
  const next = scanner.take();
  if (next !== undefined)
    warn(`${file}:${next.line}: not read, as in SimAI: line ${line} counts ${formatCounted(count, "layer")}.`);
  return { file, layers, ...header };
}

function readHeader(scanner: Scanner): Pick<Workload, "tensorParallel" | "expertParallel" | "gpus" | "unused"> {
  const [policy, ...words] = scanner.restOfLine();
  if (policy === undefined || !POLICIES.includes(policy.text)) {
    const hint = "SimAI reads groups of GPUs from line 1 only with these, and AICB writes no others.";
    throw scanner.error(policy, POLICIES.join(" or "), hint);
  }
  const after = (name: string): Token | undefined => words[words.findIndex(({ text }) => text === name) + 1];
  const number = (name: string): number | undefined => {
    if (!words.some(({ text }) => text === name)) return undefined;
    return scanner.whole(after(name), 0, MAX_LAYERS, `a whole number after ${name}`);
  };
  const tensorParallel = number("model_parallel_NPU_group:") ?? 0;
  return {
    tensorParallel: tensorParallel === 0 ? undefined : tensorParallel,
    expertParallel: number("ep:") ?? 1,
    gpus: number("all_gpus:"),
    unused: [["pp:", 1] as const, ["checkpoints:", 0] as const].flatMap(([name, usual]) =>
      (number(name) ?? usual) > usual ? [`${name} ${number(name) ?? usual}`] : [],
    ),
  };
}

function readLayer(scanner: Scanner, file: string, warn: (warning: string) => void): Layer {
  const word = (expected: string): Token => {
    const token = scanner.take();
    if (token === undefined) throw scanner.error(token, expected);
    return token;
  };
  const name = word("the name of a layer").text;
  const dependency = word("a dependency");
  if (!/^-?\d{1,9}$/.test(dependency.text)) throw scanner.error(dependency, "a dependency such as -1");
  const time = (): number => scanner.whole(scanner.take(), 0, MAX_NS, "a time in ns, without a unit");
  const phase = (plain: GroupKind): Phase => {
    const computeNs = time();
    const type = word(FORMS);
    const bytes = scanner.whole(scanner.take(), 0, MAX_BYTES, "a size in bytes, without a unit");
    return {
      computeNs,
      collective: collectiveOf(scanner, type, bytes, plain, (text) => warn(`${file}:${type.line}: ${text}`)),
    };
  };
  return {
    name,
    forward: phase("TP"),
    inputGradient: phase("TP"),
    weightGradient: phase("DP"),
    updateNs: time(),
  };
}

/** Returns the collective of a phase. A collective of 0 bytes sends nothing, so it counts as absent. */
function collectiveOf(
  scanner: Scanner,
  type: Token,
  bytes: Bytes,
  plain: GroupKind,
  warn: (warning: string) => void,
): WorkloadCollective | undefined {
  const [word, kind] = KINDS.find(([begins]) => type.text.startsWith(begins)) ?? ["", undefined];
  if (kind === undefined) {
    if (type.text !== "NONE") warn(`${quote(type.text)} is not a collective of SimAI: nothing is sent, as in SimAI.`);
    return undefined;
  }
  const suffix = type.text.slice(word.length);
  const group = suffix === "" ? plain : GROUPS.find((name) => suffix === `_${name}`);
  if (group === undefined) throw scanner.error(type, FORMS, "SimAI has no group of GPUs for another suffix.");
  return bytes === 0 ? undefined : { kind, group: group as GroupKind, bytes };
}

/** Returns the groups of ranks. Throws `InputError` if the header requires another number of GPUs. */
export function groupsOf({ file, tensorParallel, expertParallel }: Workload, gpus: number): Groups {
  const tensor = tensorParallel ?? gpus;
  const at = { file, line: 1 };
  if (gpus % tensor !== 0)
    throw new InputError(at, `a model_parallel_NPU_group that divides the topology's ${gpus} GPUs`, String(tensor));
  const data = gpus / tensor;
  if (expertParallel === 0 || data % expertParallel !== 0)
    throw new InputError(
      at,
      `an ep that divides the ${data} ranks of data parallelism, ${gpus} GPUs / ${tensor}`,
      String(expertParallel),
      "SimAI forms no other groups, and fails at its first collective.",
    );
  const ranks = (size: number, of: (k: number) => number): number[] => Array.from({ length: size }, (_, k) => of(k));
  const experts = tensor * expertParallel;
  return {
    TP: (rank) => ranks(tensor, (k) => rank - (rank % tensor) + k),
    DP: (rank) => ranks(data, (k) => (rank % tensor) + k * tensor),
    EP: (rank) => ranks(expertParallel, (k) => rank - (rank % experts) + (rank % tensor) + k * tensor),
    DP_EP: (rank) => ranks(data / expertParallel, (k) => (rank % experts) + k * experts),
  };
}

/** By kind of group: a function that returns the ranks of the group to which a rank belongs. */
type Groups = Readonly<Record<GroupKind, (rank: number) => number[]>>;
