/** Tests cases from public reports: incomplete answers of `why`, links with the same name, and unreachable hosts. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { experiment, readScenario, setUp, setUpFrom, type WhyFlow } from "../../src/run/lab/lab.ts";
import { runText } from "../../src/report/run-text.ts";
import { whyFlowText } from "../../src/apps/cli/why/flow-text.ts";

const text = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");

function why(scenario: string, flow: number): WhyFlow {
  const { watch, run, results, scenario: read } = setUp(readScenario(scenario, "s.yaml"));
  const answer = watch(flow);
  return answer(results(run(read.until)));
}

test("parallel-names: s-t and s-t#2 in the busiest links, the tables and the path of a flow", () => {
  // On these paths, three flows use the first link and one uses the second.
  const scenario = `${text("parallel-names/s.yaml")}policies: { routing: { name: ecmp, seed: per-switch } }\n`;
  const results = experiment(readScenario(scenario, "s.yaml"));
  const said = runText(results);
  expect(said).toMatch(/^s-t +53\.4%/m);
  expect(said).toMatch(/^s-t#2 +17\.8%/m);
  const { name } = results.tables.ports.columns;
  expect(new Set(name).size).toBe(name.length);
  const answer = why(scenario, 3);
  expect(answer.hops).toEqual(["c-s", "s-t#2", "t-b"]);
  expect(whyFlowText(answer, () => "", 80)).toContain("Path of its last byte: c, s, t#2, b.");
});

test("parallel-names: a scenario measures and fails a link by that name", () => {
  const scenario = text("parallel-names/s.yaml");
  const measured = `${scenario}measure: { every: 10us, queues: ["s-t#2"] }\n`;
  const { queues } = experiment(readScenario(measured, "s.yaml")).tables;
  expect([...new Set(queues!.columns.port)]).toEqual([4]);
  const failed = scenario.replace("topology:\n", 'topology:\n  fail: ["s-t#2"]\n');
  const { sent_bytes, name } = experiment(readScenario(failed, "s.yaml")).tables.ports.columns;
  expect(sent_bytes[name.indexOf("s-t#2")]).toBe(0);
});

test("ring-unreachable: neighbours reach each other, so the ring runs, and takes six steps without a wait", () => {
  const read = (file: string): string => text(`ring-unreachable/${file}`);
  const { run, results, scenario } = setUpFrom(read("s.yaml"), "s.yaml", read);
  const ran = results(run(scenario.until));
  const { tables } = ran;
  expect(runText(ran)).not.toContain("headroom of a lossless queue"); // without a switch, this table is missing
  const { slowdown, ideal_fct_ns } = tables.flows.columns;
  expect([...slowdown].every((one) => one === 1)).toBe(true);
  expect(tables.collectives!.columns.time_ns[0]).toBeCloseTo(6 * ideal_fct_ns[0], 3);
});

test("ring-unreachable: traffic across the ring is an error with the pair and the reason", () => {
  const read = (file: string): string => text(`ring-unreachable/${file}`);
  const across = read("s.yaml").replace(/ {2}- .*/, "  - { kind: incast, from: [h0], to: h2, size: 10KB }");
  expect(() => setUpFrom(across, "s.yaml", read)).toThrow(
    "s.yaml:4:5: traffic[0]: expected a path from h0 to h2, got nothing. h0 cannot reach h2: the only paths lead through hosts h1 and h3, and hosts do not forward.",
  );
});

test("why-window: the ACKs were late for the queue of sw0-sw1, which three flows filled alike", () => {
  const answer = why(text("why-window/s.yaml"), 0);
  const window = answer.parts.find(({ part }) => part === "window")!;
  expect(window.time_ps / answer.total_ps).toBeCloseTo(0.65, 2);
  const [queue, ...others] = window.acks!;
  expect([queue.queue, queue.time_ps, others]).toEqual(["sw0-sw1", window.time_ps, []]);
  const all = queue.filled_by.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { bytes } of queue.filled_by) expect(bytes / all).toBeCloseTo(1 / 3, 1);
  expect(answer.parts.reduce((sum, { time_ps }) => sum + time_ps, 0)).toBe(answer.total_ps);
  expect(whyFlowText(answer, () => "", 200)).toMatch(
    /65%: its window was full, and it waited for ACKs\. For 100% of that time the ACKed packets\s+waited in the queue of sw0-sw1\. Meanwhile it sent packets\s+of flow \d, h\d -> r\d \(3\d%\)/,
  );
});
