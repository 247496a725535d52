/** Tests the halt that F1 needs in acc/fig4: the formula against a packet simulation. */
import { expect, test } from "vitest";
import { readScenario, setUp } from "../../run/lab/lab.ts";
import { emptyAfter } from "./blocked-flow.ts";
import { F1 } from "./chain-fabric.ts";
import { fig4 } from "./fig4.ts";

/** Bytes of F1 in switches, by time in us since its halt began. The halt takes `stopUs`. */
function queuedAfterStop(stopUs: number): Map<number, number> {
  const trial = fig4.trials("quick").find(({ key }) => key.scheme === "ideal stop, then PC rate");
  const written = structuredClone(trial?.scenario) as {
    until: string;
    policies: { congestion: { flows: { at: string; stop: string }[] } };
  };
  const [row] = written.policies.congestion.flows;
  row.stop = `${stopUs}us`;
  written.until = "20.6ms";
  const scenario = readScenario(JSON.stringify({ ...written, seed: 1 }), "test.json");
  const { run, results } = setUp(scenario);
  const { time_ns, flow, queued_bytes } = results(run(scenario.until)).tables.inflight!.columns;
  const at = Number.parseFloat(row.at);
  const found = new Map<number, number>();
  time_ns.forEach((ns, k) => {
    if (flow[k] === F1) found.set(Math.round(ns / 1000 - at), queued_bytes[k]);
  });
  return found;
}

test("N = 10: (10 + .5 - 1) links' worth of 31.3 us, and 8.3 us on the way: F1's last byte leaves 305 us after its stop began", () => {
  expect(emptyAfter(10)).toBeCloseTo(8.346 + 9.5 * 31.26, 0);
  const queued = queuedAfterStop(500);
  const empty = [...queued].find(([us, bytes]) => us > 0 && bytes === 0)?.[0] ?? NaN;
  expect(empty / emptyAfter(10)).toBeGreaterThan(0.97);
  expect(empty / emptyAfter(10)).toBeLessThan(1.03);
  // Under the formula that preceded this one, figure 3's stop to scale, most of the queue remains.
  expect(queued.get(95)).toBeGreaterThan(50_000);
});
