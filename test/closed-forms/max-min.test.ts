/** Tests senders at their max-min fair rates against completion times by arithmetic. */
import { expect, test } from "vitest";
import { cell, D, F, flows, ran } from "./bench.ts";

const congestion = "max-min";
const sorted = (times: readonly number[]): number[] => [...times].sort((a, b) => a - b);

test("four senders to one host: a quarter of its link each, so packet n goes at 4 (n - 1) F and the k-th flow is done 1 + k packets and 2 D later", () => {
  const traffic = [flows(...[1, 2, 3, 4].map((k) => `h${k} h0 1000KB`))];
  const { fct, figures } = ran({ topology: "star, hosts: 5", congestion, traffic });
  sorted(fct).forEach((time, k) => expect(time).toBeCloseTo(4 * 999 * F + (2 + k) * F + 2 * D, 1));
  expect(figures.pauses).toBe(0);
});

test("the second of two flows begins when the first has sent 500 of 1000 packets: from then on each has half the link", () => {
  const { fct } = ran({
    topology: "star, hosts: 3",
    congestion,
    traffic: [flows("h1 h0 1000KB", `h2 h0 2000KB ${500 * F}ns`)],
  });
  // The first flow sends 500 packets at intervals of F and 500 at 2 F. The second flow then has 1500 packets left, at
  // F. Whole packets make a difference of a few packets.
  expect(Math.abs(fct[0] - (1500 * F + 2 * D))).toBeLessThan(4 * F);
  expect(Math.abs(fct[1] - (2500 * F + 2 * D))).toBeLessThan(4 * F);
});

// Hosts 0 and 1 are on sw0, hosts 2 and 3 on sw1, and so on. Trunks are as fast as hosts.
const chain = "chain, switches: 3, hostsPerSwitch: 4, trunkRate: 100Gbps";

test("parking lot of two trunks: the flow over both and one on each have half a trunk", () => {
  const { fct } = ran({
    topology: chain,
    congestion,
    traffic: [flows("h0 h8 1000KB", "h1 h4 1000KB", "h5 h9 1000KB")],
  });
  for (const time of fct) expect(Math.abs(time - (2 * 1000 * F + 4 * D))).toBeLessThan(1.5 * D + 6 * F);
});

test("three flows on the first trunk, one of them and a flow of its own on the second: 1/3 each, and 2/3", () => {
  const until = "2ms";
  const { fct } = ran({
    ...{ until, topology: chain, congestion },
    traffic: [flows("h0 h8 1000KB", "h1 h4 1000KB", "h2 h5 1000KB", "h6 h9 1000KB")],
  });
  for (const time of fct.slice(0, 3)) expect(Math.abs(time - 3000 * F)).toBeLessThan(5 * D + 6 * F);
  expect(Math.abs(fct[3] - 1500 * F)).toBeLessThan(5 * D + 6 * F);
});

test("flows both ways leave room for ACKs: no queue beyond a few packets", () => {
  const one = ran({
    ...{ topology: "star, hosts: 2", congestion, more: "measure: { queues: [sw0], every: 1us }" },
    traffic: [flows("h0 h1 1000KB", "h1 h0 1000KB")],
  });
  expect(cell(one, "ports", "queue_peak_bytes", { node: "sw0" })).toBeLessThan(4 * 1062);
  // 86 of each 1082 bytes are ACKs of the other flow.
  for (const time of one.fct) expect(Math.abs(time - (1000 * F * (1082 + 86)) / 1082)).toBeLessThan(3 * D + 6 * F);
});

test("routing that depends on the load is an error", () => {
  expect(() =>
    ran({ topology: "leaf-spine", congestion, policies: "routing: letflow", traffic: [flows("h0 h1 1KB")] }),
  ).toThrow(/policies\.congestion.*a routing policy with fixed paths/);
});
