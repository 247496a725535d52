/**
 * The keys of `config.txt`: their meaning, their defaults, and how their values are read.
 *
 * A missing key gets the simulator's default, even an odd one (EWMA_GAIN is 0, because the simulator computes 1 / 16 in integers). Here
 * each quantity is converted to one unit, so the rest of the code has no KB and no microseconds.
 *
 * docs/ns3-semantics.md defines the keys in section 17, and the units of rates and times in section 1.
 */
import { microsecondsToNs, rateToBps, secondsToNs } from "../../fidelity/ns3/time.ts";
import type { Bps, Bytes } from "../../base/units.ts";
import type { InputError } from "./input-error.ts";
import type { Scanner, Token } from "./scanner.ts";

/** A config, key by key. Times are in whole nanoseconds, sizes in bytes, rates in bits per second. */
export interface HpccConfig {
  /** ENABLE_QCN: switches mark ECN. */
  readonly enableQcn: boolean;
  /** USE_DYNAMIC_PFC_THRESHOLD: without effect in the simulator. */
  readonly useDynamicPfcThreshold: boolean;
  /** PACKET_PAYLOAD_SIZE. */
  readonly packetPayload: Bytes;
  /** TOPOLOGY_FILE. This path and the three below are empty if the config lacks them. The two outputs after them have default names. */
  readonly topologyFile: string;
  readonly flowFile: string;
  readonly traceFile: string;
  readonly traceOutputFile: string;
  readonly fctOutputFile: string;
  readonly pfcOutputFile: string;
  /** SIMULATOR_STOP_TIME; the file has it in seconds. */
  readonly stopTimeNs: number;
  /**
   * CC_MODE, the congestion control:
   *
   * - 1 DCQCN
   * - 3 HPCC
   * - 7 TIMELY
   * - 8 DCTCP
   * - 10 HPCC-PINT
   * - any other value: none
   */
  readonly ccMode: number;
  /** ALPHA_RESUME_INTERVAL. The file has it in microseconds. A fraction of a microsecond is dropped, as in HPCC's simulator. */
  readonly alphaResumeIntervalNs: number;
  /** RATE_DECREASE_INTERVAL. The file has it in microseconds. A fraction of a microsecond is dropped, as in HPCC's simulator. */
  readonly rateDecreaseIntervalNs: number;
  /** RP_TIMER. The file has it in microseconds. A fraction of a microsecond is dropped, as in HPCC's simulator. */
  readonly rpTimerNs: number;
  readonly clampTargetRate: boolean;
  readonly ewmaGain: number;
  readonly fastRecoveryTimes: number;
  readonly rateAi: Bps;
  readonly rateHai: Bps;
  readonly minRate: Bps;
  readonly dctcpRateAi: Bps;
  /** ERROR_RATE_PER_LINK: the probability of packet loss on links for which the topology file states 0. */
  readonly errorRatePerLink: number;
  readonly l2ChunkSize: Bytes;
  readonly l2AckInterval: Bytes;
  readonly l2BackToZero: boolean;
  /**
   * HAS_WIN: flows have a window. With GLOBAL_T 1 the window is the largest bandwidth-delay product of all pairs of hosts, otherwise that
   * of the flow's own pair.
   */
  readonly hasWin: boolean;
  readonly globalT: boolean;
  readonly varWin: boolean;
  readonly fastReact: boolean;
  readonly uTarget: number;
  readonly miThresh: number;
  readonly intMulti: number;
  readonly multiRate: boolean;
  readonly sampleFeedback: boolean;
  readonly pintLogBase: number;
  readonly pintProb: number;
  readonly rateBound: boolean;
  readonly ackHighPrio: boolean;
  readonly enableTrace: boolean;
  /** KMAX_MAP, KMIN_MAP: ECN thresholds by port rate. The file has them in units of 1000 bytes. */
  readonly kmax: ReadonlyMap<Bps, Bytes>;
  readonly kmin: ReadonlyMap<Bps, Bytes>;
  /** PMAX_MAP: marking probability at kmax, by port rate. */
  readonly pmax: ReadonlyMap<Bps, number>;
  /** BUFFER_SIZE: memory of a switch. The file has it in units of 2^20 bytes. */
  readonly buffer: Bytes;
  readonly qlenMonFile: string;
  readonly qlenMonStartNs: number;
  readonly qlenMonEndNs: number;
  /** PAUSE_TIME: the pause time in PFC frames. It has no other effect in the simulator. */
  readonly pauseTime: number;
  /** LINK_DOWN: the link between two nodes goes down this many microseconds after 2 s. Undefined if no link goes down. */
  readonly linkDown: { readonly us: number; readonly a: number; readonly b: number } | undefined;
  /** DATA_RATE. It has no effect in the simulator. */
  readonly dataRate: string;
  /** LINK_DELAY. It has no effect in the simulator. */
  readonly linkDelay: string;
}

/** The simulator's value of each key that the file lacks. */
export const defaults: HpccConfig = {
  enableQcn: true,
  useDynamicPfcThreshold: true,
  packetPayload: 1000,
  topologyFile: "",
  flowFile: "",
  traceFile: "",
  traceOutputFile: "",
  fctOutputFile: "fct.txt",
  pfcOutputFile: "pfc.txt",
  stopTimeNs: secondsToNs(3.01),
  ccMode: 1,
  alphaResumeIntervalNs: microsecondsToNs(55),
  rateDecreaseIntervalNs: microsecondsToNs(4),
  rpTimerNs: 0,
  clampTargetRate: false,
  ewmaGain: 0,
  fastRecoveryTimes: 5,
  rateAi: 0,
  rateHai: 0,
  minRate: 100e6,
  dctcpRateAi: 1000e6,
  errorRatePerLink: 0,
  l2ChunkSize: 0,
  l2AckInterval: 0,
  l2BackToZero: false,
  hasWin: true,
  globalT: true,
  varWin: false,
  fastReact: true,
  uTarget: 0.95,
  miThresh: 5,
  intMulti: 1,
  multiRate: true,
  sampleFeedback: false,
  pintLogBase: 1.05,
  pintProb: 1,
  rateBound: true,
  ackHighPrio: false,
  enableTrace: true,
  kmax: new Map(),
  kmin: new Map(),
  pmax: new Map(),
  buffer: 16 * 1024 * 1024,
  qlenMonFile: "",
  qlenMonStartNs: 2_000_000_000,
  qlenMonEndNs: 2_100_000_000,
  pauseTime: 5,
  linkDown: undefined,
  dataRate: "",
  linkDelay: "",
};

const UINT32_MAX = 4_294_967_295;
const UINT64_MAX = Number.MAX_SAFE_INTEGER; // The largest uint64 that a number holds exactly.

/** Reads the values of one key, one after the other. A missing or wrong value is an error that says what is expected. */
export class Values {
  readonly #scanner: Scanner;
  readonly #key: string;

  constructor(scanner: Scanner, key: string) {
    this.#scanner = scanner;
    this.#key = key;
  }

  word(what: string): Token {
    const token = this.#scanner.peek();
    if (token === undefined || token.line !== this.#scanner.line || token.text.startsWith("#")) {
      throw this.#scanner.errorAt(this.#scanner.line, `${what} for ${this.#key}`, "the end of the line");
    }
    return this.#scanner.take() ?? token;
  }

  /** Skips the rest of the line. */
  rest(): void {
    for (let token = this.#scanner.takeOnLine(); token !== undefined; token = this.#scanner.takeOnLine());
  }

  whole(min: number, max: number, what = "a whole number", hint?: string, token = this.word(what)): number {
    const range = max < UINT32_MAX ? ` from ${min} to ${max}` : min > 0 ? ` of ${min} or more` : "";
    return this.#scanner.whole(token, min, max, `${what}${range} for ${this.#key}`, hint);
  }

  /**
   * Reads the only or last value of a key. The value may have the form 32.0: the simulator reads 32 and skips ".0" as an
   * unknown key.
   */
  lastWhole(min: number, max: number, what = "a whole number", hint?: string): number {
    const token = this.word(what);
    return this.whole(min, max, what, hint, { ...token, text: token.text.replace(/^(\d{1,15})\.0*$/, "$1") });
  }

  decimal(hint?: string): number {
    return this.#scanner.decimal(this.word("a number"), 0, 1e15, `a number of 0 or more for ${this.#key}`, hint);
  }

  rate(): Bps {
    const token = this.word("a rate");
    const bps = rateToBps(token.text);
    if (bps !== undefined && bps <= Number.MAX_SAFE_INTEGER) return bps;
    const hint =
      "Units are Gb/s, Mb/s, Kb/s and b/s. They follow the number without a blank, and the default is bit/s.";
    throw this.error(token, `a rate such as 50Mb/s for ${this.#key}`, hint);
  }

  error(token: Token, expected: string, hint: string): InputError {
    return this.#scanner.error(token, expected, hint);
  }
}

/** A config while its file is read. */
type Draft = { -readonly [K in keyof HpccConfig]: HpccConfig[K] };

/** Reads the values of one key into the config. */
type Entry = (config: Draft, values: Values) => void;

/** Fields of the config that hold a T. */
type FieldOf<T> = { [K in keyof HpccConfig]: HpccConfig[K] extends T ? K : never }[keyof HpccConfig];

const flag =
  (field: FieldOf<boolean>): Entry =>
  (config, values) => {
    config[field] = values.lastWhole(0, UINT32_MAX, "0 or 1") !== 0;
  };

const word =
  (field: FieldOf<string>): Entry =>
  (config, values) => {
    config[field] = values.word("a word").text;
  };

/**
 * Returns the hint for a value with a unit, such as 4s or 32MB. Such a value is rejected, because the simulator would
 * ignore the unit.
 */
const counts = (what: string): string => `It is in ${what}, without a unit.`;

/** Reads an integer from `min` to `max` and multiplies it by `unit`. `of` is the name of the unit. */
const whole =
  (field: FieldOf<number>, { min = 0, max = UINT32_MAX, unit = 1, of = "" } = {}): Entry =>
  (config, values) => {
    config[field] = values.lastWhole(min, max, undefined, of === "" ? undefined : counts(of)) * unit;
  };

/** Reads a number of 0 or more and applies `convert`. `of` is the name of the unit. */
const decimal =
  (field: FieldOf<number>, of = "", convert = (value: number) => value): Entry =>
  (config, values) => {
    config[field] = convert(values.decimal(of === "" ? undefined : counts(of)));
  };

const rate =
  (field: FieldOf<number>): Entry =>
  (config, values) => {
    config[field] = values.rate();
  };

/** Reads a map, `n (bps value)*n`. A second map adds to the first, as in the simulator. */
const map =
  (field: "kmax" | "kmin" | "pmax", read: (values: Values) => number): Entry =>
  (config, values) => {
    const entries = new Map(config[field]);
    const hint = "Write the number of pairs, then for each a rate in bits per second and a value.";
    for (let left = values.whole(0, UINT32_MAX, "the number of pairs", hint); left > 0; left--) {
      const bps = values.whole(1, UINT64_MAX, "a rate in bits per second", hint);
      entries.set(bps, read(values));
    }
    config[field] = entries;
  };

/** Reads a threshold in units of 1000 bytes. Its number of bytes must fit into 32 bits, as in the simulator. */
const kilobytes = (values: Values) =>
  values.whole(0, Math.floor(UINT32_MAX / 1000), undefined, counts("KB of 1000 bytes")) * 1000;

/** CC_MODE of HPCC-PINT. */
export const PINT = 10;

const ccMode: Entry = (config, values) => {
  const token = values.word("a congestion control");
  if (!/^\d{1,9}$/.test(token.text)) {
    throw values.error(token, "a whole number for CC_MODE", "1 is DCQCN, 3 HPCC, 7 TIMELY, 8 DCTCP.");
  }
  config.ccMode = Number(token.text);
};

/** LINK_DOWN 0 0 0 means that no link goes down. */
const linkDown: Entry = (config, values) => {
  const us = values.whole(0, UINT32_MAX, "a time in whole microseconds");
  const a = values.whole(0, UINT32_MAX, "a node");
  const b = values.whole(0, UINT32_MAX, "a node");
  config.linkDown = us === 0 ? undefined : { us, a, b };
};

/** Parsers that the configs of other simulators also use. */
export const entries = { whole };

/** The parser for the values of each key. */
export const keys: ReadonlyMap<string, Entry> = new Map([
  ["ENABLE_QCN", flag("enableQcn")],
  ["USE_DYNAMIC_PFC_THRESHOLD", flag("useDynamicPfcThreshold")],
  ["PACKET_PAYLOAD_SIZE", whole("packetPayload", { min: 1, max: 65_000, of: "bytes" })],
  ["TOPOLOGY_FILE", word("topologyFile")],
  ["FLOW_FILE", word("flowFile")],
  ["TRACE_FILE", word("traceFile")],
  ["TRACE_OUTPUT_FILE", word("traceOutputFile")],
  ["FCT_OUTPUT_FILE", word("fctOutputFile")],
  ["PFC_OUTPUT_FILE", word("pfcOutputFile")],
  ["SIMULATOR_STOP_TIME", decimal("stopTimeNs", "seconds", secondsToNs)],
  ["CC_MODE", ccMode],
  ["ALPHA_RESUME_INTERVAL", decimal("alphaResumeIntervalNs", "microseconds", microsecondsToNs)],
  ["RATE_DECREASE_INTERVAL", decimal("rateDecreaseIntervalNs", "microseconds", microsecondsToNs)],
  ["RP_TIMER", decimal("rpTimerNs", "microseconds", microsecondsToNs)],
  ["CLAMP_TARGET_RATE", flag("clampTargetRate")],
  ["EWMA_GAIN", decimal("ewmaGain")],
  ["FAST_RECOVERY_TIMES", whole("fastRecoveryTimes")],
  ["RATE_AI", rate("rateAi")],
  ["RATE_HAI", rate("rateHai")],
  ["MIN_RATE", rate("minRate")],
  ["DCTCP_RATE_AI", rate("dctcpRateAi")],
  ["ERROR_RATE_PER_LINK", decimal("errorRatePerLink")],
  ["L2_CHUNK_SIZE", whole("l2ChunkSize", { of: "bytes" })],
  ["L2_ACK_INTERVAL", whole("l2AckInterval", { of: "bytes" })],
  ["L2_BACK_TO_ZERO", flag("l2BackToZero")],
  ["HAS_WIN", flag("hasWin")],
  ["GLOBAL_T", (config, values) => (config.globalT = values.lastWhole(0, UINT32_MAX, "0 or 1") === 1)],
  ["VAR_WIN", flag("varWin")],
  ["FAST_REACT", flag("fastReact")],
  ["U_TARGET", decimal("uTarget")],
  ["MI_THRESH", whole("miThresh")],
  ["INT_MULTI", whole("intMulti", { min: 1 })],
  ["MULTI_RATE", flag("multiRate")],
  ["SAMPLE_FEEDBACK", flag("sampleFeedback")],
  ["PINT_LOG_BASE", decimal("pintLogBase")],
  ["PINT_PROB", decimal("pintProb")],
  ["RATE_BOUND", flag("rateBound")],
  ["ACK_HIGH_PRIO", flag("ackHighPrio")],
  ["LINK_DOWN", linkDown],
  ["ENABLE_TRACE", flag("enableTrace")],
  ["KMAX_MAP", map("kmax", kilobytes)],
  ["KMIN_MAP", map("kmin", kilobytes)],
  ["PMAX_MAP", map("pmax", (values) => values.decimal())],
  ["BUFFER_SIZE", whole("buffer", { min: 1, max: 4095, unit: 1024 * 1024, of: "MiB" })],
  ["QLEN_MON_FILE", word("qlenMonFile")],
  ["QLEN_MON_START", whole("qlenMonStartNs", { max: UINT64_MAX, of: "nanoseconds" })],
  ["QLEN_MON_END", whole("qlenMonEndNs", { max: UINT64_MAX, of: "nanoseconds" })],
  ["PAUSE_TIME", decimal("pauseTime")],
  ["DATA_RATE", word("dataRate")],
  ["LINK_DELAY", word("linkDelay")],
]);
