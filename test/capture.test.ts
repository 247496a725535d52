/**
 * Reads the output of `xoff export pcapng` with an independent reader, and with tshark if it is installed. Compares both with the run's own
 * tables.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Capture, dscpsOf, readScenario, setUp, type Results } from "../src/run/lab/lab.ts";
import { CaptureFile } from "../src/report/capture-file.ts";
import { readPcapng, type ReadFrame } from "./pcapng-reader.ts";

/** Three senders send to one receiver under PFC, DCQCN and go-back-N. The link of the last sender damages frames. */
const SCENARIO = `
until: 1ms
topology:
  kind: file
  nodes:
    - { name: a, kind: host }
    - { name: b, kind: host }
    - { name: c, kind: host }
    - { name: r, kind: host }
    - { name: s, kind: switch }
  links:
    - { a: a, b: s, rate: 100Gbps, delay: 1us }
    - { a: b, b: s, rate: 100Gbps, delay: 1us }
    - { a: c, b: s, rate: 100Gbps, delay: 1us, frameErrorRate: 0.002 }
    - { a: r, b: s, rate: 100Gbps, delay: 1us }
switch: { memory: 1MB }
classes: { acks: control, dscp: ["26, 26, 3", "46, 47, 0"] }
onDrop: count
traffic:
  - { kind: flows, list: [ "a, r, 1000500B, 0us", "b, r, 1MB, 0us", "c, r, 1MB, 0us" ] }
policies:
  link: { name: pfc, quanta: 40000 }
  congestion: { name: dcqcn, cnpInterval: 4us }
`;

interface Captured {
  readonly bytes: Uint8Array;
  readonly frames: ReadFrame[];
  readonly results: Results;
}

function capture(text: string, from = 0, until?: number): Captured {
  const scenario = readScenario(text, "capture.yaml");
  const experiment = setUp(scenario);
  const { fabric } = experiment.network;
  const ports = Array.from({ length: fabric.ports }, (_, port) => port);
  const seen = new Capture(experiment.network, ports, from);
  const file = new CaptureFile(experiment.network, ports, dscpsOf(scenario));
  const results = experiment.results(experiment.run(until ?? scenario.until));
  seen.take((chunk) => {
    file.add(chunk);
  });
  const bytes = file.take();
  return { bytes, frames: readPcapng(bytes), results };
}

const { bytes, frames, results } = capture(SCENARIO);
const of = (port: string, leaves: boolean): ReadFrame[] =>
  frames.filter((one) => one.port === port && one.leaves === leaves);
const DATA = [0, 1, 2, 4];
const isData = ({ roce }: ReadFrame): boolean => roce !== undefined && DATA.includes(roce.opcode);
const isPause = ({ pause }: ReadFrame): boolean => pause !== undefined;

describe("a capture", () => {
  test("does not change the run, and has as many packets as the run counts", () => {
    const { run, results: plain } = setUp(readScenario(SCENARIO, "capture.yaml"));
    expect(plain(run(1e9)).summary.digest).toBe(results.summary.digest);

    const { counters } = results.summary;
    expect(frames.filter(({ leaves }) => leaves).length).toBe(counters.packet_hops);
    const sent = ["a-s", "b-s", "c-s"].flatMap((port) => of(port, true).filter(isData));
    expect(sent.length).toBe(counters.data_packets);
    expect(sent.filter(({ remark }) => remark === "retransmission").length).toBe(counters.repeated_packets);
    const answers = of("r-s", true).map(({ roce }) => roce);
    expect(answers.filter((one) => one?.opcode === 17 && one.syndrome >> 5 === 3).length).toBe(counters.nacks);
    expect(answers.filter((one) => one?.opcode === 0x81 && one.becn).length).toBe(counters.cnps);
    expect(of("r-s", false).filter((one) => isData(one) && one.roce!.ecn === 3).length).toBe(counters.marked_packets);
    expect(frames.filter((one) => one.leaves && isPause(one)).length).toBe(counters.link_frames);
    for (const what of ["nacks", "cnps", "link_frames", "pauses", "repeated_packets"] as const)
      expect(counters[what]).toBeGreaterThan(0);
  });

  test("numbers the packets of a queue pair one by one, and repeats numbers from the one in a NACK", () => {
    const psns = of("a-s", true)
      .filter(isData)
      .map(({ roce }) => roce!.psn);
    expect(psns).toEqual(Array.from({ length: 1001 }, (_, k) => k));
    const [first, second, ...rest] = of("a-s", true).filter(isData);
    expect([first, second, rest.at(-1)!].map(({ roce }) => roce!.opcode)).toEqual([0, 1, 2]);
    expect(new Set(of("r-s", false).map(({ roce }) => roce!.dscp))).toEqual(new Set([26]));
    expect(new Set(of("r-s", true).flatMap(({ roce }) => roce?.dscp ?? []))).toEqual(new Set([46]));
    expect([first.length, rest.at(-1)!.length]).toEqual([1058, 558]); // a payload of 1000 or 500 B, headers of 54 B, and an ICRC of 4 B

    let next = 0;
    let asked = -1;
    for (const { roce, leaves } of frames.filter(({ port }) => port === "c-s")) {
      if (roce?.opcode === 17 && !leaves && roce.syndrome === 0x60) asked = roce.psn;
      if (!leaves || roce === undefined) continue;
      if (roce.psn !== next) expect(roce.psn).toBe(asked);
      next = roce.psn + 1;
    }
    expect(next).toBe(1000);
    const acked = of("c-s", false).filter(({ roce }) => roce?.opcode === 17 && roce.syndrome === 0x1f);
    expect(acked.at(-1)!.roce).toMatchObject({ psn: 999, messages: 1, from: "10.0.0.4", to: "10.0.0.3" });
  });

  test("has a PAUSE where the table of PAUSEs has a row, with the scenario's quanta, and a RESUME where it ends", () => {
    const { rows, columns } = results.tables.pauses;
    /** A packet in transmission and an earlier PAUSE can delay this frame. They have 1062 and 64 B plus preamble and gap, at 100 Gbit/s. */
    const late = ((1062 + 20 + 64 + 20) * 8) / 100 + 1;
    let resumed = 0;
    for (let row = 0; row < rows; row++) {
      const [start, end] = [columns.start_ns[row], columns.start_ns[row] + columns.duration_ns[row]];
      const sent = of(`${columns.node[row]}-${columns.peer[row]}`, true).filter(isPause);
      const within = (at: number) => sent.filter(({ time }) => time >= Math.floor(at) && time <= at + late);
      const [stop] = within(start);
      expect(stop.pause).toEqual({ enabled: 8, quanta: [0, 0, 0, 40_000, 0, 0, 0, 0] });
      expect(stop.length).toBe(60);
      if (Number.isNaN(end)) continue;
      expect(within(end).some(({ pause }) => pause!.enabled === 8 && pause!.quanta[3] === 0)).toBe(true);
      resumed++;
    }
    expect(resumed).toBeGreaterThan(3);
    const stops = frames.filter((one) => one.leaves && one.pause !== undefined && one.pause.quanta[3] > 0);
    expect(stops.length).toBe(rows); // PAUSEs are shorter than the refresh interval of 1 ms, so none is repeated
  });

  test("has each frame at both ends of a link, a transmission time and the delay apart", () => {
    const [sent, come] = [of("a-s", true), of("s-a", false)];
    expect(come.length).toBe(sent.length);
    for (const [k, { time, length }] of sent.entries()) {
      const arrives = time + ((length + 4 + 20) * 8) / 100 + 1000;
      expect(Math.abs(come[k].time - arrives)).toBeLessThanOrEqual(1);
    }
  });

  test("of a time span has the frames within it, and no others", () => {
    const part = capture(SCENARIO, 50e6, 60e6).frames;
    expect(part).toEqual(frames.filter(({ time }) => time >= 50_000 && time < 60_000));
    expect(part.length).toBeGreaterThan(100);
  });
});

test("shows trimmed headers, messages of a transport and the entropy of each packet", () => {
  const { frames: all, results: found } = capture(`
until: 1ms
topology: { kind: star, hosts: 3 }
classes: { lossless: [] }
traffic: [{ kind: flows, list: ["h1, h0, 50KB", "h2, h0, 50KB"] }]
policies: { transport: { name: ndp, paths: 4 }, buffer: trim }
`);
  const [arrived, left] = [false, true].map((leaves) =>
    all.filter((one) => one.port === "h0-sw0" && one.leaves === leaves),
  );
  const trimmed = arrived.filter(({ remark }) => remark.endsWith("trimmed"));
  expect(trimmed.length).toBe(found.summary.counters.dropped_trimmed);
  expect(trimmed.length).toBeGreaterThan(0);
  expect(new Set(trimmed.map(({ length }) => length))).toEqual(new Set([58]));
  const nacks = left.filter(({ remark }) => /^reply of flow \d, h0 to h[12]: kind 1, value \d+$/.test(remark));
  expect(nacks.length).toBe(trimmed.length);
  expect(nacks[0].remark).toContain(`value ${trimmed[0].roce!.psn}`);
});

const hasTshark = spawnSync("tshark", ["--version"]).status === 0;
if (!hasTshark) console.warn("tshark is not installed: what it would say of a capture is not tested");

describe.skipIf(!hasTshark)("tshark", () => {
  const folder = mkdtempSync(join(tmpdir(), "xoff-capture-"));
  const file = join(folder, "run.pcapng");
  writeFileSync(file, bytes);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  /**
   * The fields of each frame, as tshark prints them. tshark takes a second to start, so it is called once for all
   * fields.
   */
  const FIELDS = [
    "_ws.malformed",
    "_ws.short",
    "ip.checksum.status",
    "frame.interface_name",
    "macc.opcode",
    "macc.cbfc.enbv",
    "macc.cbfc.pause_time.c3",
    "macc.cbfc.pause_time.c4",
    "infiniband.bth.opcode",
    "infiniband.bth.destqp",
    "infiniband.bth.psn",
    "ip.dsfield.ecn",
    "ip.dsfield.dscp",
    "udp.dstport",
    "infiniband.aeth.syndrome.error_code",
  ] as const;
  type Decoded = Readonly<Record<(typeof FIELDS)[number], string>>;
  let decoded: readonly Decoded[] = [];
  beforeAll(() => {
    const fields = FIELDS.flatMap((one) => ["-e", one]);
    const options = ["-n", "-r", file, "-o", "ip.check_checksum:TRUE", "-T", "fields", ...fields];
    const text = execFileSync("tshark", options, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 28,
    });
    const lines = text.split("\n").slice(0, -1);
    decoded = lines.map((line) => Object.fromEntries(line.split("\t").map((one, k) => [FIELDS[k], one])) as Decoded);
  });

  test("finds nothing malformed, cut or wrong in its checksum, and knows every frame", () => {
    expect(decoded.length).toBe(frames.length);
    for (const one of decoded) {
      expect([one["_ws.malformed"], one["_ws.short"]]).toEqual(["", ""]);
      const isRoce = one["infiniband.bth.opcode"] !== "";
      expect(one["ip.checksum.status"]).toBe(isRoce ? "1" : "");
      expect(one["macc.opcode"] === "").toBe(isRoce);
    }
  });

  test("decodes PAUSEs, data, ACKs, NACKs and CNPs correctly", () => {
    const columns = (rows: readonly Decoded[], ...names: (keyof Decoded)[]): string[] =>
      rows.map((one) => names.map((name) => one[name]).join("\t"));
    const pauses = decoded.filter((one) => one["macc.opcode"] !== "");
    expect(
      columns(
        pauses,
        ...(["frame.interface_name", "macc.opcode", "macc.cbfc.enbv"] as const),
        ...(["macc.cbfc.pause_time.c3", "macc.cbfc.pause_time.c4"] as const),
      ),
    ).toEqual(
      frames.filter(isPause).map(({ port, pause }) => [port, "0x0101", "0x0008", pause!.quanta[3], 0].join("\t")),
    );
    const roce = decoded.filter((one) => one["infiniband.bth.opcode"] !== "");
    const hex = (pair: number): string => `0x${pair.toString(16).padStart(6, "0")}`;
    expect(
      columns(
        roce,
        ...(["frame.interface_name", "infiniband.bth.opcode", "infiniband.bth.destqp", "infiniband.bth.psn"] as const),
        ...(["ip.dsfield.ecn", "ip.dsfield.dscp", "udp.dstport"] as const),
      ),
    ).toEqual(
      frames
        .filter(({ roce }) => roce !== undefined)
        .map(({ port, roce: one }) =>
          [port, one!.opcode, hex(one!.pair), one!.psn, one!.ecn, one!.dscp, 4791].join("\t"),
        ),
    );
    expect(decoded.filter((one) => one["infiniband.aeth.syndrome.error_code"] === "0").length).toBe(
      frames.filter((one) => one.roce?.syndrome === 0x60).length,
    );
  });
});
