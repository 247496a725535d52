/** The example of a training iteration: 1.6 GB a NIC, in 30 steps of a ring with 16 ranks on each of 8 rails. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
