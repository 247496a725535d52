import { expect, test } from "vitest";
import { gbps, us } from "../../base/units.ts";
import { create } from "./leaf-spine.ts";
import { slowLinks } from "./slow.ts";

const fabric = create({
  ...{ leaves: 2, spines: 2, hostsPerLeaf: 1, rate: gbps(100), delay: us(1) },
  ...{ uplinkRate: gbps(40), uplinkDelay: undefined },
});

test("a link named by its ends in either order has its own rate, others keep theirs", () => {
  const { links, names } = slowLinks(fabric, [{ link: "spine1-leaf0", rate: gbps(10) }]);
  const rates = links.map(({ a, b, rate }) => `${names[a]}-${names[b]} ${rate / 1e9}`);
  expect(rates).toEqual([
    ...["h0-leaf0 100", "h1-leaf1 100"],
    ...["leaf0-spine0 40", "leaf0-spine1 10", "leaf1-spine0 40", "leaf1-spine1 40"],
  ]);
  expect(slowLinks(fabric, [])).toBe(fabric);
});

test("a link that is not there, and a rate that is no slower, are refused by row", () => {
  const slow = (link: string, rate: number) => () =>
    slowLinks(fabric, [
      { link: "leaf1-spine0", rate: gbps(25) },
      { link, rate },
    ]);
  expect(slow("leaf0-spine9", gbps(10))).toThrow("slow[1].link: expected the name of a link, such as leaf1-spine1");
  expect(slow("leaf0-spine1", gbps(40))).toThrow(
    `slow[1].rate: expected less than 40 Gbps, leaf0-spine1's rate, got "40 Gbps"`,
  );
});
