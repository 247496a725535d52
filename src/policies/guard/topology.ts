/** Checks a user topology: `create` must return a valid wiring. */
import { AnswerError } from "../../contracts/answers.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { isAmount, isIndex, isMap, shown } from "./values.ts";

interface Kind {
  create(values: never): Wiring;
}

/** Wraps a topology module, so that every wiring that it creates is checked. */
export function checkedTopology<Topology extends Kind>(file: string, kind: Topology): Topology {
  return {
    ...kind,
    create: (values: never) => {
      const wiring: unknown = kind.create(values);
      const flaw = flawOf(wiring);
      if (flaw !== undefined) throw new AnswerError(file, "create", {}, flaw);
      return wiring as Wiring;
    },
  };
}

function flawOf(wiring: unknown): string | undefined {
  const { names, isSwitch, links } = (isMap(wiring) ? wiring : {}) as Partial<Record<keyof Wiring, unknown>>;
  if (!Array.isArray(names) || !Array.isArray(isSwitch) || !Array.isArray(links))
    return `expected a wiring with names, isSwitch and links, got ${shown(wiring)}`;
  return nodesFlaw(names, isSwitch) ?? linksFlaw(links, names.length);
}

function nodesFlaw(names: readonly unknown[], isSwitch: readonly unknown[]): string | undefined {
  if (isSwitch.length !== names.length)
    return `expected isSwitch to say it of each of ${names.length} names, got ${isSwitch.length} values`;
  const wrong = isSwitch.findIndex((is) => typeof is !== "boolean");
  if (wrong >= 0) return `expected true or false at isSwitch[${wrong}], got ${shown(isSwitch[wrong])}`;
  const host = isSwitch.lastIndexOf(false);
  const first = isSwitch.indexOf(true);
  if (first >= 0 && host > first)
    return `expected hosts to have the lowest numbers, got host ${shown(names[host])} after switch ${shown(names[first])}`;
  const known = new Set<unknown>();
  for (const name of names) {
    if (typeof name !== "string" || name === "" || known.has(name))
      return `expected each node to have a unique name, got ${known.has(name) ? "a second " : ""}${shown(name)}`;
    known.add(name);
  }
  return undefined;
}

const isShare = (value: number): boolean => value >= 0 && value <= 1;

/** The optional fields of a link, each with a description and a test of its valid values. */
const OPTIONAL: readonly (readonly [name: string, expected: string, holds: (value: number) => boolean])[] = [
  ["jitter", "whole picoseconds, 0 or more", isAmount],
  ["failsAt", "a time of whole picoseconds", isAmount],
  ["bitErrorRate", "a share, 0 to 1", isShare],
  ["frameErrorRate", "a share, 0 to 1", isShare],
];

function linksFlaw(links: readonly unknown[], nodes: number): string | undefined {
  for (const [k, link] of links.entries()) {
    const of = (isMap(link) ? link : {}) as Readonly<Record<string, unknown>>;
    const wrong = (name: string, expected: string): string =>
      `expected links[${k}].${name} to be ${expected}, got ${shown(of[name])}`;
    for (const end of ["a", "b"]) if (!isIndex(of[end], nodes)) return wrong(end, `a node, 0 to ${nodes - 1}`);
    if (of.a === of.b) return wrong("b", "a node other than a");
    if (!(Number.isFinite(of.rate) && Number(of.rate) > 0)) return wrong("rate", "above 0, bit/s");
    if (!isAmount(of.delay)) return wrong("delay", "whole picoseconds, 0 or more");
    for (const [name, expected, holds] of OPTIONAL) {
      const value = of[name];
      if (value !== undefined && !(typeof value === "number" && holds(value))) return wrong(name, expected);
    }
  }
  return undefined;
}
