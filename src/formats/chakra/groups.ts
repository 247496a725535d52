/**
 * Finds the ranks of a collective by its process group, which `pg_name` or `comm_group` names.
 *
 * Groups come from metadata nodes of PyTorch's traces, or from a JSON file in ASTRA-sim's format:
 *
 *   {"1": [0, 1, 2, 3]}
 *
 * If a collective names no group, all ranks take part. The same holds for group "0" if it is not defined.
 */
import { InputError } from "../hpcc/input-error.ts";
import { called, NODE, type ChakraNode, type ChakraTrace } from "./nodes.ts";

export type Groups = ReadonlyMap<string, readonly number[]>;

/** Reads process groups, each with its ranks, from the text of a JSON file. Throws `InputError`. */
export function parseGroups(text: string, file: string): Groups {
  const expected = 'groups such as {"1": [0, 1]}, each with a name and its ranks';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError({ file }, expected, `no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InputError({ file }, expected, "something else");
  return new Map(
    Object.entries(value).map(([name, ranks]: [string, unknown]) => {
      if (!isRanks(ranks)) throw new InputError({ file }, expected, `other values in group ${name}`);
      return [name, ranks];
    }),
  );
}

const isRanks = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && (one as number) >= 0);

/** Returns the groups that metadata nodes define. A group without ranks means all ranks. */
export function recordedGroups(traces: readonly ChakraTrace[]): Groups {
  const groups = new Map<string, readonly number[]>();
  const all = traces.map((_, rank) => rank);
  for (const { nodes } of traces)
    for (const { type, inputs } of nodes) {
      if (type !== NODE.metadata || !inputs.includes("pg_name")) continue;
      for (const { pg_name: name, ranks } of listed(inputs)) {
        if (typeof name !== "string" || !isRanks(ranks)) continue;
        groups.set(name, ranks.length === 0 ? all : ranks);
      }
    }
  return groups;
}

/**
 * Returns the list that a text contains in JSON, whose quotes may be escaped. The result is empty if the text has no
 * such list.
 */
function listed(inputs: string): { readonly pg_name?: unknown; readonly ranks?: unknown }[] {
  const list = inputs.slice(inputs.indexOf("[{"), inputs.lastIndexOf("}]") + 2);
  for (const text of [list, list.replaceAll('\\"', '"')])
    try {
      const value: unknown = JSON.parse(text);
      if (Array.isArray(value)) return value.filter((one) => typeof one === "object" && one !== null) as object[];
    } catch {
      // If the list as it stands is not JSON, the loop tries the list without the escapes of its quotes. A text that is
      // JSON in neither form is ignored, because metadata nodes also have other content.
    }
  return [];
}

/** Returns the ranks of a collective, in the order in which its process group lists them. Throws `InputError`. */
export function ranksOf(
  node: ChakraNode,
  rank: number,
  traces: readonly ChakraTrace[],
  groups: Groups,
): readonly number[] {
  const { file } = traces[rank];
  const name = groupOf(node);
  const all = traces.map((_, k) => k);
  const ranks = groups.get(name) ?? (name === "" || name === "0" ? all : undefined);
  if (ranks === undefined) {
    const known = groups.size === 0 ? "no definition" : `there are ${[...groups.keys()].join(", ")}`;
    throw new InputError(
      { file },
      `process group ${name} of ${called(node)} in the traces' metadata or by --groups`,
      known,
      'A file of groups: {"1": [0, 1, 2, 3]}.',
    );
  }
  const beyond = ranks.find((one) => one >= traces.length);
  if (beyond !== undefined)
    throw new InputError({ file }, `ranks below ${traces.length}, the number of traces, in group ${name}`, `${beyond}`);
  if (!ranks.includes(rank))
    throw new InputError({ file }, `rank ${rank} in group ${name} of ${called(node)}`, `ranks ${ranks.join(", ")}`);
  return ranks;
}

/** Returns the name of a node's process group, "" if the node names none. */
export function groupOf({ attributes }: ChakraNode): string {
  const name = attributes.get("pg_name") ?? attributes.get("comm_group") ?? "";
  return typeof name === "object" ? "" : String(name);
}
