import { expect, test } from "vitest";
import { gbps } from "../../../base/units.ts";
import { headroomText, tableText, type HeadroomOptions } from "./text.ts";

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
  expect(text).toMatch(/\na port +1,415,168 +2 lossless classes\n/);
  expect(text).toMatch(/\nthe switch +45,285,376 +32 such ports: 67.5% of 64 MiB\n/);
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

test("a data sheet: 4 cells of 64 B for a packet of 254 B cells, its own pipeline and reaction", () => {
  const text = headroomText(
    { ...spectrum3, asic: "data-sheet", speed: gbps(100), cable: 0, cell: 254, pipeline: 30_720, reaction: 10_000 },
    80,
  );
  // 1024 + 4 * (9100 + 819.2 + 10,000) = 80,700.8, in whole KiB 80,896.
  expect(text).toMatch(/\nreaction +10,000 /);
  expect(text).toMatch(/\nxoff +80,896 /);
  expect(text).toMatch(/\nxon +30,720 /);
});

test("where 802.3 has no limit, the text says so", () => {
  const at = (speed: number): string => headroomText({ ...spectrum3, asic: "802.1qbb", speed: gbps(speed) }, 500);
  for (const speed of [33, 1600]) expect(at(speed), `${speed}G`).toContain("802.3 has no limit at this speed");
  expect(at(1600)).toContain("1810 quanta of 512 bits: the peer's limit, extrapolated as 802.3 has none");
  expect(at(400)).not.toContain("has no limit");
  expect(at(400)).toContain("905 quanta of 512 bits: the peer's limit by 802.3,");
});

test("1.6T: a data sheet gets 802.3's 905 quanta of 800G twice, and SONiC's constant of 3.8 KiB is named as such", () => {
  const at = (asic: string): string =>
    headroomText({ ...spectrum3, ...{ asic, speed: gbps(1600), cell: 254, pipeline: 30_720, lanes: 8 } }, 500);
  expect(at("data-sheet")).toMatch(/\nreaction +115,840 /);
  expect(at("data-sheet")).toContain("802.3 has no limit at this speed: the limit of the next faster speed");
  expect(at("spectrum6")).toMatch(/\nreaction +3,891 /);
  expect(at("spectrum6")).toContain("--reaction 115840B");
});

test("lanes that are not given: 8 at 800G on Spectrum-5, but 4 of 200 Gbps on Spectrum-6", () => {
  const xon = (asic: string, speed: number): number =>
    (JSON.parse(headroomText({ ...spectrum3, asic, speed: gbps(speed), json: true }, 80)) as { xon_bytes: number })
      .xon_bytes / 1024;
  expect([xon("spectrum3", 400), xon("spectrum5", 400), xon("spectrum5", 800)]).toEqual([38, 19, 38]);
  expect([xon("spectrum6", 800), xon("spectrum6", 1600)]).toEqual([42, 84]);
  const sheet = { ...spectrum3, asic: "data-sheet", cell: 254, pipeline: 30_720 };
  expect(headroomText(sheet, 80)).toMatch(/\nxon +30,720 /);
  expect(headroomText({ ...sheet, lanes: 8 }, 80)).toMatch(/\nxon +61,440 /);
});

test("a row of NVIDIA's table, also for a length that the table lacks", () => {
  const row = (cable: number): string => tableText({ ...spectrum3, speed: gbps(100), cable: cable * 5000 });
  expect(row(40).split("\n")[1]).toBe("100000 40m 63488 19456 44032 0");
  // 1024 + 2.25 * (9216 + 9469.7 + 819.2 + 3891.2) = 53,665, in whole KiB 54,272.
  expect(row(75).split("\n")[1]).toBe("100000 75m 73728 19456 54272 0");
});
