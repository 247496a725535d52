import { expect, test } from "vitest";
import { gbps, MiB, us } from "../base/units.ts";
import { irnSettings } from "./irn.ts";

test.each([
  ["intra: 28 us, 7 MiB", 400, 28, 7, 934, 28, 175],
  ["inter: 804 us, 41 MiB", 400, 804, 41, 26_800, 804, 1664],
])("bifrost, table II, %s", (_name, rate, rtt, buffer, bitmap, low, high) => {
  const settings = irnSettings({ rate: gbps(rate), rtt: us(rtt), buffer: MiB(buffer), packet: 1500 });
  expect([settings.bitmap, settings.rtoLow / us(1), Math.round(settings.rtoHigh / us(1))]).toEqual([bitmap, low, high]);
});

test("bifrost, section VI-B, 600 km: 6,016 us at the hosts' 100 Gbps are 50,134 packets", () => {
  expect(irnSettings({ rate: gbps(100), rtt: us(6016), buffer: 0, packet: 1500 }).bitmap).toBe(50_134);
});
