import { expect, test } from "vitest";

import { gbps, ms, us } from "../../base/units.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { failLinks } from "./fail.ts";
import { create } from "./leaf-spine.ts";

const fabric = create({
  ...{ leaves: 2, spines: 2, hostsPerLeaf: 1, rate: gbps(100), delay: us(1) },
  ...{ uplinkRate: undefined, uplinkDelay: undefined },
});
const failing = ({ links, names }: Wiring) =>
  links.flatMap(({ a, b, failsAt }) => (failsAt === undefined ? [] : [`${names[a]}-${names[b]} ${failsAt}`]));

test("a link fails by the names of its ends in either order; of two times the first counts; others stay as they are", () => {
  const failed = failLinks(fabric, [
    { link: "leaf0-spine1", at: 0 },
    { link: "spine0-leaf1", at: ms(2) },
    { link: "leaf1-spine0", at: ms(3) },
  ]);
  expect(failing(failed)).toEqual(["leaf0-spine1 0", "leaf1-spine0 2000000000"]);
  expect(failing(fabric)).toEqual([]);
  expect(failLinks(fabric, [])).toBe(fabric);
});

test("of two links between the same nodes the second is called a-b#2", () => {
  const [first] = fabric.links;
  const twice = { ...fabric, links: [...fabric.links, { ...first, delay: us(5) }] };
  const at = (link: string) => failLinks(twice, [{ link, at: 0 }]).links.findIndex(({ failsAt }) => failsAt === 0);
  expect([at("h0-leaf0"), at("leaf0-h0#2")]).toEqual([0, fabric.links.length]);
});

test("a link that is not there is refused by name", () => {
  expect(() => failLinks(fabric, [{ link: "leaf0-spin1", at: 0 }])).toThrow(
    'fail[0].link: expected the name of a link, such as leaf1-spine1, got "leaf0-spin1". Did you mean "leaf0-spine1"?',
  );
});
