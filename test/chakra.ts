/** Writes execution traces of Chakra: messages of et_def.proto, each preceded by its length. */
import { Message } from "../src/formats/perfetto/protobuf.ts";

export interface Written {
  readonly id: number;
  readonly type: number;
  readonly name?: string;
  readonly after?: readonly number[];
  /** us */
  readonly duration?: number;
  readonly inputs?: string;
  readonly attributes?: Readonly<Record<string, number | string | readonly boolean[]>>;
}

/** The trace file of one rank. */
export function chakraBytes(nodes: readonly Written[]): Uint8Array {
  return Buffer.concat([
    behindLength(new Message().text(1, "0.0.4")),
    ...nodes.map((node) => behindLength(messageOf(node))),
  ]);
}

/**
 * A message, preceded by its length. Written as field 0, it has a key of one byte before the length, which is removed
 * here.
 */
const behindLength = (message: Message): Uint8Array => new Message().message(0, message).take().subarray(1);

function messageOf({ id, type, name, after = [], duration, inputs, attributes = {} }: Written): Message {
  const node = new Message().whole(1, id).whole(3, type);
  if (name !== undefined) node.text(2, name);
  for (const before of after) node.whole(5, before);
  if (duration !== undefined) node.whole(7, duration);
  if (inputs !== undefined) node.message(8, new Message().text(1, inputs));
  for (const [key, value] of Object.entries(attributes)) {
    const attribute = new Message().text(1, key);
    if (typeof value === "number") attribute.whole(13, value);
    else if (typeof value === "string") attribute.text(29, value);
    else {
      const list = new Message();
      for (const one of value) list.whole(1, Number(one));
      attribute.message(28, list);
    }
    node.message(10, attribute);
  }
  return node;
}
