import { expect, test } from "vitest";
import { gbps } from "../../../base/units.ts";
import { headroomText, type HeadroomOptions } from "./text.ts";

const spectrum3: HeadroomOptions = {
  ...{ speed: gbps(400), cable: 300 * 5000, mtu: 9100, asic: "spectrum3", ports: 32, classes: 2 },
};
interface Json {
  readonly terms: readonly { readonly bytes: number }[];
  readonly xoff_bytes: number;
  readonly size_bytes: number;
  readonly longest_cable_m: number | null;
}
const json = (options: Partial<HeadroomOptions>): Json =>
  JSON.parse(headroomText({ ...spectrum3, ...options, json: true }, 80)) as Json;

test("Spectrum-3 at 400G and 300 m, as SONiC has it, with the terms, the port, the switch and its share", () => {
  const text = headroomText(spectrum3, 80);
  expect(text).toMatch(/\nreaction +57,920 +905 quanta/);
  expect(text).toMatch(/\nxoff +659,456 /);
  expect(text).toMatch(/\na port +1,411,072 +2 lossless classes\n/);
  expect(text).toMatch(/\nthe switch +45,154,304 +32 such ports: 67.3% of 64 MiB\n/);
});

test("the longest cable fits the buffer, and a metre more does not", () => {
  for (const asic of ["spectrum1", "spectrum3", "802.1qbb", "dsh", "hpcc", "mlx5"]) {
    const longest = json({ asic, buffer: 64e6 }).longest_cable_m ?? NaN;
    const size = (metres: number): number => json({ asic, cable: metres * 5000, buffer: 64e6 }).size_bytes;
    expect(size(longest) * 64, asic).toBeLessThanOrEqual(64e6);
    expect(size(longest + 1) * 64, asic).toBeGreaterThan(64e6);
  }
  expect(json({ buffer: 1e6 }).longest_cable_m).toBeNull();
});

test("a rule that trusts its peer says how much the standard asks more", () => {
  const text = headroomText({ ...spectrum3, speed: gbps(100), cable: 40 * 5000, asic: "dsh" }, 200);
  expect(text).toContain("requires 73,066 B, 46,026 B more");
  expect(headroomText({ ...spectrum3, asic: "802.1qbb" }, 200)).not.toContain("more:");
});
