/**
 * Chakra: what one rank of a training job computes, sends and takes part in, and what of it waits for what (MLCommons, ASTRA-sim).
 *
 * A file a rank, name.<rank>.et: messages of protobuf, each behind its length; a GlobalMetadata and then nodes.
 *
 * Source  mlcommons/chakra, schema/protobuf/et_def.proto and src/third_party/utils/protolib.py
 */
import { InputError } from "../hpcc/input-error.ts";
import { signed, textOf, unsigned, Wire, WireError, type Whole } from "./wire.ts";

/** `NodeType` of et_def.proto. */
export const NODE = { invalid: 0, metadata: 1, send: 5, recv: 6, collective: 7 } as const;

export interface ChakraNode {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** Nodes of this rank that are over before it begins. */
  readonly after: readonly number[];
  /** us. */
  readonly duration: number;
  readonly attributes: ReadonlyMap<string, Value>;
  /** What its inputs are, in the words of whoever recorded it: of metadata, the process groups. */
  readonly inputs: string;
}

/** Whole numbers, texts, and lists of booleans; others no node needs here. */
export type Value = number | string | readonly boolean[];

/** A file of one rank. */
export interface ChakraTrace {
  readonly file: string;
  readonly nodes: readonly ChakraNode[];
}

/** Throws `InputError` for what is no trace. */
export function parseChakra(bytes: Uint8Array, file: string): ChakraTrace {
  const wrong = (found: string): InputError =>
    new InputError({ file }, "an execution trace of Chakra: messages of protobuf, each behind its length", found);
  try {
    const wire = new Wire(bytes);
    if (wire.isOver) throw wrong("an empty file");
    metadata(wire.delimited());
    const nodes: ChakraNode[] = [];
    while (!wire.isOver) nodes.push(nodeOf(wire.delimited()));
    checkNodes(nodes, file);
    return { file, nodes };
  } catch (error) {
    if (error instanceof WireError) throw wrong(error.message);
    throw error;
  }
}

/** Of the first message nothing is needed but that it is one. */
function metadata(bytes: Uint8Array): void {
  for (const { number, value } of new Wire(bytes).fields())
    if (number > 2 || !(value instanceof Uint8Array)) throw new WireError(`field ${number} in GlobalMetadata`);
}

function nodeOf(bytes: Uint8Array): ChakraNode {
  let id = 0;
  let name = "";
  let type: number = NODE.invalid;
  let duration = 0;
  let inputs = "";
  const after = new Set<number>();
  const attributes = new Map<string, Value>();
  for (const { number, value } of new Wire(bytes).fields()) {
    if (value instanceof Uint8Array) {
      if (number === 2) name = textOf(value);
      else if (number === 4 || number === 5) for (const one of packed(value)) after.add(unsigned(one));
      else if (number === 8) inputs = firstText(value);
      else if (number === 10) attribute(value, attributes);
    } else if (number === 1) id = unsigned(value);
    else if (number === 3) type = unsigned(value);
    else if (number === 4 || number === 5) after.add(unsigned(value));
    else if (number === 7) duration = unsigned(value);
  }
  return { id, name, type, after: [...after], duration, attributes, inputs };
}

function packed(bytes: Uint8Array): Whole[] {
  const wire = new Wire(bytes);
  const values: Whole[] = [];
  while (!wire.isOver) values.push(wire.varint());
  return values;
}

/** `values` of IOInfo. */
function firstText(bytes: Uint8Array): string {
  for (const { number, value } of new Wire(bytes).fields())
    if (number === 1 && value instanceof Uint8Array) return textOf(value);
  return "";
}

const zigzag = (value: Whole): number => {
  const whole = unsigned(value);
  return whole % 2 === 0 ? whole / 2 : -(whole + 1) / 2;
};
const int32 = ({ low }: Whole): number => low | 0;

/** By their fields in AttributeProto: int32, int64, uint32, uint64, sint32, sint64, fixed and bool. */
const NUMBERS: ReadonlyMap<number, (value: Whole) => number> = new Map([
  [7, int32],
  [9, signed],
  [11, unsigned],
  [13, unsigned],
  [15, zigzag],
  [17, zigzag],
  [19, unsigned],
  [21, unsigned],
  [23, int32],
  [25, signed],
  [27, unsigned],
]);
const TEXT = 29;
const BOOLEANS = 28;

function attribute(bytes: Uint8Array, into: Map<string, Value>): void {
  let name = "";
  let held: Value | undefined;
  for (const { number, value } of new Wire(bytes).fields()) {
    if (!(value instanceof Uint8Array)) held = NUMBERS.get(number)?.(value) ?? held;
    else if (number === 1) name = textOf(value);
    else if (number === TEXT) held = textOf(value);
    else if (number === BOOLEANS) held = booleans(value);
  }
  if (held !== undefined) into.set(name, held);
}

const booleans = (bytes: Uint8Array): boolean[] =>
  [...new Wire(bytes).fields()].flatMap(({ value }) =>
    (value instanceof Uint8Array ? packed(value) : [value]).map((one) => unsigned(one) !== 0),
  );

/** Every id once, and none that waits for what is not there. */
function checkNodes(nodes: readonly ChakraNode[], file: string): void {
  const ids = new Set<number>();
  for (const node of nodes) {
    if (!Number.isSafeInteger(node.id))
      throw new InputError({ file }, "ids up to 2^53", `${node.id}, of ${called(node)}`);
    if (ids.has(node.id)) throw new InputError({ file }, "each id once", `a second ${called(node)}`);
    ids.add(node.id);
  }
  for (const node of nodes) {
    const missing = node.after.find((id) => !ids.has(id));
    if (missing !== undefined)
      throw new InputError(
        { file },
        "nodes that wait for nodes of this file",
        `${called(node)}, which waits for ${missing}`,
      );
  }
}

/** A node, in a message. */
export const called = ({ id, name }: ChakraNode): string =>
  name === "" ? `node ${id}` : `node ${id}, "${name.slice(0, 40)}"`;
