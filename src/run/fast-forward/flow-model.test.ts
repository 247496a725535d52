/** Tests the flow-level model against closed forms. */
import { expect, test } from "vitest";
import { idealFct } from "../../theory/ideal-fct.ts";
import { psPerByte } from "../../base/units.ts";
import { readScenario, setUp } from "../lab/lab.ts";
import { FlowModel, routeOf } from "./flow-model.ts";

const PACKET = 86_560; // ps: 1000 B of payload, 62 B of headers and 20 B on the wire, at 100 Gbps
const ACK = 6_880; // ps: 86 B

/** A network of four hosts at one switch, and the times at which the model's flows are received. */
function bench(flows: string, mayShare = true) {
  const text = `seed: 1\nuntil: 1ms\ntopology: { kind: star, hosts: 4, rate: 100Gbps, delay: 1us }\ntraffic: [{ kind: flows, list: [${flows}] }]\n`;
  const { network } = setUp(readScenario(text, "model.yaml"));
  const received: number[] = [];
  const listener = { onSent: () => undefined, onAcked: () => undefined };
  const model = new FlowModel(
    network,
    1,
    { ...listener, onReceived: (flow, time) => (received[flow] = time) },
    new Float64Array(network.fabric.ports).fill(Infinity),
    mayShare,
  );
  const begin = (flow: number, pace = 1): void => {
    const path = network.flowPath?.(flow);
    if (path === undefined) throw new Error("no path");
    model.begin(flow, network.flows.size[flow], routeOf(network, path), pace);
  };
  return { model, begin, received, network };
}

test.each([1000, 1_000_000, 1_000_001, 2_000_400])("a lone flow of %d B takes its ideal time", (size) => {
  const { model, begin, received, network } = bench(`{ from: h0, to: h1, size: ${size}B }`);
  begin(0);
  model.advance(1e12);
  const { dataHeader, wireOverhead } = network.fabric.fidelity.frames;
  const link = { psPerByte: psPerByte(100e9), delay: 1e6, overhead: dataHeader + wireOverhead };
  // A short last packet may wait at the switch for the full packet before it, at most one packet time.
  const ideal = idealFct(size, 1000, [link, link]);
  expect(received[0]).toBeLessThanOrEqual(ideal);
  expect(received[0]).toBeGreaterThan(ideal - (size % 1000 === 0 ? 1 : PACKET));
});

test("two flows in opposite directions: ACKs take their share of each NIC", () => {
  const { model, begin, received } = bench("{ from: h0, to: h1, size: 10MB }, { from: h1, to: h0, size: 10MB }");
  begin(0);
  begin(1);
  model.advance(1e12);
  // After the arrival of the first packet, each packet needs its own time and that of an ACK. No ACK has come yet for
  // packets in flight.
  const packets = 10_000;
  const alone = (2e6 + PACKET) / PACKET;
  const expected = packets * PACKET + (packets - alone) * ACK + 2e6 + PACKET;
  expect(Math.abs(received[0] - expected) / expected).toBeLessThan(2e-4);
  expect(received[1]).toBe(received[0]);
});

test("three flows to one host: the backlog grows at twice the line rate and drains in turn", () => {
  const list = ["h0", "h2", "h3"].map((from) => `{ from: ${from}, to: h1, size: 1MB }`).join(", ");
  const { model, begin, received } = bench(list);
  for (const flow of [0, 1, 2]) begin(flow);
  model.advance(1e12);
  const last = 3000 * PACKET + PACKET + 2e6;
  for (const time of received) expect(Math.abs(time - last) / last).toBeLessThan(0.001);
});

test("of several rates in one picosecond, the last one counts: four flows of a NIC build no backlog", () => {
  const { model, begin, received } = bench(Array(4).fill("{ from: h0, to: h1, size: 1MB }").join(", "));
  for (const flow of [0, 1, 2, 3]) begin(flow);
  model.advance(1e12);
  expect(Math.max(...model.peaks)).toBeLessThan(PACKET);
  expect(received[3]).toBeCloseTo(4000 * PACKET + PACKET + 2e6, -1);
});

test("a flow with a pace of 1/2 takes twice the time on the wire, and less after a correction", () => {
  const list = "{ from: h0, to: h1, size: 1MB }";
  const alone = bench(list);
  alone.begin(0, 0.5);
  alone.model.advance(1e12);
  expect(alone.received[0]).toBeCloseTo(2000 * PACKET + PACKET + 2e6, -1);
  const { model, begin, received } = bench(list);
  begin(0, 0.5);
  // In half of the time, the flow's packets have sent 600 of 1000.
  model.advance(1000 * PACKET);
  model.correct(0, 600_000);
  model.advance(1e12);
  expect(received[0]).toBeCloseTo(1800 * PACKET + PACKET + 2e6, -1);
});

test("a flow that packets have sent before the model ends there at once", () => {
  const { model, begin, received } = bench("{ from: h0, to: h1, size: 1MB }");
  begin(0, 0.5);
  model.advance(1000 * PACKET);
  expect(model.sendersOf(model.active.get(0)?.route.ports[0] ?? -1)).toEqual([0]);
  expect(model.finish(0)).toBeCloseTo(1000 * PACKET, -1);
  model.advance(1e12);
  expect(received[0]).toBeCloseTo(1000 * PACKET + PACKET + 2e6, -1);
});

test("data of two flows at one port is reported, but not data and ACKs", () => {
  const crowdedBy = (list: string): number => {
    const { model, begin } = bench(list, false);
    begin(0);
    begin(1);
    model.advance(1e12);
    return Array.from(model.takeCrowded()).length;
  };
  expect(crowdedBy("{ from: h0, to: h1, size: 1MB }, { from: h2, to: h1, size: 1MB }")).toBe(1);
  expect(crowdedBy("{ from: h0, to: h1, size: 1MB }, { from: h1, to: h0, size: 1MB }")).toBe(0);
});
