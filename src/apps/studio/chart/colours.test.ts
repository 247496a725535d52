import { expect, test } from "vitest";
import { classColour, inkOf } from "./colours.ts";

const channels = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** The distance of two colours in RGB. */
const distance = (one: string, other: string): number => {
  const [a, b] = [channels(one), channels(other)];
  return Math.hypot(...a.map((value, k) => value - b[k]));
};

test.each([true, false])("dark theme %s: no class has the colour of a switch's fill or of another class", (isDark) => {
  const colours = Array.from({ length: 8 }, (_, cls) => classColour(cls, isDark));
  const { backlog, paper } = inkOf(isDark);
  for (const [cls, colour] of colours.entries()) {
    expect({ cls, isApart: distance(colour, backlog) > 60 }).toEqual({ cls, isApart: true });
    expect({ cls, isApart: distance(colour, paper) > 120 }).toEqual({ cls, isApart: true });
    for (const other of colours.slice(cls + 1)) expect(distance(colour, other)).toBeGreaterThan(40);
  }
});
