/**
 * Parses a Chakra trace of one rank of a training job (MLCommons, ASTRA-sim). It has the rank's computations, messages and collectives, and
 * their dependencies.
 *
 * Each rank has a file, name.<rank>.et. It contains protobuf messages, each after its length: first a GlobalMetadata, then nodes.
 *
 * Source: mlcommons/chakra, schema/protobuf/et_def.proto and src/third_party/utils/protolib.py
 */
import { InputError } from "../hpcc/input-error.ts";
import { signed, textOf, unsigned, Wire, WireError, type Whole } from "./wire.ts";

/** `NodeType` of et_def.proto. */
export const NODE = { invalid: 0, metadata: 1, send: 5, recv: 6, collective: 7 } as const;

export interface ChakraNode {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  /** Nodes of this rank that must end before this node begins. */
  readonly after: readonly number[];
  /** Duration, us. */
  readonly duration: number;
  readonly attributes: ReadonlyMap<string, Value>;
  /** Description of the node's inputs, as the recorder wrote it. In metadata nodes it holds the process groups. */
  readonly inputs: string;
}

/** The value of an attribute: an integer, a text or a list of booleans. No supported node needs other types. */
export type Value = number | string | readonly boolean[];

export interface ChakraTrace {
  readonly file: string;
  readonly nodes: readonly ChakraNode[];
}

/** Parses the trace of one rank. Throws `InputError` if the file is not a trace. */
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

/** Checks that the first message is a GlobalMetadata. Its content is not needed. */
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

/** Returns the string `values`, field 1 of an IOInfo message. Empty: the field is missing. */
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

/** Decoders of the integer types of AttributeProto, by field number. */
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

/** Checks that each id occurs once and that all dependencies exist. */
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

/** Returns the name of a node for messages. */
export const called = ({ id, name }: ChakraNode): string =>
  name === "" ? `node ${id}` : `node ${id}, "${name.slice(0, 40)}"`;
