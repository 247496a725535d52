/** Tests the examples of training iterations, in which each of 8 rails has a ring. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readScenario } from "../../src/run/lab/lab.ts";
import { runSync } from "../../src/run/lab/scenario-input.ts";

test("GPT-3 6.7B over 128 NICs: the computation, then 30 messages of a sixteenth at the rate of the NICs", () => {
  const file = new URL("../../examples/training/gpt3-6.7b-128.yaml", import.meta.url);
  const { summary } = runSync(readFileSync(file, "utf8"));
  // At 400 Gbps a byte takes 0.02 ns. Each NIC sends data packets of 4096 B, and an ACK of 86 B for each packet that it
  // receives. Packets have 82 B of headers, preamble and gap. A message waits for two links of 1 us, or for four.
  const packets = Math.ceil(1_610_612_736 / 16 / 4096);
  const [packet, ack] = [(4096 + 82) * 0.02, 86 * 0.02];
  const message = (links: number): number => packets * (packet + ack) + (links - 1) * packet + links * 1000;
  expect(summary.collectives).toHaveLength(8);
  for (const job of summary.collectives ?? []) {
    expect(job.time_mean_ns).toBeGreaterThan(30 * (message(2) - ack * 100));
    expect(job.time_mean_ns).toBeLessThan(30 * message(4) * 1.001);
    expect(job.completion_ns).toBe(1.5e9 + (job.time_mean_ns ?? NaN));
  }
  expect(summary.fast_forward?.share).toBeGreaterThan(0.9);
});

test("GPT-3 13B over 1,024 NICs: each rail is a ring of all 128 servers", () => {
  // A run takes half a minute, so its times are in docs/collectives.md and not here.
  const file = new URL("../../examples/training/gpt3-13b-1024.yaml", import.meta.url);
  const { traffic, wiring } = readScenario(readFileSync(file, "utf8"), "gpt3-13b-1024.yaml");
  const rails = traffic.map(({ values }) => (values.ranks as readonly number[]).map((host) => wiring.names[host]));
  const servers = Array.from({ length: 128 }, (_, server) => server);
  expect(rails).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((rail) => servers.map((server) => `h${8 * server + rail}`)));
  expect(traffic.map(({ values }) => values.size)).toEqual(Array(8).fill((40 * 12 * 5120 ** 2 * 2) / 8));
});
