import { expect, test } from "vitest";
import { parityLines } from "../../../test/parity/files.ts";
import { QueuePairMap } from "./queue-pair-map.ts";

test("pairs stand in the order of libstdc++'s unordered_map, after every 25 insertions and erasures", () => {
  const map = new QueuePairMap();
  let looks = 0;
  for (const line of parityLines("tables/queue_pair_map.txt")) {
    const [what, ...numbers] = line.split(" ");
    const [flow, address, port] = numbers.map(Number);
    if (what === "I") map.insert(flow, address, port * 65_536 + 3);
    else if (what === "E") map.erase(flow);
    else expect([++looks, ...map.order]).toEqual([looks, ...numbers.map(Number)]);
  }
  expect(looks).toBe(16);
});
