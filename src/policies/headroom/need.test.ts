import { expect, test } from "vitest";
import { headroomBench } from "../../batch/suites/views.ts";
import { standardHeadroom } from "../../theory/headroom-terms.ts";
import { sonicAsics, sonicHeadroom } from "../../theory/sonic-headroom.ts";
import { gbps, us } from "../../base/units.ts";
import { headroomByPort } from "./need.ts";

const base = { size: undefined, rule: "exact", mtu: undefined } as const;
/** Four ports, with rates of 100G and 400G and cables of 40 m and 300 m. */
const metres = [40, 300, 40, 300];
const rates = [100, 100, 400, 400].map(gbps);
const { view } = headroomBench({ ports: 4, rate: (port) => rates[port], delay: (port) => metres[port] * 5000 });
const links = rates.map((rate, port) => ({ rate, metres: metres[port] }));

test("by 802.1Qbb: at each port the terms of xoff headroom, a jumbo frame counted where ports take them", () => {
  const sizes = [...headroomByPort({ ...base, rule: "802.1qbb", mtu: 9100 }, view)];
  expect(sizes).toEqual(links.map((link) => standardHeadroom({ ...link, mtu: 9100 }).xoff));
  const small = headroomByPort({ ...base, rule: "802.1qbb" }, view);
  expect(sizes[0] - small[0]).toBe(3 * (9100 - 1044)); // the frame that triggers the PAUSE, and two frames in transmission
});

test.each(["spectrum1", "spectrum2", "spectrum3"] as const)("as SONiC calculates it for %s", (rule) => {
  const port = { mtu: 9100, lanes: 4, losslessMtu: 1044, smallPackets: 100, gearbox: 0, sharedHeadroom: false };
  expect([...headroomByPort({ ...base, rule, mtu: 9100 }, view)]).toEqual(
    links.map((link) => sonicHeadroom(sonicAsics[rule], { ...link, ...port }).xoff),
  );
});

test("a profile for a rate and a cable goes before the size of all others, and that before the rule", () => {
  const profiles = [{ rate: gbps(400), delay: us(1.5), size: 659_456 }];
  expect([...headroomByPort({ ...base, size: 100_000, profiles }, view)]).toEqual([100_000, 100_000, 100_000, 659_456]);
});
