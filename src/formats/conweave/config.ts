/**
 * Parses `config.txt` of ConWeave's simulator: HPCC's keys, and ConWeave's own keys for load balancing, recovery and monitoring.
 *
 *   LB_MODE 3
 *   ENABLE_IRN 1
 *
 * Defined in docs/conweave-semantics.md
 */
import { microsecondsToNs, secondsToNs } from "../../fidelity/ns3/time.ts";
import { readKeys } from "../hpcc/config.ts";
import { defaults as hpccDefaults, entries, keys as hpccKeys, Values, type HpccConfig } from "../hpcc/config-keys.ts";
import type { HpccInput } from "../hpcc/import-notes.ts";
import { InputError, quote } from "../hpcc/input-error.ts";

/** The keys of HPCC's config and ConWeave's own. Times are in whole nanoseconds, sizes in bytes. */
export interface ConweaveConfig extends HpccConfig {
  /** LB_MODE. */
  readonly lbMode: number;
  readonly enablePfc: boolean;
  readonly enableIrn: boolean;
  readonly flowgenStartNs: number;
  readonly flowgenStopNs: number;
  /**
   * SW_MONITORING_INTERVAL, ns: the time between samples of connections. At each sample, IRN's senders also skip the
   * packets that they know to have arrived.
   */
  readonly monitoringNs: number;
  /** This field and the next four: ConWeave's durations, ns, from keys such as CONWEAVE_TX_EXPIRY_TIME (docs/conweave-semantics.md). */
  readonly expiryNs: number;
  readonly replyExtraNs: number;
  readonly pathPauseNs: number;
  readonly flushExtraNs: number;
  readonly flushDefaultNs: number;
  /** RANDOM_SEED: the seed of rand() and of ns-3's random generators. */
  readonly seed: number;
}

export interface ConweaveInput extends HpccInput {
  readonly config: ConweaveConfig;
}

export interface ParsedConweave {
  readonly config: ConweaveConfig;
  readonly lines: ReadonlyMap<string, number>;
  readonly warnings: readonly string[];
}

/** Load balancing scheme by LB_MODE. */
export const SCHEMES: Readonly<Record<number, string>> = {
  0: "ecmp",
  2: "drill",
  3: "conga",
  6: "letflow",
  9: "conweave",
};

/**
 * Keys that only ConWeave's simulator has, and not HPCC's. A config with one of them belongs to ConWeave's simulator.
 */
const OWN = [
  ...["LB_MODE", "ENABLE_PFC", "ENABLE_IRN", "FLOWGEN_START_TIME", "FLOWGEN_STOP_TIME", "RANDOM_SEED", "LOAD"],
  ...["FLOW_INPUT_FILE", "CNP_OUTPUT_FILE", "UPLINK_MON_FILE", "CONN_MON_FILE", "SW_MONITORING_INTERVAL"],
  ...["VOQ_MON_FILE", "VOQ_MON_DETAIL_FILE", "EST_ERROR_MON_FILE"],
  ...["CONWEAVE_TX_EXPIRY_TIME", "CONWEAVE_REPLY_TIMEOUT_EXTRA", "CONWEAVE_PATH_PAUSE_TIME"],
  ...["CONWEAVE_EXTRA_VOQ_FLUSH_TIME", "CONWEAVE_DEFAULT_VOQ_WAITING_TIME"],
];

/** Keys of HPCC's simulator that ConWeave's does not have. */
const GONE = [
  ...["TRACE_FILE", "TRACE_OUTPUT_FILE", "SIMULATOR_STOP_TIME", "ENABLE_TRACE", "ACK_HIGH_PRIO"],
  ...["PINT_LOG_BASE", "PINT_PROB"],
];

/** Longest time in ns from FLOWGEN_STOP_TIME to the end of the simulation. Flows may be unfinished then. */
const LONGEST_NS = secondsToNs(10);

type Draft = { -readonly [K in keyof ConweaveConfig]: ConweaveConfig[K] };
type Entry = (config: Draft, values: Values) => void;

const flag =
  (field: "enablePfc" | "enableIrn"): Entry =>
  (config, values) => {
    config[field] = values.whole(0, 2 ** 32 - 1, "0 or 1") !== 0;
  };

const seconds =
  (field: "flowgenStartNs" | "flowgenStopNs"): Entry =>
  (config, values) => {
    config[field] = secondsToNs(values.decimal("It counts seconds, with no unit behind it."));
  };

const nothing: Entry = (_config, values) => {
  values.word("a value");
};

/** Reads a key that may lack its value: run.py, which writes the configs, leaves some keys empty. */
const perhaps: Entry = (_config, values) => {
  values.rest();
};

const lbMode: Entry = (config, values) => {
  const token = values.word("a scheme of load balancing");
  const known = "LB_MODE 0 (flow ECMP), 2 (DRILL), 3 (CONGA), 6 (LetFlow) or 9 (ConWeave)";
  if (SCHEMES[Number(token.text)] === undefined || !/^\d{1,3}$/.test(token.text))
    throw values.error(token, known, "The simulator knows no other.");
  config.lbMode = Number(token.text);
};

type Time = "expiryNs" | "replyExtraNs" | "pathPauseNs" | "flushExtraNs" | "flushDefaultNs";

const microseconds =
  (field: Time): Entry =>
  (config, values) => {
    config[field] = values.whole(0, 1_000_000, "whole microseconds, up to a second") * 1000;
  };

const own: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...OWN.map((key): [string, Entry] => [key, perhaps]),
  ["LB_MODE", lbMode],
  ["ENABLE_PFC", flag("enablePfc")],
  ["ENABLE_IRN", flag("enableIrn")],
  ["FLOWGEN_START_TIME", seconds("flowgenStartNs")],
  ["FLOWGEN_STOP_TIME", seconds("flowgenStopNs")],
  [
    "SW_MONITORING_INTERVAL",
    (config, values) =>
      (config.monitoringNs = values.whole(
        1,
        2 ** 32 - 1,
        undefined,
        "At 0 the simulator never gets past its first sample.",
      )),
  ],
  ["CONWEAVE_TX_EXPIRY_TIME", microseconds("expiryNs")],
  ["CONWEAVE_REPLY_TIMEOUT_EXTRA", microseconds("replyExtraNs")],
  ["CONWEAVE_PATH_PAUSE_TIME", microseconds("pathPauseNs")],
  ["CONWEAVE_EXTRA_VOQ_FLUSH_TIME", microseconds("flushExtraNs")],
  ["CONWEAVE_DEFAULT_VOQ_WAITING_TIME", microseconds("flushDefaultNs")],
  ["QLEN_MON_START", nothing],
  ["QLEN_MON_END", nothing],
  [
    "RANDOM_SEED",
    (config, values) => (config.seed = values.whole(1, 2 ** 31 - 1, undefined, "ns-3 takes no seed of 0.")),
  ],
  [
    "PAUSE_TIME",
    (config, values) => (config.pauseTime = values.decimal("It counts microseconds, with no unit behind it.")),
  ],
  ["BUFFER_SIZE", entries.whole("buffer", { max: 4095, unit: 1024 * 1024, of: "MiB" })],
]);

/** The parser for the values of each key. */
export const keys: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...[...hpccKeys].filter(([key]) => !GONE.includes(key)),
  ...own,
]);

const defaults: ConweaveConfig = {
  ...hpccDefaults,
  rpTimerNs: microsecondsToNs(300),
  fastRecoveryTimes: 1,
  buffer: 0,
  lbMode: 0,
  enablePfc: true,
  enableIrn: false,
  flowgenStartNs: secondsToNs(2),
  flowgenStopNs: secondsToNs(2.5),
  monitoringNs: 10_000,
  expiryNs: microsecondsToNs(1000),
  replyExtraNs: microsecondsToNs(4),
  pathPauseNs: microsecondsToNs(8),
  flushExtraNs: microsecondsToNs(32),
  flushDefaultNs: microsecondsToNs(500),
  seed: 1,
};

/** True for a config of ConWeave's simulator, false for one of HPCC's. */
export const isConweave = (text: string): boolean => new RegExp(`^\\s*(${OWN.join("|")})(\\s|$)`, "m").test(text);

/** Keys without which the simulator aborts or never ends, each with an example value. */
const NEEDED: Readonly<Record<string, string>> = { RATE_AI: "RATE_AI 40Mb/s", RATE_HAI: "RATE_HAI 100Mb/s" };

/**
 * Parses the config in `text`; `file` is its name in messages. Throws `InputError` for a value that is missing, unreadable or not modelled.
 */
export function parseConweave(text: string, file: string): ParsedConweave {
  const config: Draft = { ...defaults };
  const { lines, warnings } = readKeys(text, file, keys, config);
  if (!lines.has("LB_MODE"))
    warnings.push(
      `${file}: no LB_MODE, which means 0, flow ECMP. Others are 2 (DRILL), 3 (CONGA), 6 (LetFlow) and 9 (ConWeave).`,
    );
  for (const [key, line] of Object.entries(NEEDED)) {
    if (!lines.has(key)) throw new InputError({ file }, `${key}, a rate`, "no such key", `Add a line such as: ${line}`);
  }
  if (config.l2AckInterval === 0) {
    const at = { file, ...(lines.has("L2_ACK_INTERVAL") && { line: lines.get("L2_ACK_INTERVAL") ?? 1 }) };
    const hint = "Senders of the simulator do not take ACKs at 0, the value of a key that is left out.";
    throw new InputError(at, "L2_ACK_INTERVAL of 1 or more", lines.has("L2_ACK_INTERVAL") ? "0" : "no such key", hint);
  }
  if (![1, 3, 7, 8].includes(config.ccMode)) {
    const at = { file, line: lines.get("CC_MODE") ?? 1 };
    const expected = "CC_MODE 1 (DCQCN), 3 (HPCC), 7 (TIMELY) or 8 (DCTCP)";
    throw new InputError(at, expected, quote(String(config.ccMode)));
  }
  if (config.lbMode === 9 && config.ccMode !== 1) {
    const at = { file, line: lines.get("CC_MODE") ?? 1 };
    const hint = "ConWeave's simulator has ConWeave under DCQCN only.";
    throw new InputError(at, "CC_MODE 1 (DCQCN) with LB_MODE 9", quote(String(config.ccMode)), hint);
  }
  config.stopTimeNs = config.flowgenStopNs + LONGEST_NS;
  return { config, lines, warnings };
}
