/** Tests the remarks about signals that congestion control or a transport reads. */
import { expect, test } from "vitest";
import { experiment, readScenario } from "../run/lab/lab.ts";
import { runText } from "./run-text.ts";

const text = (congestion: string, senders: string): string =>
  runText(
    experiment(
      readScenario(
        `until: 1ms
topology: { kind: star, hosts: 5, rate: 10Gbps }
policies: { congestion: ${congestion}${congestion === "hpcc" ? "" : ", detection: { name: red, kmin: 5KB, kmax: 10KB }"} }
traffic: [{ kind: flows, list: [${senders}] }]
`,
        "a.yaml",
      ),
    ),
  );
const from = (...hosts: string[]): string => hosts.map((host) => `{ from: ${host}, to: h0, size: 200KB }`).join(", ");

test.each(["dctcp", "dcqcn"])("a run under %s without an ECN mark says so", (congestion) => {
  expect(text(congestion, from("h1"))).toContain(`No packet was ECN-marked, although ${congestion} reads ECN marks.`);
  expect(text(congestion, from("h1", "h2", "h3", "h4"))).not.toContain("ECN-marked");
});

test("a run under congestion control without ECN marks says nothing of them", () => {
  expect(text("hpcc", from("h1"))).not.toContain("ECN-marked");
});
