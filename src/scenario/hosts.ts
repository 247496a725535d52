/**
 * Resolves host names: "h0", a range such as "h1..h29", "all", or a list of such names.
 */
import { didYouMean, ParamError } from "../base/params.ts";
import type { Wiring } from "../contracts/topology.ts";

const lettersOf = (name: string): string => name.replace(/\d+/g, "");

export class HostNames {
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly switches: ReadonlySet<string>;

  constructor({ names, isSwitch }: Wiring) {
    this.numbers = new Map(names.flatMap((name, node) => (isSwitch[node] ? [] : [[name, node] as const])));
    this.switches = new Set(names.filter((_, node) => isSwitch[node]));
  }

  /** The node number of one host. Throws `ParamError` for an unknown host; the error states `at`, the path of the host's field. */
  one(name: string, at: string): number {
    const number = this.numbers.get(name);
    if (number !== undefined) return number;
    const names = [...this.numbers.keys()];
    // A name that differs from known hosts only in its number gets no spelling suggestion, because the message states
    // the first and last host anyway.
    const known = names.some((host) => lettersOf(host) === lettersOf(name));
    const range = /^(\D*\d+) ?(?:-|:|to|\.{3,}) ?(\D*\d+)$/.exec(name.slice(0, 100));
    const written = range === null ? undefined : `Write a range as ${range[1]}..${range[2]}.`;
    const near = known ? undefined : didYouMean(name, names);
    const hint = this.switches.has(name) ? "It is a switch." : (written ?? near);
    const expected = `the name of a host, ${names[0]} to ${names[names.length - 1]}`;
    throw new ParamError(at, expected, name, hint);
  }

  /**
   * The node numbers of several hosts in the given order. Throws `ParamError` for an unknown host, a host that is named
   * twice, and an empty list.
   */
  many(given: string | readonly string[], at: string): readonly number[] {
    if (typeof given === "string") return this.range(given, at);
    const found = new Set<number>();
    given.forEach((name, k) => {
      for (const host of this.range(name, `${at}[${k}]`)) {
        if (found.has(host))
          throw new ParamError(`${at}[${k}]`, "each host once", name, "It is already in the list: remove it.");
        found.add(host);
      }
    });
    if (found.size === 0) throw new ParamError(at, "at least one host", given);
    return [...found];
  }

  private range(text: string, at: string): readonly number[] {
    if (text === "all") return [...this.numbers.values()];
    if (!text.includes("..") || this.numbers.has(text)) return [this.one(text, at)];
    const ends = /^(\D*)(\d+)\.\.(\D*)(\d+)$/.exec(text.replaceAll(" ", ""));
    const hint = "A range joins two hosts of one series: h1..h29.";
    if (ends === null) throw new ParamError(at, "a range of hosts such as h1..h29", text, hint);
    const [, prefix, first, otherPrefix, last] = ends;
    const named = otherPrefix === "" ? prefix : otherPrefix;
    if (named !== prefix || Number(last) < Number(first)) {
      throw new ParamError(at, "a range of hosts such as h1..h29", text, hint);
    }
    this.one(`${prefix}${first}`, at);
    // The last host is checked before those in between, so that a huge range fails before it is expanded.
    this.one(`${prefix}${last}`, at);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, k) =>
      this.one(`${prefix}${Number(first) + k}`, at),
    );
  }
}
