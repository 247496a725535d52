/** Tests headroom in use against other results of the same run. */
import { expect, test } from "vitest";
import { experiment, readScenario } from "../lab/lab.ts";

const results = (headroom: boolean) =>
  experiment(
    readScenario(
      JSON.stringify({
        until: "1ms",
        topology: { kind: "star", hosts: 9, rate: "100Gbps", delay: "2us" },
        switch: { memory: "2MiB" },
        classes: { lossless: [3, 4] },
        traffic: [
          { kind: "incast", to: "h0", fanIn: 8, size: "300KB", class: 3 },
          { kind: "incast", to: "h0", fanIn: 8, size: "300KB", start: "200us", class: 4 },
        ],
        policies: { congestion: "none" },
        measure: { headroom },
      }),
      "incast.json",
    ),
  );

/**
 * Checks that every row is within a PAUSE of its port. The maximum over a port's rows must be the maximum of its
 * headroom in use.
 */
function agrees(
  tables: ReturnType<typeof results>["tables"],
  rows: readonly { readonly peer: string; readonly from: number; readonly to: number; readonly bytes: number }[],
): void {
  expect(rows.length).toBeGreaterThan(8);
  const pauses = tables.pauses.columns;
  const most = new Map<string, number>();
  for (const { peer, from, to, bytes } of rows) {
    const under = pauses.peer.some(
      (one, k) => one === peer && pauses.start_ns[k] <= from && to <= pauses.start_ns[k] + pauses.duration_ns[k],
    );
    expect(under).toBe(true);
    most.set(peer, Math.max(most.get(peer) ?? 0, bytes));
  }
  const { peer, headroom_peak_bytes } = tables.ports.columns;
  // Only one class at a time is in use here, so the port's peak is the peak of that class.
  for (const [host, bytes] of most) {
    const row = peer.findIndex((one, k) => one === host && !Number.isNaN(headroom_peak_bytes[k]));
    expect(bytes).toBe(headroom_peak_bytes[row]);
  }
}

test("headroom is used only under a PAUSE of its port, and the most of all uses is the most the port ever used", () => {
  const { tables } = results(true);
  const { peer, start_ns, duration_ns, peak_bytes } = tables.headroom!.columns;
  agrees(
    tables,
    peer.map((one, k) => ({ peer: one, from: start_ns[k], to: start_ns[k] + duration_ns[k], bytes: peak_bytes[k] })),
  );
});

test("each use has local maxima, and the highest one is the most of the use", () => {
  const { tables } = results(true);
  const { peer, time_ns, held_bytes } = tables.headroom_maxima!.columns;
  agrees(
    tables,
    peer.map((one, k) => ({ peer: one, from: time_ns[k], to: time_ns[k], bytes: held_bytes[k] })),
  );
  const uses = tables.headroom!.columns;
  const mostWithin = uses.peer.map((port, use) => {
    const to = uses.start_ns[use] + uses.duration_ns[use];
    const within = peer.flatMap((one, k) =>
      one === port && uses.start_ns[use] <= time_ns[k] && time_ns[k] <= to ? [held_bytes[k]] : [],
    );
    return Math.max(...within);
  });
  expect(mostWithin).toEqual([...uses.peak_bytes]);
});

test("a run that measures it is the same run, and one that does not has no such table", () => {
  const without = results(false);
  expect(without.tables.headroom).toBeUndefined();
  expect(without.tables.headroom_maxima).toBeUndefined();
  expect(without.summary.digest).toBe(results(true).summary.digest);
});
