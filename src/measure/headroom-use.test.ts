/** Headroom in use, against what else a run tells of it. */
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

test("headroom is used only under a PAUSE of its port, and the highest local maximum is the most the port ever used", () => {
  const { tables } = results(true);
  const { rows, columns } = tables.headroom!;
  expect(rows).toBeGreaterThan(8);
  const pauses = tables.pauses.columns;
  const most = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const peer = columns.peer[row];
    const at = columns.time_ns[row];
    const under = pauses.peer.some(
      (one, k) => one === peer && pauses.start_ns[k] <= at && at <= pauses.start_ns[k] + pauses.duration_ns[k],
    );
    expect(under).toBe(true);
    most.set(peer, Math.max(most.get(peer) ?? 0, columns.held_bytes[row]));
  }
  const { peer, headroom_peak_bytes } = tables.ports.columns;
  // One class at a time is in use here, so that the port's peak is its class's.
  for (const [host, bytes] of most) {
    const row = peer.findIndex((one, k) => one === host && !Number.isNaN(headroom_peak_bytes[k]));
    expect(bytes).toBe(headroom_peak_bytes[row]);
  }
});

test("a run that measures it is the same run, and one that does not has no such table", () => {
  const without = results(false);
  expect(without.tables.headroom).toBeUndefined();
  expect(without.summary.digest).toBe(results(true).summary.digest);
});
