import { expect, test } from "vitest";
import { addressOfHost, addressText, hostOfAddress, MAX_NODES } from "./addresses.ts";

test("host 0 is 0b000001, host 2 is 0b000201, host 257 is 0b010101", () => {
  expect([0, 2, 257].map((id) => addressText(addressOfHost(id)))).toEqual(["0b000001", "0b000201", "0b010101"]);
});

test("every address leads back to its host, and is 0x0b000001 + (id / 256 << 16) + (id % 256 << 8)", () => {
  const ids = Array.from({ length: MAX_NODES }, (_, id) => id);
  expect(ids.map(addressOfHost).map(hostOfAddress)).toEqual(ids);
  expect(ids.map(addressOfHost)).toEqual(ids.map((id) => 0x0b000001 + ((id >> 8) << 16) + ((id & 255) << 8)));
});
