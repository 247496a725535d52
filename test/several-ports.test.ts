/**
 * Hosts with several links, like the GPUs of SimAI's topologies. They have an NVLink to their server and a NIC to the fabric, or a NIC with
 * two ports. A flow takes the fastest port with a shortest path to its destination. Queue pairs take equal ports in turn.
 */
import { expect, test } from "vitest";
import { runInTurns } from "../src/run/lab/in-partitions.ts";
import { experiment, readScenario, setUp, type Results } from "../src/run/lab/lab.ts";

/** Two servers have two GPUs and an NVSwitch each (4 and 5). Every GPU has a link to each of two ToRs (6 and 7). */
const SERVERS = `8 2 2 2 14 A100
4 5 6 7
${[0, 1, 2, 3]
  .map((gpu) => `${gpu} 6 200Gbps 0.0005ms 0\n${gpu} 7 200Gbps 0.0005ms 0\n${gpu} ${gpu < 2 ? 4 : 5} 2880Gbps 25ns 0\n`)
  .join("")}6 4 1Gbps 1ms 0
7 5 1Gbps 1ms 0
`;

const scenario = () =>
  readScenario(
    JSON.stringify({
      until: "10ms",
      topology: { kind: "file", path: "topo" },
      traffic: [
        {
          kind: "flows",
          list: [
            "h0, h1, 64KB, 0us",
            "h0, h2, 64KB, 0us",
            "h0, h2, 64KB, 0us",
            "h3, h2, 64KB, 5us",
            "h1, h3, 64KB, 5us",
          ],
        },
      ],
    }),
    "x.yaml",
    () => SERVERS,
  );

const told = ({ summary, tables }: Results): string => JSON.stringify([summary, tables.flows, tables.ports]);

test("within a server by its NVSwitch, between servers by both ports of the NIC, with one partition and with three", () => {
  const whole = experiment(scenario());
  expect(whole.summary.ending).toBe("all flows are done");
  const { node, peer, payload_bytes: bytes } = whole.tables.ports.columns;
  const sent = (from: string, to: string): number => bytes[node.findIndex((one, k) => one === from && peer[k] === to)];
  expect([sent("h0", "s4"), sent("h0", "s6"), sent("h0", "s7")]).toEqual([64_000, 64_000, 64_000]);
  expect(sent("h3", "s5")).toBe(64_000);
  expect(sent("h1", "s6") + sent("h1", "s7")).toBe(64_000);
  const { slowdown } = whole.tables.flows.columns;
  for (const one of slowdown) expect(one).toBeGreaterThanOrEqual(1);
  const partOf = Int32Array.from(scenario().wiring.names, (_, at) => at % 3);
  expect(told(runInTurns(setUp(scenario()), partOf))).toBe(told(whole));
});
