import { expect, test } from "vitest";
import { readScenario, runHere, runSync } from "xoff";
import { fabricOf } from "./fabric.ts";
import { liveView } from "./live.ts";
import type { Live } from "./messages.ts";

// h1..h8 send to h0 at line rate, so sw0 queues towards h0 and pauses the senders.
const text = JSON.stringify({
  ...{ seed: 1, until: "1500us", topology: { kind: "star", hosts: 9 }, switch: { memory: "1MiB" } },
  traffic: [{ kind: "long-lived", from: "h1..h8", to: "h0" }],
  policies: { buffer: "dt", congestion: "none" },
});

test("states during a run have the queue at sw0-h0, its full link and paused senders; the run keeps its digest", async () => {
  const { wiring } = readScenario(text);
  const fabric = fabricOf(wiring);
  const view = liveView(fabric);
  const seen: Live[] = [];
  const { summary } = await runHere(text, { onPorts: (states) => seen.push(view(states)) });
  expect(summary.digest).toBe(runSync(text).summary.digest);
  expect(seen.length).toBeGreaterThan(0);
  const last = seen[seen.length - 1];
  expect(last.nowNs).toBeGreaterThan(0);
  expect(last.nowNs).toBeLessThanOrEqual(1.5e6);
  const host = (k: number): number => fabric.base[fabric.names.indexOf(`h${k}`)];
  const receiver = fabric.peer[host(0)];
  expect(last.use[receiver]).toBeGreaterThan(0.95);
  expect(last.queued[receiver]).toBeGreaterThan(10e3);
  expect(last.queued.filter((bytes) => bytes > 0)).toHaveLength(1);
  const paused = Array.from({ length: 8 }, (_, k) => last.paused[host(k + 1)]);
  expect(paused.some((classes) => classes === 1 << 3)).toBe(true);
  expect(last.paused[host(0)]).toBe(0);
});
