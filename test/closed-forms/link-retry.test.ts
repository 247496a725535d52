/**
 * Tests that link-level retry loses no frame, keeps their order, and has the goodput of go-back-N.
 *
 *   share of the link's rate = (1 - p) / (1 + (W - 1) p)
 *
 * p is the probability that a frame is damaged. W is the number of frame times from the start of a damaged frame to the start of its replay.
 */
import { expect, test } from "vitest";
import { experiment, readScenario, setUp } from "../../src/run/lab/lab.ts";

/** Wire time of a frame with 1,000 B of payload at 100 Gbps, ns: 62 B of headers, 20 B of preamble and gap. */
const SLOT = (1082 * 8) / 100;
const DELAY = 1000;
const RESPONSE = 50;

const scenario = (loss: number, link: string, more = ""): string => `
until: 2ms
topology: { kind: star, hosts: 2, rate: 100Gbps, delay: ${DELAY}ns }
links: [{ between: h1-sw0, frameErrorRate: ${loss}${link} }]
traffic: [{ kind: long-lived, from: h0, to: h1 }]
policies: { congestion: none }
host: { window: none }
${more}`;

const read = (text: string) => readScenario(text, "retry.yaml");

test.each([0.001, 0.01, 0.05])(
  "with a loss of %f the goodput is that of go-back-N, within 3 standard errors",
  (loss) => {
    const { summary, tables } = experiment(read(scenario(loss, `, retry: ${RESPONSE}ns`)));
    const window = Math.ceil(1 + (2 * DELAY + RESPONSE) / SLOT);
    const share = (1 - loss) / (1 + (window - 1) * loss);
    const slots = (2e6 - 3 * DELAY) / SLOT;
    const expected = share * slots;
    // Each damaged frame costs `window` frame times. The number of damaged frames has a Poisson distribution.
    const error = (window * Math.sqrt(loss * expected) * share) / expected;
    const received = tables.flows.columns.received_bytes[0] / 1000;
    expect(Math.abs(received / expected - 1)).toBeLessThan(3 * error);
    const { dropped_damaged, repeated_packets, out_of_order_packets, nacks } = summary.counters;
    expect([dropped_damaged, repeated_packets, out_of_order_packets, nacks]).toEqual([0, 0, 0, 0]);
    expect(summary.counters.link_replays).toBeGreaterThan(loss * expected);
  },
);

test("without errors `retry` changes nothing, and with errors but without it frames are lost", () => {
  const digest = (link: string): string => experiment(read(scenario(0, link))).summary.digest;
  expect(digest(", retry: 1us")).toBe(digest(""));
  expect(experiment(read(scenario(0.01, ""))).summary.counters.dropped_damaged).toBeGreaterThan(0);
});

test("an incast over lossy links with CBFC completes without a loss, and packets are conserved at each time", () => {
  const text = `
until: done
limit: 20ms
topology: { kind: star, hosts: 5, rate: 100Gbps, delay: 1us }
links: [{ between: "*-*", policy: cbfc, memory: 100KB, frameErrorRate: 0.02, retry: 50ns }]
traffic: [{ kind: flows, list: [1, 2, 3, 4].map }]`.replace(
    "[1, 2, 3, 4].map",
    `[${[1, 2, 3, 4].map((k) => `{ from: h${k}, to: h0, size: 300KB }`).join(", ")}]`,
  );
  const { network, run, results } = setUp(read(text));
  for (let time = 7e6; time < 140e6; time += 7e6) {
    run(time);
    network.recount();
  }
  const { summary } = results(run(20e9));
  expect(summary.flows.finished).toBe(4);
  const { dropped_damaged, dropped_no_headroom, repeated_packets, out_of_order_packets } = summary.counters;
  expect([dropped_damaged, dropped_no_headroom, repeated_packets, out_of_order_packets]).toEqual([0, 0, 0, 0]);
  expect(network.fabric.retry?.replays).toBeGreaterThan(24);
});
