import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gbps } from "../base/units.ts";
import { sonicAsics, sonicHeadroom, VIRTUAL_SWITCH_PIPELINE, type SonicAsic } from "./sonic-headroom.ts";

const [head, ...lines] = readFileSync(new URL("../../test/sonic/headroom_vectors.csv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(","));
const rows = lines.map((line) => Object.fromEntries(head.map((name, k) => [name, line[k]])));

test("SONiC's own calculator on the virtual switch, 228 rows, to the byte", () => {
  expect(rows).toHaveLength(228);
  for (const row of rows) {
    const number = (name: string): number => Number(row[name]);
    const real = sonicAsics[row["asic"].replace("MELLANOX-SPECTRUM-", "spectrum") as keyof typeof sonicAsics];
    const asic = { ...real, pipeline: VIRTUAL_SWITCH_PIPELINE };
    expect([asic.cell, asic.pipeline / 1024, asic.macPhy / 1024], row["asic"]).toEqual(
      ["cell_size_B", "pipeline_latency_kB", "mac_phy_delay_kB"].map(number),
    );
    const found = sonicHeadroom(asic, {
      rate: number("speed_Mbps") * 1e6,
      metres: number("cable_m"),
      mtu: number("port_mtu"),
      lanes: number("lanes"),
      losslessMtu: number("lossless_mtu"),
      smallPackets: number("small_packet_pct"),
      gearbox: number("gearbox_delay"),
      sharedHeadroom: number("over_subscribe_ratio") > 0,
    });
    expect([found.xon, found.xoff, found.size], Object.values(row).join()).toEqual(
      ["xon_B", "xoff_B", "size_B"].map(number),
    );
  }
});

const port = {
  ...{ rate: gbps(100), metres: 5, mtu: 9100, lanes: 4 },
  ...{ losslessMtu: 1024, smallPackets: 100, gearbox: 0, sharedHeadroom: false },
};

test("the terms are the whole of xoff", () => {
  for (const asic of Object.values<SonicAsic>(sonicAsics))
    for (const smallPackets of [0, 37, 50, 100]) {
      const { terms, xoff } = sonicHeadroom(asic, { ...port, smallPackets });
      expect(terms.reduce((sum, { bytes }) => sum + bytes, 0)).toBeCloseTo(xoff, 6);
    }
});

test("a shared headroom pool: a port reserves xon alone, and xoff is not raised for large packets", () => {
  const shared = sonicHeadroom(sonicAsics.spectrum3, { ...port, smallPackets: 50, sharedHeadroom: true });
  const apart = sonicHeadroom(sonicAsics.spectrum3, { ...port, smallPackets: 50 });
  expect(shared.size).toBe(19 * 1024);
  expect(apart.xoff - shared.xoff).toBe(2048);
});

test("a gearbox counts twice, and a speed without quanta takes the ASIC's reaction, 3.8 KiB", () => {
  const bytes = (name: string, given: Partial<typeof port>): number | undefined =>
    sonicHeadroom(sonicAsics.spectrum1, { ...port, ...given }).terms.find((term) => term.name === name)?.bytes;
  expect(bytes("gearbox", { gearbox: 400 })).toBeCloseTo((2 * 100_000 * 400) / 8192, 9);
  expect(bytes("reaction", { rate: gbps(56) })).toBeCloseTo(3891.2, 9);
});

test("Spectrum-6: 2 KiB more only if they and the 18 KiB stay below the xoff for small packets alone", () => {
  // The xoff for small packets alone is 1024 + 4 * (9100 + 505.05 + 819.2 + 4288) = 59873.0, or 59 KiB. With 50% small
  // packets occupancy is 1.3529: 1024 + 1.3529 * 14712.25 = 20928.8, or 21 KiB, and 18 + 2 KiB. With 92% it is 2.3636:
  // 35798.4, or 35 KiB, and 18 + 2 KiB. With 97% it is 3.0690: 46175.4, or 46 KiB, and 18 KiB are 64 KiB.
  const at = (smallPackets: number): number => {
    const found = sonicHeadroom(sonicAsics.spectrum6, { ...port, rate: gbps(10), metres: 40, smallPackets });
    return found.xoff / 1024;
  };
  expect([50, 92, 97, 100].map(at)).toEqual([41, 55, 64, 77]);
});

test("no 2 KiB more where they would reach the xoff of small packets alone", () => {
  const few = { ...port, rate: gbps(10), metres: 1, mtu: 1500, lanes: 1, losslessMtu: 128, smallPackets: 99 };
  expect(sonicHeadroom(sonicAsics.spectrum1, few).xoff).toBe(13_312);
});

test.each([
  // Bytes on the wire: 9100 + 2 * 40 * 400e3 * 1e9 / 198e6 / 8000 + 819.2 + 905 * 64 = 88041.40. Then 1024 + 3 *
  // 88041.40 = 265148.2, or 259 KiB.
  ["spectrum3", 400, 8, 265_216, 38_912, 313_344],
  // At 800 Gbps the tile adds 120 ns, or 12,000 B. On the wire: 9100 + 40404.04 + 819.2 + 57920 + 12000 = 120243.24. In
  // memory: 361753.7, or 354 KiB.
  ["spectrum4", 800, 8, 362_496, 38_912, 410_624],
  ["spectrum5", 800, 8, 362_496, 38_912, 410_624],
  // Cells have 256 B, so 1024 + 4 * (9100 + 20202.02 + 819.2 + 57920) = 353189.9, or 345 KiB. SONiC adds 18 KiB. The
  // pipeline has 42 KiB.
  ["spectrum6", 400, 2, 371_712, 43_008, 414_720],
  // 1024 + 4 * (9100 + 40404.04 + 819.2 + 57920) = 433997.0, or 424 KiB, and 18 KiB.
  ["spectrum6", 800, 4, 452_608, 43_008, 495_616],
] as const)("%s at %d Gbps, 40 m and %d lanes: xoff %d, xon %d, size %d", (name, speed, lanes, xoff, xon, size) => {
  const found = sonicHeadroom(sonicAsics[name], { ...port, rate: gbps(speed), metres: 40, lanes });
  expect([found.xoff, found.xon, found.size]).toEqual([xoff, xon, size]);
});
