/** Finds flows, ports, hosts and switches by a part of their name. */
import type { RunView } from "../lab/messages.ts";
import { portName } from "../measure/ports.ts";

export interface Found {
  readonly kind: "flow" | "port" | "host" | "switch";
  /** Number of the flow, the port or the node. */
  readonly number: number;
  readonly name: string;
}

const MAX = 60;

/**
 * The flows, ports and nodes whose names contain every word of the text, at most 60. The closest match is first. A flow
 * is found by its number or by its hosts, such as "12" and "h3 h7".
 */
export function found({ fabric, flows }: RunView, text: string): Found[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words[0] === "") return [];
  const isIn = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word));
  const all: Found[] = [];
  fabric.names.forEach((name, number) => {
    if (isIn(name)) all.push({ kind: fabric.isSwitch[number] === 1 ? "switch" : "host", number, name });
  });
  for (let number = 0; number < fabric.node.length; number++) {
    if (fabric.isSwitch[fabric.node[number]] === 0) continue;
    const name = portName(fabric, number);
    if (isIn(name)) all.push({ kind: "port", number, name });
  }
  for (let number = 0; number < flows.start.length; number++) {
    const name = `${number}: ${fabric.names[flows.source[number]]} → ${fabric.names[flows.destination[number]]}`;
    if (isIn(name)) all.push({ kind: "flow", number, name });
  }
  return all
    .map((one) => ({ one, rank: rankOf(one, words[0]) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX)
    .map(({ one }) => one);
}

/**
 * The rank of a match: an exact name comes first, then names that begin with the word. Matches of equal rank keep their
 * order.
 */
function rankOf({ name, number, kind }: Found, word: string): number {
  const short = kind === "flow" ? String(number) : name.toLowerCase();
  return short === word ? 0 : short.startsWith(word) ? 1 : 2;
}
