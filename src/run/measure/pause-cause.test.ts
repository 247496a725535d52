/** Tests the cause of a PAUSE, on fabrics so small that the cause is known. */
import { describe, expect, test } from "vitest";
import { readScenario, setUp, type Results, type Table } from "../lab/lab.ts";
import { NEXT, IN, SIZE } from "../../sim/model/packet-record.ts";
import { CauseFinder } from "./pause-cause.ts";

const scenario = (more: object = {}) =>
  readScenario(
    JSON.stringify({
      until: "1ms",
      topology: { kind: "chain", switches: 3, hostsPerSwitch: 4, rate: "100Gbps", delay: "1us" },
      switch: { memory: "1MiB" },
      traffic: [{ kind: "incast", to: "h11", size: "500KB" }],
      policies: { congestion: "none" },
      ...more,
    }),
    "chain.json",
  );

const run = (more: object = {}): Results => {
  const { run: go, results } = setUp(scenario(more));
  return results(go(1e9));
};

const rowsOf = ({ rows, columns }: Table<"pauses">) =>
  Array.from({ length: rows }, (_, row) => ({
    node: columns.node[row],
    peer: columns.peer[row],
    start: columns.start_ns[row],
    causedBy: columns.caused_by[row],
    egress: columns.egress_peer[row],
  }));

describe("a chain of switches, and all hosts send to the last one's last host", () => {
  const rows = rowsOf(run().tables.pauses);

  test("the last switch pauses for its host's sake, and nobody made it", () => {
    const last = rows.filter(({ node }) => node === "sw2");
    expect(last.length).toBeGreaterThan(0);
    expect(last.every(({ egress, causedBy }) => egress === "h11" && causedBy === -1)).toBe(true);
  });

  test("the switches before it pause since it did: the causes lead there, and back in time", () => {
    const made = rows.filter(({ causedBy }) => causedBy >= 0);
    expect(new Set(made.map(({ node }) => node))).toEqual(new Set(["sw0", "sw1"]));
    for (const { node, egress, causedBy, start } of made) {
      const cause = rows[causedBy];
      expect([cause.node, cause.peer]).toEqual([egress, node]);
      expect(cause.start).toBeLessThan(start);
    }
  });
});

test("a lossy class pauses nobody, nor does a link policy without frames", () => {
  const lossy = run({ classes: { lossless: [] } });
  expect([lossy.tables.pauses.rows, lossy.summary.counters.pauses]).toEqual([0, 0]);
  expect(lossy.summary.counters.dropped_no_buffer).toBeGreaterThan(0);
  const none = run({ policies: { congestion: "none", link: "none" }, onDrop: "count" });
  expect([none.tables.pauses.rows, none.summary.counters.pauses]).toEqual([0, 0]);
  expect(none.summary.counters.dropped_no_headroom).toBeGreaterThan(0);
});

test("where rows are not wanted, PAUSEs are counted all the same", () => {
  const { summary, tables } = run({ measure: { pauses: false } });
  expect(tables.pauses.rows).toBe(0);
  expect(summary.counters.pauses).toBe(run().summary.counters.pauses);
  expect(summary.counters.pauses_unrecorded).toBe(summary.counters.pauses);
});

test("sums that are used again name an egress queue with half as many bytes as the fullest, or more, in 98 of 100 questions", () => {
  const traffic = ["h8", "h11"].map((to) => ({ kind: "incast", to, size: "500KB" }));
  const { network, run: go } = setUp(scenario({ traffic }));
  const finder = new CauseFinder(network);
  let right = 0;
  let asked = 0;
  for (let at = 10e6; at < 400e6; at += 1e6) {
    go(at);
    for (const ingress of network.switches.flatMap((one) => (one === null ? [] : [one.base, one.base + 1]))) {
      const bytes = bytesByEgress(network, ingress);
      const most = Math.max(...bytes.values());
      const found = bytes.get(finder.find(ingress, 3).egress) ?? 0;
      asked++;
      if (found >= most / 2) right++;
    }
  }
  expect(asked).toBeGreaterThan(2000);
  expect(right / asked).toBeGreaterThan(0.98);
});

/** Counts the bytes that arrived by `ingress`, for each egress port at which they wait. */
function bytesByEgress(
  { fabric, switches }: ReturnType<typeof setUp>["network"],
  ingress: number,
): Map<number, number> {
  const at = switches[fabric.node[ingress]]!;
  const { words } = fabric.packets;
  const bytes = new Map<number, number>();
  for (let port = at.base; port < at.base + at.ports; port++) {
    let sum = 0;
    for (let packet = at.firstOf(port * 8 + 3); packet !== 0; packet = words[(packet << 4) | NEXT])
      if (words[(packet << 4) | IN] === ingress) sum += words[(packet << 4) | SIZE];
    bytes.set(port, sum);
  }
  return bytes;
}
