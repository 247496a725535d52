/**
 * A workload of SimAI as GOAL: what each GPU computes, sends and receives in one pass.
 *
 * - Forward, a rank goes through the layers. It computes, then waits for the layer's collective.
 * - Backward, it goes from the last layer to the first. It computes the gradient of the input and waits for the collective of this gradient.
 *   Then it computes the gradient of the weights and begins the collective of this gradient, which runs while the rank goes on.
 * - The collectives of weight gradients of a rank run one after the other.
 * - A collective begins at each rank separately, when that rank reaches it.
 *
 * All-reduce, all-gather and reduce-scatter use rings, as in SimAI without NVLS and PXN. In a group over several servers there is a ring for
 * each GPU that a server has in the group. Each ring leaves a server at another GPU, so that all NICs are used. Each takes an even share of
 * the bytes. In a group within one server SimAI's rings are equal, and here one ring replaces them.
 *
 * Source: aliyun/SimAI, astra-sim-alibabacloud/astra-sim: workload/Workload.cc, system/MockNcclGroup.cc
 */
import { partOf } from "../../base/even-parts.ts";
import { formatCounted } from "../../base/format.ts";
import type { Bytes } from "../../base/units.ts";
import type { LayerRow } from "../../contracts/traffic.ts";
import { writeCollective, type Channel } from "../goal/collective.ts";
import { placeComment, rowComment } from "../goal/layer-comments.ts";
import { InputError } from "../hpcc/input-error.ts";
import {
  groupsOf,
  type CollectiveKind,
  type GroupKind,
  type Phase,
  type Workload,
  type WorkloadCollective,
} from "./workload.ts";

/** Maximum number of flows of a scenario. */
const MAX_MESSAGES = 3_000_000;

export interface WorkloadGoal {
  readonly text: string;
  /** Sentences about what was converted and about differences from SimAI. */
  readonly notes: readonly string[];
  /** Total computation time of one rank, ns. */
  readonly computeNs: number;
}

/** Converts a workload to GOAL. `gpus` and `gpusPerServer` are those of the topology. Throws `InputError`. */
export function workloadToGoal(workload: Workload, gpus: number, gpusPerServer: number): WorkloadGoal {
  const { file, layers } = workload;
  const groups = groupsOf(workload, gpus);
  const counts = new Map<string, number>();
  const rows = layerRows(layers, (group) => groups[group](0).length);
  const lines = [`num_ranks ${gpus}`, ...rows.map(({ row }, number) => rowComment(number, row))];
  const rowOf = new Map(rows.map(({ phase }, number) => [phase, number]));
  let tags = 0;
  let messages = 0;
  const channels = new Map<string, readonly Channel[]>();
  /** The channels of a collective: sequences of messages that run in parallel. All ranks of one group get the same channels. */
  const channelsOf = (collective: WorkloadCollective, rank: number): readonly Channel[] => {
    const { kind, group, bytes } = collective;
    const ranks = groups[group](rank);
    const key = `${group} ${ranks[0]} ${kind} ${bytes}`;
    const known = channels.get(key) ?? channelsIn(kind, bytes, ranks, gpusPerServer);
    channels.set(key, known);
    return known;
  };
  /** Tags of the collectives. A collective has the same tag at all ranks. */
  const tagOf = new Map<string, number>();
  for (let rank = 0; rank < gpus; rank++) {
    const waits: string[] = [];
    lines.push(`rank ${rank} {`);
    let last = "";
    let lastOfWeights = "";
    const compute = (name: string, phase: Phase): void => {
      if (phase.computeNs === 0) return;
      lines.push(placeComment(rowOf.get(phase) ?? 0), `${name}: calc ${phase.computeNs}`);
      if (last !== "") waits.push(`${name} requires ${last}`);
      last = name;
    };
    /** Writes the operations of a collective. Returns false if there is no collective. */
    const exchange = (name: string, phase: Phase, update: number): boolean => {
      const { collective } = phase;
      if (collective === undefined) return false;
      const own = channelsOf(collective, rank);
      if (own.length === 0) return false;
      if (!tagOf.has(name)) {
        tagOf.set(name, tags);
        tags += gpusPerServer;
      }
      const { kind, group } = collective;
      if (rank === 0) counts.set(`${kind} of ${group}`, (counts.get(`${kind} of ${group}`) ?? 0) + 1);
      messages += own.reduce((sum, { steps }) => sum + steps, 0);
      if (messages > MAX_MESSAGES)
        throw new InputError({ file }, `a workload of ${MAX_MESSAGES} messages at most`, "more on these GPUs");
      const place = { row: rowOf.get(phase) ?? 0, number: groups[group](rank)[0] };
      writeCollective({ name, rank, ...place, tag: tagOf.get(name) ?? 0, channels: own, update }, lines, waits);
      if (last !== "") waits.push(`${name}b requires ${last}`);
      return true;
    };
    layers.forEach(({ forward, updateNs }, k) => {
      compute(`f${k}`, forward);
      if (exchange(`F${k}`, forward, updateNs)) last = `F${k}`;
    });
    for (let k = layers.length - 1; k >= 0; k--) {
      const { inputGradient, weightGradient, updateNs } = layers[k];
      compute(`i${k}`, inputGradient);
      if (exchange(`I${k}`, inputGradient, updateNs)) last = `I${k}`;
      compute(`w${k}`, weightGradient);
      if (!exchange(`W${k}`, weightGradient, updateNs)) continue;
      if (lastOfWeights !== "") waits.push(`W${k}b requires ${lastOfWeights}`);
      lastOfWeights = `W${k}`;
    }
    for (const wait of waits) lines.push(wait);
    lines.push("}");
  }
  if (messages === 0)
    throw new InputError(
      { file },
      "a collective of two GPUs or more",
      `none on these ${gpus} GPUs`,
      alone(workload, gpus),
    );
  return {
    text: `${lines.join("\n")}\n`,
    notes: notesOf(workload, gpus, counts),
    computeNs: layers.reduce(
      (sum, { forward, inputGradient, weightGradient }) =>
        sum + forward.computeNs + inputGradient.computeNs + weightGradient.computeNs,
      0,
    ),
  };
}

/** Returns the rows of the per-layer results, one for each phase that computes or sends, in the order of the file. */
function layerRows(
  layers: Workload["layers"],
  sizeOf: (group: GroupKind) => number,
): { readonly phase: Phase; readonly row: LayerRow }[] {
  return layers.flatMap(({ name, forward, inputGradient, weightGradient }, layer) =>
    [
      { phase: forward, pass: "forward" },
      { phase: inputGradient, pass: "input gradient" },
      { phase: weightGradient, pass: "weight gradient" },
    ].flatMap(({ phase, pass }) => {
      const { collective } = phase;
      const sent = collective !== undefined && sizeOf(collective.group) > 1 ? collective : undefined;
      if (sent === undefined && phase.computeNs === 0) return [];
      const { kind: operation = "", group = "", bytes = 0 } = sent ?? {};
      const ranks = sent === undefined ? 0 : sizeOf(sent.group);
      return [{ phase, row: { layer, name, pass, operation, group, ranks, bytes } }];
    }),
  );
}

/** Returns the channels of a collective. A group of one rank has none. */
function channelsIn(kind: CollectiveKind, bytes: Bytes, ranks: readonly number[], gpusPerServer: number): Channel[] {
  const n = ranks.length;
  if (n === 1) return [];
  const at = (k: number): number => ((k % n) + n) % n;
  if (kind === "all-to-all")
    return [
      {
        ...{ ranks, steps: n - 1, away: (step) => step + 1, passesOn: false, inTurn: false },
        bytes: (from, step) => partOf(bytes, n, at(from + step + 1)),
      },
    ];
  const servers = new Set(ranks.map((rank) => Math.floor(rank / gpusPerServer))).size;
  // A group that is spread unevenly over servers uses a single ring.
  const local = servers > 1 && n % servers === 0 ? n / servers : 1;
  return Array.from({ length: local }, (_, ring) => {
    const share = partOf(bytes, local, ring);
    return {
      ranks: ranks.map((_, k) => ranks[k - (k % local) + ((k + ring) % local)]),
      steps: kind === "all-reduce" ? 2 * (n - 1) : n - 1,
      away: () => 1,
      bytes: (from: number, step: number) => partOf(share, n, at(from - step)),
      ...{ passesOn: true, inTurn: true },
    };
  });
}

const alone = ({ tensorParallel = 0 }: Workload, gpus: number): string =>
  `Its groups are of model_parallel_NPU_group ${tensorParallel} and ep in line 1; the topology has ${formatCounted(gpus, "GPU")}.`;

function notesOf(workload: Workload, gpus: number, counts: ReadonlyMap<string, number>): string[] {
  const { file, layers, expertParallel, unused, gpus: named } = workload;
  const tensor = workload.tensorParallel ?? gpus;
  const groups: readonly (readonly [GroupKind, number])[] = [
    ["TP", tensor],
    ["DP", gpus / tensor],
    ["EP", expertParallel],
    ["DP_EP", gpus / tensor / expertParallel],
  ];
  const made = [...counts].map(([what, count]) => `${count} ${what}`).join(", ");
  const usesExperts = [...counts.keys()].some((what) => what.endsWith("EP"));
  return [
    `${file}: ${formatCounted(layers.length, "layer")}, groups of ${groups.map(([kind, size]) => `${kind} ${size}`).join(", ")}. A rank takes part in: ${made}.`,
    ...(named === undefined || named === gpus
      ? []
      : [
          `${file}:1: all_gpus: ${named}. The topology has ${gpus} GPUs, and the workload runs on all of them, as in SimAI.`,
        ]),
    ...(unused.length === 0
      ? []
      : [
          `${file}:1: ${unused.join(", ")}: without effect, as in SimAI's network: it has neither pipeline nor checkpoints.`,
        ]),
    ...(tensor === 1 && usesExperts
      ? [
          `${file}:1: model_parallel_NPU_group: 1: SimAI forms no groups of EP and DP_EP then. Here their collectives run.`,
        ]
      : []),
    "All-reduce, all-gather and reduce-scatter use rings, and an all-to-all sends all its messages at once. SimAI may also use NVLS for all-reduces within a server.",
    "A group within a server has one ring. SimAI divides each message over one ring for each GPU, so each link carries as many bytes.",
    "SimAI takes 1 ns between two phases of a layer. Here phases follow at once.",
  ];
}
