/**
 * Parses `SimAI.conf`: HPCC's keys and those of SimAI's monitors. SimAI gets its topology on the command line and its flows from a
 * workload. SimAI opens the FLOW_FILE, which remains from HPCC's simulator, but does not run its flows.
 *
 * ns-3-alibabacloud is SimAI's network simulator without the rest of SimAI. It reads the topology and the flows that its config names. In
 * such a config, keys are ns-3 attributes, such as `ns3::RdmaHw::Mtu 9000`. Values may be true or false, where HPCC's keys have 1 or 0.
 * Lines may have comments.
 *
 * Source: aliyun/SimAI, astra-sim-alibabacloud/inputs/config/SimAI.conf; aliyun/ns-3-alibabacloud, simulation/scratch/common.h
 */
import { readKeys, type ParsedConfig } from "../hpcc/config.ts";
import { defaults, keys as hpccKeys, type HpccConfig, type Values } from "../hpcc/config-keys.ts";

/** Keys that HPCC's simulator does not have. A config with one of them belongs to SimAI. */
export const MONITORS: readonly string[] = [
  ...["BW_MON_FILE", "RATE_MON_FILE", "CNP_MON_FILE", "MON_START", "MON_END"],
  ...["QP_MON_INTERVAL", "QLEN_MON_INTERVAL", "BW_MON_INTERVAL", "TRACE_NODE"],
];

type Draft = { -readonly [K in keyof HpccConfig]: HpccConfig[K] };
type Entry = (config: Draft, values: Values) => void;

const perhaps: Entry = (_config, values) => {
  values.rest();
};

/** HPCC's key for each ns-3 attribute. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["ns3::QbbNetDevice::QcnEnabled", "ENABLE_QCN"],
  ["ns3::QbbNetDevice::DynamicThreshold", "USE_DYNAMIC_PFC_THRESHOLD"],
  ["ns3::QbbNetDevice::PauseTime", "PAUSE_TIME"],
  ["ns3::RdmaHw::CcMode", "CC_MODE"],
  ["ns3::RdmaHw::Mtu", "PACKET_PAYLOAD_SIZE"],
  ["ns3::RdmaHw::L2ChunkSize", "L2_CHUNK_SIZE"],
  ["ns3::RdmaHw::L2AckInterval", "L2_ACK_INTERVAL"],
  ["ns3::RdmaHw::L2BackToZero", "L2_BACK_TO_ZERO"],
  ["ns3::RdmaHw::RateAI", "RATE_AI"],
  ["ns3::RdmaHw::RateHAI", "RATE_HAI"],
  ["ns3::RdmaHw::MinRate", "MIN_RATE"],
  ["ns3::RdmaHw::VarWin", "VAR_WIN"],
  ["ns3::RdmaHw::RateBound", "RATE_BOUND"],
  ["ns3::MellanoxDcqcn::AlphaResumInterval", "ALPHA_RESUME_INTERVAL"],
  ["ns3::MellanoxDcqcn::RPTimer", "RP_TIMER"],
  ["ns3::MellanoxDcqcn::EwmaGain", "EWMA_GAIN"],
  ["ns3::MellanoxDcqcn::RateDecreaseInterval", "RATE_DECREASE_INTERVAL"],
  ["ns3::MellanoxDcqcn::FastRecoveryTimes", "FAST_RECOVERY_TIMES"],
  ["ns3::MellanoxDcqcn::ClampTargetRate", "CLAMP_TARGET_RATE"],
  ["ns3::Dctcp::DctcpRateAI", "DCTCP_RATE_AI"],
  ["ns3::Hpcc::MiThresh", "MI_THRESH"],
  ["ns3::Hpcc::FastReact", "FAST_REACT"],
  ["ns3::Hpcc::MultiRate", "MULTI_RATE"],
  ["ns3::Hpcc::SampleFeedback", "SAMPLE_FEEDBACK"],
  ["ns3::Hpcc::TargetUtil", "U_TARGET"],
  ["ns3::HpccPint::PintProb", "PINT_PROB"],
]);

const PFC = "ns3::SwitchNode::PfcEnabled";

/** The parser for the values of each key. */
export const keys: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...hpccKeys,
  ...MONITORS.map((key): [string, Entry] => [key, perhaps]),
]);

export const isSimai = (text: string): boolean =>
  hasAttributes(text) || new RegExp(`^\\s*(${MONITORS.join("|")})(\\s|$)`, "m").test(text);

const hasAttributes = (text: string): boolean => /^\s*ns3::\w/m.test(text);

export interface ParsedSimai extends ParsedConfig {
  /** Keys of ns-3-alibabacloud that xoff does not model, in the order of the config. */
  readonly unmodelled: readonly string[];
  /** True if switches send PAUSE frames. */
  readonly pfc: boolean;
}

/**
 * Parses the config in `text`; `file` is its name in messages. Throws `InputError` for a value that is missing, unreadable or not modelled.
 */
export function parseSimai(text: string, file: string): ParsedSimai {
  const config: Draft = { ...defaults };
  const isOwn = hasAttributes(text);
  const unmodelled: string[] = [];
  const own = new Map(keys);
  for (const [attribute, key] of ATTRIBUTES) own.set(attribute, hpccKeys.get(key) ?? perhaps);
  for (const key of text.match(/^\s*ns3::\S+/gm) ?? []) {
    const name = key.trim();
    if (ATTRIBUTES.has(name) || name === PFC) continue;
    own.set(name, perhaps);
    unmodelled.push(name);
  }
  own.set("SEND_OUTPUT_FILE", perhaps);
  let pfc = true;
  own.set(PFC, (_config, values) => (pfc = values.lastWhole(0, 1) === 1));
  // Booleans of ns-3 attributes are words, while HPCC's keys have numbers.
  const numbers = isOwn
    ? text.replace(/^(\s*ns3::\S+\s+)(true|false)\b/gm, (_, key: string, value) => `${key}${value === "true" ? 1 : 0}`)
    : text;
  const read = readKeys(numbers, file, own, config, { comments: isOwn });
  const lines = new Map([...read.lines].map(([key, line]) => [ATTRIBUTES.get(key) ?? key, line]));
  return { config, lines, warnings: read.warnings, unmodelled, pfc };
}
