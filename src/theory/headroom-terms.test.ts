import fc from "fast-check";
import { expect, test } from "vitest";
import { gbps, us } from "../base/units.ts";
import { eta, exactHeadroom } from "./headroom.ts";
import { dshHeadroom, hpccHeadroom, mlx5Headroom, standardHeadroom } from "./headroom-terms.ts";
import { bufferNeeds } from "./long-link-buffer.ts";
import { interfaceBytes, responseBytes } from "./response.ts";

const SPEEDS = [10, 25, 40, 50, 100, 200, 400, 800].map(gbps);
const speed = fc.oneof(fc.constantFrom(...SPEEDS), fc.integer({ min: 1, max: 1600 }).map(gbps));
const metres = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 1_000_000 }));
const mtu = fc.integer({ min: 64, max: 9216 });

test("limits of 802.3 by speed, bytes: HRA's 40,960 to 463,360 bits and what SONiC has", () => {
  expect(SPEEDS.map(responseBytes)).toEqual([4288, 5120, 7552, 9408, 25_216, 28_992, 57_920, 57_920]);
  expect(SPEEDS.map(interfaceBytes)).toEqual([1024, 768, 3072, 9408, 15_360, 28_992, 57_920, 57_920]);
  expect(responseBytes(gbps(1600))).toBe(115_840);
});

test("100G, 40 m, MTU 9100: three frames of 9122 B, two gaps, PFC frame, 5000 B of cable, interface and reaction", () => {
  const { terms, xoff } = standardHeadroom({ rate: gbps(100), metres: 40, mtu: 9100 });
  expect(xoff).toBe(3 * 9122 + 2 * 20 + 84 + 5000 + 15_360 + 25_216);
  expect(terms.map(({ bytes }) => bytes)).toEqual([9122, 9142, 84, 5000, 15_360, 25_216, 9142]);
});

test("the standard's budget covers h* with the reaction that the standard allows, whatever the link", () => {
  fc.assert(
    fc.property(speed, metres, mtu, (rate, length, packet) => {
      const { xoff } = standardHeadroom({ rate, metres: length, mtu: packet });
      const need = { rate, delay: length * 5000, reaction: responseBytes(rate) };
      expect(xoff).toBeGreaterThanOrEqual(exactHeadroom({ ...need, frame: packet + 22 }));
    }),
  );
});

test("xoff buffer is never less than the standard's budget at that speed, for any length, MTU and scheme", () => {
  fc.assert(
    fc.property(speed, metres, mtu, mtu, fc.integer({ min: 1, max: 8 }), (rate, length, packet, frame, classes) => {
      const link = { rate, delay: length * 5000, slot: us(10), period: us(4.096), frame, mtu: packet, classes };
      const { xoff } = standardHeadroom({ rate, metres: length, mtu: packet });
      for (const { scheme, bytes } of bufferNeeds(link)) {
        expect(bytes, scheme).toBeGreaterThanOrEqual(xoff);
        if (!scheme.startsWith("Bifrost")) expect(bytes, scheme).toBeGreaterThanOrEqual(classes * xoff);
      }
    }),
    { numRuns: 1000 },
  );
});

test("400G over 10 m: 148,330 B with its 905 quanta, not the 11.7 KiB of 60", () => {
  const link = {
    rate: gbps(400),
    delay: us(0.05),
    slot: us(10),
    period: us(4.096),
    frame: 1062,
    mtu: 9100,
    classes: 1,
  };
  expect(bufferNeeds(link).find(({ scheme }) => scheme === "PFC, lossless only")?.bytes).toBe(148_330);
});

test("eq. 1 of DSH, HPCC's three flights and mlx5's fit", () => {
  const link = { rate: gbps(100), metres: 400, mtu: 1500 };
  expect(dshHeadroom(link).xoff).toBe(eta(gbps(100), us(2), 1500));
  expect(hpccHeadroom({ rate: gbps(100), metres: 200, mtu: 1000 }).xoff).toBe(37_500);
  expect(mlx5Headroom({ rate: gbps(100), metres: 100, mtu: 1500 }).xoff).toBe(30_100 + 21_600 + 4080);
});
