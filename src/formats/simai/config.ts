/**
 * `SimAI.conf`: HPCC's keys, and those of SimAI's monitors. It names no topology, which SimAI is told on its command line, and flows come of its
 * workload; a FLOW_FILE is HPCC's, which SimAI opens and does not run.
 *
 * Source  aliyun/SimAI, astra-sim-alibabacloud/inputs/config/SimAI.conf
 */
import { readKeys, type ParsedConfig } from "../hpcc/config.ts";
import { defaults, keys as hpccKeys, type HpccConfig, type Values } from "../hpcc/config-keys.ts";

/** Keys that HPCC's simulator has not: a config that has one of them is SimAI's. */
export const MONITORS: readonly string[] = [
  ...["BW_MON_FILE", "RATE_MON_FILE", "CNP_MON_FILE", "MON_START", "MON_END"],
  ...["QP_MON_INTERVAL", "QLEN_MON_INTERVAL", "BW_MON_INTERVAL", "TRACE_NODE"],
];

type Draft = { -readonly [K in keyof HpccConfig]: HpccConfig[K] };
type Entry = (config: Draft, values: Values) => void;

const perhaps: Entry = (_config, values) => {
  values.rest();
};

/** How each key's values are read. */
export const keys: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...hpccKeys,
  ...MONITORS.map((key): [string, Entry] => [key, perhaps]),
]);

export const isSimai = (text: string): boolean => new RegExp(`^\\s*(${MONITORS.join("|")})(\\s|$)`, "m").test(text);

/** The config that `text` spells; `file` is its name in messages. Throws `InputError` for a value that is missing, unreadable or not modelled. */
export function parseSimai(text: string, file: string): ParsedConfig {
  const config: Draft = { ...defaults };
  const { lines, warnings } = readKeys(text, file, keys, config);
  return { config, lines, warnings };
}
