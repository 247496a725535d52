import { expect, test } from "vitest";
import { BlockWriter } from "./blocks.ts";
import { pauseCounters } from "./pause-counters.ts";

/** A PFC frame with this class enable vector. It pauses each class for `quanta`, 0 to 255. */
function pfc(vector: number, quanta = 255): Uint8Array {
  const frame = new Uint8Array(60);
  frame.set([0x01, 0x80, 0xc2, 0, 0, 1], 0);
  frame.set([0x88, 0x08, 0x01, 0x01, 0, vector], 12);
  for (let cls = 0; cls < 8; cls++) frame[19 + 2 * cls] = quanta;
  return frame;
}
const once = [0, 0, 0, 1, 0, 0, 0, 0];
const data = new Uint8Array(60).fill(8);

test("pcapng: frames of two ports, received and sent, by class. Other frames are skipped", () => {
  const writer = new BlockWriter();
  writer.section("test");
  for (const name of ["leaf0-h1", "leaf0-h2"]) writer.port({ name, about: "", rate: 1e9 });
  writer.frame({ port: 0, timeNs: 1, leaves: false, bytes: pfc(0b1000) });
  writer.frame({ port: 0, timeNs: 2, leaves: true, bytes: pfc(0b11000), remark: "odd" });
  writer.frame({ port: 1, timeNs: 3, leaves: false, bytes: pfc(0b1000) });
  writer.frame({ port: 1, timeNs: 4, leaves: false, bytes: data });
  expect([...pauseCounters(writer.take(), "c.pcapng", "c")]).toEqual([
    ["leaf0-h1", { rxPfc: once, rxPauseTransitions: once, txPfc: [0, 0, 0, 1, 1, 0, 0, 0] }],
    ["leaf0-h2", { rxPfc: once, rxPauseTransitions: once }],
  ]);
});

/** A pcap file with these frames. */
function pcap(frames: readonly Uint8Array[], isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(24 + frames.reduce((sum, { length }) => sum + 16 + length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xa1b2c3d4, isLittle);
  let at = 24;
  for (const frame of frames) {
    view.setUint32(at + 8, frame.length, isLittle);
    bytes.set(frame, at + 16);
    at += 16 + frame.length;
  }
  return bytes;
}

test.each([true, false])(
  "pcap, little-endian %s: the file's name is the port, and its frames count as received",
  (isLittle) => {
    const tagged = new Uint8Array(64);
    tagged.set([0x81, 0, 0, 0, 0x88, 0x08, 0x01, 0x01, 0, 0b1000], 12);
    expect([...pauseCounters(pcap([pfc(0b1000), data, tagged], isLittle), "leaf0-h1.pcap", "leaf0-h1")]).toEqual([
      ["leaf0-h1", { rxPfc: [0, 0, 0, 2, 0, 0, 0, 0], rxPauseTransitions: once }],
    ]);
  },
);

test("PAUSE, PAUSE, resume, PAUSE: four frames, and the port was paused twice", () => {
  const frames = [pfc(8), pfc(8), pfc(8, 0), pfc(8)];
  const [[, { rxPfc, rxPauseTransitions }]] = pauseCounters(pcap(frames, true), "c.pcap", "c");
  expect([rxPfc?.[3], rxPauseTransitions?.[3]]).toEqual([4, 2]);
});

test("a capture that was cut off, and one without PFC frames, are refused", () => {
  const whole = pcap([pfc(8), pfc(8)], true);
  expect(() => pauseCounters(whole.subarray(0, whole.length - 4), "c.pcap", "c")).toThrow("cut off at byte 100");
  expect(() => pauseCounters(pcap([data], true), "c.pcap", "c")).toThrow("expected PFC frames");
});
