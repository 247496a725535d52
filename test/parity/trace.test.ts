/** Tests two outputs of the simulator: the lengths of all queues line for line, and the packets of all nodes byte for byte. */
import { describe, expect, test } from "vitest";
import { qlenText, TraceEncoder, traceHeader } from "../../src/report/hpcc-outputs.ts";
import { decode, recordText } from "../../src/formats/hpcc/tr.ts";
import { runNs3, type Ns3Run } from "../../src/run/lab/lab.ts";
import { expected, load } from "./cases.ts";
import { parityLines } from "./files.ts";

/** The decoded trace, printed like the simulator's `trace_reader`. */
function traceLines(run: Ns3Run): string[] {
  const encoder = new TraceEncoder(run, { pauseTime: 5, stamped: false });
  const pieces = [traceHeader(run)];
  run.trace!.take((chunk) => pieces.push(encoder.encode(chunk)));
  return Array.from(decode(Buffer.concat(pieces), "mix.tr").records, recordText);
}

describe.each([
  ["with idle ends of transmission left out", true],
  ["with every end of transmission an event", false],
])("R1_trace, %s", (_how, elide) => {
  const run = runNs3(load("R1_trace"), { elide, queueDumpNs: 1_000_000, traced: [0, 1, 2, 3] });

  test("qlen.txt, a dump each millisecond", () => {
    expect(qlenText(run.queues!.take())).toBe(expected("R1_trace", "qlen.txt"));
  });

  test("mix.tr, 220,000 records of all four nodes", () => {
    const lines = traceLines(run);
    const wanted = parityLines("cases/R1_trace/mix.tr.txt.gz");
    const first = lines.findIndex((line, k) => line !== wanted[k]);
    expect([first, lines[first]]).toEqual([-1, undefined]);
    expect(lines.length).toBe(wanted.length);
  });
});
