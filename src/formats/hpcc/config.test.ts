import { expect, test } from "vitest";
import { parityCases, parityText } from "../../../test/parity/files.ts";
import { parseConfig } from "./config.ts";

const parse = (text: string) => parseConfig(text, "config.txt");

test.each(parityCases)("the config of %s is read without a warning", (name) => {
  const { config, warnings } = parse(parityText(`cases/${name}/config.txt`));
  expect(warnings).toEqual([]);
  expect(config.topologyFile).toBe("topology.txt");
  expect(config.kmax.get(100e9)).toBeGreaterThan(0);
});

test("R6: every key in its unit", () => {
  const { config } = parse(parityText("cases/R6_pfc_dcqcn/config.txt"));
  expect(config).toEqual({
    enableQcn: true,
    useDynamicPfcThreshold: true,
    packetPayload: 1000,
    topologyFile: "topology.txt",
    flowFile: "flow.txt",
    traceFile: "trace.txt",
    traceOutputFile: "mix.tr",
    fctOutputFile: "fct.txt",
    pfcOutputFile: "pfc.txt",
    stopTimeNs: 100_000_000,
    ccMode: 1,
    alphaResumeIntervalNs: 1000,
    rateDecreaseIntervalNs: 4000,
    rpTimerNs: 300_000,
    clampTargetRate: false,
    ewmaGain: 1 / 256,
    fastRecoveryTimes: 1,
    rateAi: 20e6,
    rateHai: 200e6,
    minRate: 1000e6,
    dctcpRateAi: 1000e6,
    errorRatePerLink: 0,
    l2ChunkSize: 4000,
    l2AckInterval: 1,
    l2BackToZero: false,
    hasWin: false,
    globalT: true,
    varWin: false,
    fastReact: false,
    uTarget: 0.95,
    miThresh: 0,
    intMulti: 1,
    multiRate: false,
    sampleFeedback: false,
    pintLogBase: 1.05,
    pintProb: 1,
    rateBound: true,
    ackHighPrio: true,
    enableTrace: false,
    kmax: new Map([
      [100e9, 1_600_000],
      [400e9, 6_400_000],
    ]),
    kmin: new Map([
      [100e9, 400_000],
      [400e9, 1_600_000],
    ]),
    pmax: new Map([
      [100e9, 0.2],
      [400e9, 0.2],
    ]),
    buffer: 1_048_576,
    qlenMonFile: "qlen.txt",
    qlenMonStartNs: 1_100_000_000,
    qlenMonEndNs: 1_100_000_000,
    pauseTime: 5,
    dataRate: "",
    linkDelay: "",
  });
});

test("what is left out takes the simulator's default: 16 MiB, 3.01 s, windows, minimum rate 100 Mb/s, gain 0", () => {
  const { config, warnings } = parse("CC_MODE 3");
  expect(config).toMatchObject({ buffer: 16_777_216, hasWin: true, minRate: 100e6, ewmaGain: 0, multiRate: true });
  expect(config.stopTimeNs).toBe(3_009_999_999); // the double nearest to 3.01 is less than 3.01
  expect(warnings).toEqual([]);
});

test("timers keep whole microseconds, rates whole bits; GLOBAL_T is on at 1 only", () => {
  const { config } = parse("RP_TIMER 55.9\nRATE_AI 0.0000000019Gb/s\nGLOBAL_T 2\nHAS_WIN 2");
  expect(config).toMatchObject({ rpTimerNs: 55_000, rateAi: 1, globalT: false, hasWin: true });
});

test("CRLF, tabs and several keys on a line are read as the simulator reads them", () => {
  const { config, warnings } = parse("CC_MODE\t8\r\nBUFFER_SIZE 2 INT_MULTI 4\r\n");
  expect([config.ccMode, config.buffer, config.intMulti, warnings]).toEqual([8, 2_097_152, 4, []]);
});

test("a map named twice keeps what it had; any key named twice is a warning, and the last counts", () => {
  const { config, warnings } = parse("KMAX_MAP 1 25 400\nKMAX_MAP 2 25 500 50 800\nVAR_WIN 1\nVAR_WIN 0");
  expect([...config.kmax]).toEqual([
    [25, 500_000],
    [50, 800_000],
  ]);
  expect(config.varWin).toBe(false);
  expect(warnings).toEqual([
    'config.txt:2: set more than once; the last value applies: "KMAX_MAP" (line 2), "VAR_WIN" (line 4).',
  ]);
});

test("comments are passed over, with a warning where the simulator would read a key in one", () => {
  const { config, warnings } = parse("# for the incast of section 5\nCC_MODE 3 # HPCC\n# CC_MODE 1\n");
  expect(config.ccMode).toBe(3);
  expect(warnings).toEqual(['config.txt:3: the simulator has no comments and would read these: "CC_MODE" (line 3).']);
});

test("keys that nobody knows are one warning, with the key that was meant", () => {
  const { warnings } = parse("CC_MODE 1\nKMAXMAP 1 100 400\ncc_mode 3\nLB_MODE_X 9\n");
  expect(warnings).toEqual([
    'config.txt:2: ignored, as the simulator does: "KMAXMAP" (line 2; did you mean KMAX_MAP?), ' +
      '"cc_mode" (line 3; did you mean CC_MODE?), "LB_MODE_X" (line 4).',
  ]);
});

test("of a million unknown words ten are named, the others counted", () => {
  const { warnings } = parse(`CC_MODE 1\n${"x\n".repeat(1e6)}`);
  expect(warnings.length).toBe(1);
  expect(warnings[0]).toMatch(/"x" \(line 11\), and 999990 more\.$/);
});

test("CC_MODE 2 is no congestion control, and says so", () => {
  expect(parse("CC_MODE 2").warnings).toEqual([
    "config.txt:1: CC_MODE 2 means no congestion control: flows keep their line rate.",
  ]);
});

test.each([
  ["CC_MODE", "config.txt:1: expected a congestion control for CC_MODE, found the end of the line"],
  ["VAR_WIN\nCC_MODE 1", "config.txt:1: expected 0 or 1 for VAR_WIN, found the end of the line"],
  ["QLEN_MON_FILE # none", "config.txt:1: expected a word for QLEN_MON_FILE, found the end of the line"],
  ["\nENABLE_QCN yes", 'config.txt:2:12: expected 0 or 1 for ENABLE_QCN, found "yes"'],
  ["CC_MODE dcqcn", 'config.txt:1:9: expected a whole number for CC_MODE, found "dcqcn". 1 is DCQCN'],
  ["EWMA_GAIN 1/16", 'config.txt:1:11: expected a number of 0 or more for EWMA_GAIN, found "1/16"'],
  ["RP_TIMER -1", 'config.txt:1:10: expected a number of 0 or more for RP_TIMER, found "-1"'],
  ["RATE_AI 5e1", 'config.txt:1:9: expected a rate such as 50Mb/s for RATE_AI, found "5e1". Units are Gb/s'],
  ["BUFFER_SIZE 32.5", 'config.txt:1:13: expected a whole number from 1 to 4095 for BUFFER_SIZE, found "32.5"'],
  ["BUFFER_SIZE 0", 'config.txt:1:13: expected a whole number from 1 to 4095 for BUFFER_SIZE, found "0"'],
  ["INT_MULTI 0", 'config.txt:1:11: expected a whole number of 1 or more for INT_MULTI, found "0"'],
  ["KMAX_MAP 2 25 400", "config.txt:1: expected a rate in bits per second for KMAX_MAP, found the end of the line"],
  [
    "KMIN_MAP 1 100Gbps 4",
    'config.txt:1:12: expected a rate in bits per second of 1 or more for KMIN_MAP, found "100Gb',
  ],
  ["PMAX_MAP 1 25 x", 'config.txt:1:15: expected a number of 0 or more for PMAX_MAP, found "x"'],
])("%j is refused: %s", (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test("a rate without a unit is in bit/s, and a whole number may have a point", () => {
  const { config } = parse("RATE_AI 50000000\nBUFFER_SIZE 32.0\nHAS_WIN 0.0\nGLOBAL_T 1.\nCC_MODE 10\n");
  expect(config).toMatchObject({ rateAi: 50e6, buffer: 32 * 1024 * 1024, hasWin: false, globalT: true, ccMode: 10 });
});

test("a link goes down so many microseconds after 2 s, or none does", () => {
  expect(parse("LINK_DOWN 1000 2 3").config.linkDown).toEqual({ us: 1000, a: 2, b: 3 });
  expect(parse("LINK_DOWN 0 2 3").config.linkDown).toBeUndefined();
  expect(() => parse("LINK_DOWN soon 2 3")).toThrow(
    "config.txt:1:11: expected a time in whole microseconds for LINK_DOWN",
  );
});

test("a file without one known key is no config", () => {
  expect(() => parse("")).toThrow("config.txt:1: expected lines of a key and a value such as CC_MODE 1, found the end");
  expect(() => parse("18 1 17\n17\n")).toThrow('found "18"');
  expect(() => parse("\0\u0001\ufffd".repeat(1e6))).toThrow(/found ".{0,40}\.\.\."\. It is not a text file/);
});
