import { CLASS_BITS } from "../../base/queue-number.ts";
import { expect, test } from "vitest";
import { PORT, QUEUE } from "../../contracts/link.ts";
import { causesOf } from "./pause-index.ts";
import { PauseRecord } from "./pause-record.ts";

const PORTS = 4;
const begin = (record: PauseRecord, time: number, port: number, scope = QUEUE): void => {
  record.begin({
    time,
    port,
    cls: 3,
    scope,
    occupancy: 10,
    threshold: 9,
    target: -1,
    egress: -1,
    stopped: -1,
    stoppedQueue: -1,
  });
};

test("a row lasts from the decision to pause to the decision to resume; one that holds has no end", () => {
  const record = new PauseRecord(PORTS, 100);
  begin(record, 10, 0);
  begin(record, 20, 1);
  record.finish(50, 0, 3, QUEUE);
  expect(record.rows).toBe(2);
  expect([...record.end.subarray(0, 2)]).toEqual([50, NaN]);
  expect([...record.byPort]).toEqual([1, 1, 0, 0]);
});

test("a queue's PAUSE and its port's are apart; the later of the two is the latest", () => {
  const record = new PauseRecord(PORTS, 100);
  begin(record, 10, 0, QUEUE);
  begin(record, 20, 0, PORT);
  record.finish(30, 0, 3, PORT);
  expect([...record.end.subarray(0, 2)]).toEqual([NaN, 30]);
  expect([record.latest(0, 3), record.latest(0, 4), record.latest(1, 3)]).toEqual([1, 1, -1]);
});

test("of 1000 PAUSEs and room for 300, 300 have rows and all are counted; one without a row is nobody's cause", () => {
  const record = new PauseRecord(PORTS, 300);
  for (let k = 0; k < 1000; k++) {
    if (record.hasRoom) begin(record, k, 2);
    else record.pass(k, 2, 3, QUEUE);
    if (k < 999) record.finish(k + 1, 2, 3, QUEUE);
  }
  expect([record.rows, record.count, record.byPort[2]]).toEqual([300, 1000, 1000]);
  expect(record.latest(2, 3)).toBe(-1);
  expect(record.end[299]).toBe(300);
});

test("PAUSEs of one picosecond are in the order of their ports, whichever was told first", () => {
  const record = new PauseRecord(PORTS, 100);
  for (const port of [3, 1, 2]) begin(record, 10, port);
  begin(record, 11, 0);
  record.finish(20, 3, 3, QUEUE);
  expect(Array.from(record.queue.subarray(0, 4), (queue) => queue >> CLASS_BITS)).toEqual([1, 2, 3, 0]);
  expect([...record.end.subarray(0, 4)]).toEqual([NaN, NaN, 20, NaN]);
  expect(record.latest(3, 3)).toBe(2);
});

test("a PAUSE's cause is the latest before it by which the next hop had stopped the port that its bytes waited for", () => {
  const record = new PauseRecord(PORTS, 100);
  const peer = [1, 0, 3, 2];
  begin(record, 10, 1);
  begin(record, 20, 1, PORT);
  const blocked = { egress: 0, stopped: 0, stoppedQueue: -1 };
  record.begin({ time: 30, port: 2, cls: 3, scope: QUEUE, target: -1, occupancy: 10, threshold: 9, ...blocked });
  begin(record, 40, 1);
  expect([...causesOf(record, peer, [0, 0, 0, 0])]).toEqual([-1, -1, 1, -1]);
  // At time 30 the PAUSE sent at 20 is still on its way, because the link has a delay of 15. The PAUSE sent at 10 is in
  // effect.
  expect([...causesOf(record, peer, [15, 15, 0, 0])]).toEqual([-1, -1, 0, -1]);
});
