import { expect, test } from "vitest";
import { chips, headroomShare } from "./dsh-headroom.ts";

const of = (name: string) => headroomShare(chips.find((chip) => chip.name === name)!);
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

test("Trident2, 32 x 40G: 256 x 21,840 B = 5,591,040 B, 5.33 MiB, 44.4% of 12 MiB", () => {
  const { headroom, share } = of("Trident2");
  expect(headroom).toBe(5_591_040);
  expect((headroom / 2 ** 20).toFixed(2)).toBe("5.33");
  expect(percent(share)).toBe("44.4%");
});

test("the first chip's 157 us and 43%: 9 MiB of 480G last 157.3 us; 384 x 10,590 B are 43.1% of it", () => {
  const { headroom, share, perCapacity } = of("Trident");
  expect(headroom).toBe(384 * 10_590);
  expect([percent(share), (perCapacity / 1e6).toFixed(1)]).toEqual(["43.1%", "157.3"]);
});

test("the last chip's 37 us and 67%: 113 MiB of 25.6T last 37.0 us; 512 x 156,840 B are 67.8% of it", () => {
  const { headroom, share, perCapacity } = of("Tomahawk 4");
  expect(headroom).toBe(512 * 156_840);
  expect([percent(share), (perCapacity / 1e6).toFixed(1)]).toEqual(["67.8%", "37.0"]);
});

test("Tomahawk, 32 x 100G: 256 x 44,340 B are 67.7% of 16 MiB, which lasts 41.9 us", () => {
  const { headroom, share, perCapacity } = of("Tomahawk");
  expect(headroom).toBe(256 * 44_340);
  expect([percent(share), (perCapacity / 1e6).toFixed(1)]).toEqual(["67.7%", "41.9"]);
});

test("memory per capacity shrinks from chip to chip, by four in all: 157 / 37 us", () => {
  const times = chips.map((chip) => headroomShare(chip).perCapacity);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(times[0] / times[times.length - 1]).toBeGreaterThan(4);
});
