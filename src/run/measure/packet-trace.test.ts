import { expect, test } from "vitest";
import { expected, load } from "../../../test/parity/cases.ts";
import { TraceEncoder } from "../../report/hpcc-outputs.ts";
import { decodeRecord, RECORD_BYTES, TRACE_EVENT, type TraceRecord } from "../../formats/hpcc/tr.ts";
import { runNs3, type Ns3Input, type Ns3Run } from "../lab/lab.ts";

function records(run: Ns3Run, stamped = false): TraceRecord[] {
  const encoder = new TraceEncoder(run, { pauseTime: 5, stamped });
  const all: TraceRecord[] = [];
  run.trace!.take((chunk) => {
    const bytes = encoder.encode(chunk);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += RECORD_BYTES) all.push(decodeRecord(view, at));
  });
  return all;
}

const everyNode = (input: Ns3Input): number[] => Array.from({ length: input.topology.nodes }, (_, node) => node);

test("R6: every PFC frame received is a line of pfc.txt, and was queued and sent by the switch before", () => {
  const input = load("R6_pfc_dcqcn");
  const frames = records(runNs3(input, { traced: everyNode(input) })).filter((record) => record.kind === "pfc");
  const lines = frames
    .filter(({ event }) => event === TRACE_EVENT.recv)
    .map((r) => `${r.timeNs} ${r.node} ${r.nodeType} ${r.port} ${r.pauseTime === 5 ? 1 : 0}\n`);
  expect(lines.join("")).toBe(expected("R6_pfc_dcqcn", "pfc.txt"));
  expect(frames.filter(({ event }) => event === TRACE_EVENT.dequ).length).toBe(lines.length);

  // Link 3, from host 3 to switch 17, is the network 10.1.4.0. The switch is the link's second end, so it has the
  // address .2. No data is queued at the port of a sender.
  const [queued] = frames.filter(({ node, port, event }) => node === 17 && port === 4 && event === TRACE_EVENT.enqu);
  expect(queued).toMatchObject({
    queue: 0,
    queueBytes: 0,
    size: 43,
    sip: 0x0a010402,
    dip: 0xffffffff,
    class: 3,
    pauseTime: 5,
    queueLength: 0,
  });
});

/** Data goes to host 0 and to host 2. So ACKs wait behind data of the other direction and get marks with it. */
const bothWays = (): Ns3Input => {
  const input = load("R1");
  const flow = { pg: 3, dport: 100, size: 2_000_000, startNs: 0, line: 0 };
  const pairs = [
    [0, 2],
    [1, 2],
    [2, 0],
    [1, 0],
  ];
  return { ...input, flows: pairs.map(([src, dst]) => ({ ...flow, src, dst })) };
};

test("an ACK that a switch marks shows it from there on, and echoes nothing of it", () => {
  const input = bothWays();
  const all = records(runNs3(input, { traced: everyNode(input) }));
  const acks = all.filter((record) => record.kind === "ack");
  const marked = (node: "switch" | "host", event: number) =>
    acks.filter((r) => r.ecn === 3 && (r.nodeType === 1) === (node === "switch") && r.event === event).length;
  expect(marked("switch", TRACE_EVENT.dequ)).toBeGreaterThan(10);
  expect(marked("switch", TRACE_EVENT.recv) + marked("switch", TRACE_EVENT.enqu)).toBe(0);
  expect(marked("host", TRACE_EVENT.enqu) + marked("host", TRACE_EVENT.dequ)).toBe(0);
  expect(Math.abs(marked("host", TRACE_EVENT.recv) - marked("switch", TRACE_EVENT.dequ))).toBeLessThan(5); // frames that are on the wire at the end
});

test("tracing one node gives its part of the trace of all, and does not change the run", () => {
  const input = load("R3_timely_1M");
  const all = runNs3(input, { traced: everyNode(input) });
  const one = runNs3(input, { traced: [17] });
  expect(records(one, true)).toEqual(records(all, true).filter(({ node }) => node === 17));
  expect(one.network.fabric.digest.toString()).toBe(runNs3(input).network.fabric.digest.toString());
});

test("TIMELY: an ACK carries the nanosecond at which its data packet left", () => {
  const input = load("R3_timely_1M");
  const all = records(runNs3(input, { traced: [0] }), true);
  const sent = new Set(all.filter((r) => r.kind === "data").map((r) => r.timeNs));
  const acks = all.filter((r) => r.kind === "ack");
  expect(acks.length).toBeGreaterThan(900);
  expect(acks.every((r) => r.kind === "ack" && sent.has(r.ts))).toBe(true);
});
