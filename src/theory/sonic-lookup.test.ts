import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { profileRow, type TabledAsic } from "./sonic-lookup.ts";

const [, ...lines] = readFileSync(new URL("../../test/sonic/vendor_profiles.csv", import.meta.url), "utf8")
  .trim()
  .split("\n");
const rows = lines.map((line) => {
  const [table, asic, speed, cable, size, xon, xoff] = line.split(",");
  return { table, asic: asic as TabledAsic, speed: Number(speed), cable: Number(cable), told: { size, xon, xoff } };
});

/** Rows whose size is 1 KiB less than the sum of their other numbers. No rule explains this size. */
const SHORT = ["ACS-SN5600 40000 5", "ACS-SN5600 800000 5", "ACS-SN5600 800000 300"];

test("one rule for all rows of NVIDIA's tables: 78 of xoff and xon, 75 of size, to the byte", () => {
  expect(rows).toHaveLength(78);
  for (const { table, asic, speed, cable, told } of rows) {
    const lanes = speed >= (asic === "spectrum4" ? 800_000 : 400_000) ? 8 : 4;
    const { xoff, xon, size } = profileRow(asic, speed * 1e6, cable, lanes);
    const name = `${table} ${speed} ${cable}`;
    expect([xoff, xon], name).toEqual([Number(told.xoff), Number(told.xon)]);
    expect(size - Number(told.size), name).toBe(SHORT.includes(name) ? 1024 : 0);
  }
});
