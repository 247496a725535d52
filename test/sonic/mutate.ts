/** A damaged config_db.json. A seed changes its bytes, values, rows and brackets. */
import { sound, textOf, type Tables } from "./sound.ts";

type Draw = (below: number) => number;

/** Random numbers that depend only on the seed, and are equal on every machine. */
export function drawFrom(seed: number): Draw {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const ODD = [
  "",
  "-1",
  "0",
  "1e9",
  "NaN",
  "NULL",
  "99999999999999999999",
  "[BUFFER_POOL|x]",
  "3-",
  "7-3",
  "3,4,,",
  "\u0000",
  "0m",
  "1.5m",
  "Ethernet0",
];

export function mutated(seed: number): string {
  const draw = drawFrom(seed);
  const tables = sound({ ports: 1 + draw(8) });
  for (let k = draw(4); k > 0; k--) change(tables, draw);
  let text = textOf(tables);
  for (let k = draw(3); k > 0; k--) text = damage(text, draw);
  return text;
}

const pick = <Value>(list: readonly Value[], draw: Draw): Value => list[draw(list.length)];

/** Removes or doubles a row or a field, or gives a field an odd value. */
function change(tables: Tables, draw: Draw): void {
  const table = pick(Object.keys(tables), draw);
  const key = pick(Object.keys(tables[table] ?? {}), draw) as string | undefined;
  if (key === undefined) return;
  const row = tables[table][key] as Tables[string][string] | string;
  if (typeof row !== "object") return; // changed before
  const field = pick(Object.keys(row), draw) as string | undefined;
  const loose = tables as Record<string, unknown>;
  switch (draw(8)) {
    case 0:
      Reflect.deleteProperty(tables, table);
      break;
    case 1:
      Reflect.deleteProperty(tables[table], key);
      break;
    case 2:
      tables[table][pick(["Ethernet0|9", "|", "Ethernet0,Ethernet4|0-7", "__proto__", "a|b|c|3"], draw)] = row;
      break;
    case 3:
      loose[table] = pick([null, [], "text", 7, {}, { a: {} }, { a: [] }], draw);
      break;
    case 4:
      if (field !== undefined) Reflect.deleteProperty(row, field);
      break;
    case 5:
      if (field !== undefined) row[field] = [pick(ODD, draw), pick(ODD, draw)];
      break;
    default:
      if (field !== undefined) row[field] = pick(ODD, draw);
  }
}

/** Removes, doubles or replaces some characters. */
function damage(text: string, draw: Draw): string {
  const at = draw(text.length);
  const end = at + 1 + draw(draw(4) === 0 ? 2000 : 4);
  const kinds = [
    text.slice(0, at) + text.slice(end),
    text.slice(0, end) + text.slice(at),
    text.slice(0, at) + pick(['"', "{", "}", "[", ",", "\\", "\n", "9", "-", "\uD800"], draw) + text.slice(end),
    text.slice(0, at),
    text.slice(0, at) + "[".repeat(5000) + text.slice(at),
  ];
  return pick(kinds, draw);
}
