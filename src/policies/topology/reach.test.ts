import { describe, expect, test } from "vitest";
import { gbps, us } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { reach, whyUnreachable } from "./reach.ts";

/**
 * Names with h are hosts, names with s switches. The link "h0-s0!" has failed from the start, and "h0-s0?" fails later.
 */
function wired(...links: string[]): Wiring {
  const names = [...new Set(links.flatMap((link) => link.replace(/[!?]$/, "").split("-")))].sort();
  return {
    names,
    isSwitch: names.map((name) => name.startsWith("s")),
    links: links.map((link) => {
      const [a, b] = link.replace(/[!?]$/, "").split("-");
      const failsAt = link.endsWith("!") ? { failsAt: 0 } : link.endsWith("?") ? { failsAt: 1 } : {};
      return { a: names.indexOf(a), b: names.indexOf(b), rate: gbps(100), delay: us(1), ...failsAt };
    }),
  };
}

const said = (wiring: Wiring, from: string, to: string): string => {
  const [a, b] = [wiring.names.indexOf(from), wiring.names.indexOf(to)];
  expect(reach(wiring)(a, b)).toBe(false);
  expect(reach(wiring)(b, a)).toBe(false);
  return whyUnreachable(wiring, a, b);
};

test("through switches, over a link that fails later, and from host to host", () => {
  const wiring = wired("h0-s0", "s0-s1?", "s1-h1", "h1-h2");
  const reaches = reach(wiring);
  expect([reaches(0, 1), reaches(1, 2), reaches(0, 2)]).toEqual([true, true, false]);
});

describe("names the pair and the reason", () => {
  test("hosts between them, one or several", () => {
    expect(said(wired("h0-h1", "h1-h2"), "h0", "h2")).toBe(
      "h0 cannot reach h2: the only paths lead through host h1, and hosts do not forward.",
    );
    expect(said(wired("h0-h1", "h1-h2", "h2-h3", "h3-h0"), "h0", "h2")).toBe(
      "h0 cannot reach h2: the only paths lead through hosts h1 and h3, and hosts do not forward.",
    );
    expect(said(wired("h0-s0", "h1-s0", "h1-s1", "h2-s1"), "h2", "h0")).toMatch(/through host h1, and hosts do not/);
  });

  test("failed links, of a host or in between", () => {
    expect(said(wired("h0-s0", "h1-s0!"), "h0", "h1")).toBe(
      "h0 cannot reach h1: h1 has no link that works, since h1-s0 failed.",
    );
    expect(said(wired("h0-s0", "s0-s1!", "s0-s2!", "s2-s1", "s1-h1"), "h0", "h1")).toBe(
      "h0 cannot reach h1: every path needs a link that failed (s0-s1 and s0-s2).",
    );
    expect(said(wired("h0-s0", "s0-s1!", "s0-s1!", "s1-h1"), "h0", "h1")).toBe(
      "h0 cannot reach h1: every path needs a link that failed (s0-s1#1 and s0-s1#2).",
    );
  });

  test("islands", () => {
    expect(said(wired("h0-s0", "h1-s1"), "h0", "h1")).toBe("h0 cannot reach h1: no chain of links joins them.");
  });
});
