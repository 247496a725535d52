/** The treatment of each key of an HPCC config by the import. */

/** Keys that only one CC_MODE reads. */
const MODE_KEYS: Readonly<Record<number, readonly string[]>> = {
  1: [
    ...["ALPHA_RESUME_INTERVAL", "RATE_DECREASE_INTERVAL", "RP_TIMER", "EWMA_GAIN", "FAST_RECOVERY_TIMES"],
    ...["RATE_AI", "RATE_HAI", "MIN_RATE", "CLAMP_TARGET_RATE"],
  ],
  3: ["U_TARGET", "MI_THRESH", "RATE_AI", "MIN_RATE", "FAST_REACT", "MULTI_RATE", "SAMPLE_FEEDBACK", "INT_MULTI"],
  7: ["RATE_AI", "RATE_HAI", "MIN_RATE"],
  8: ["EWMA_GAIN", "DCTCP_RATE_AI", "MIN_RATE"],
  10: ["U_TARGET", "MI_THRESH", "RATE_AI", "MIN_RATE", "PINT_LOG_BASE", "PINT_PROB"],
};

/** Keys that apply under every CC_MODE. The import carries them into the scenario, or names them in a note if that is impossible. */
const CARRIED = [
  ...["ENABLE_QCN", "PACKET_PAYLOAD_SIZE", "TOPOLOGY_FILE", "FLOW_FILE", "SIMULATOR_STOP_TIME", "CC_MODE", "HAS_WIN"],
  ...["GLOBAL_T", "VAR_WIN", "LINK_DOWN", "KMAX_MAP", "KMIN_MAP", "PMAX_MAP", "BUFFER_SIZE"],
  ...["L2_ACK_INTERVAL", "L2_CHUNK_SIZE", "L2_BACK_TO_ZERO", "RATE_BOUND", "ACK_HIGH_PRIO", "ERROR_RATE_PER_LINK"],
];

const OUTPUTS = [
  ...["FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE", "TRACE_FILE", "TRACE_OUTPUT_FILE", "ENABLE_TRACE"],
  ...["QLEN_MON_FILE", "QLEN_MON_START", "QLEN_MON_END"],
];

const WITHOUT_EFFECT = ["USE_DYNAMIC_PFC_THRESHOLD", "PAUSE_TIME", "DATA_RATE", "LINK_DELAY"];

/**
 * Returns the treatment of a key under a CC_MODE.
 * - "carried": the import carries the key into the scenario, or writes a note on it.
 * - Undefined: the key is unknown.
 * - All others: the import leaves the key out, with one note for all keys that it treats in this way.
 */
export function fateOf(
  key: string,
  ccMode: number,
): "carried" | "output" | "without effect" | "of another mode" | undefined {
  if (CARRIED.includes(key) || MODE_KEYS[ccMode]?.includes(key)) return "carried";
  if (OUTPUTS.includes(key)) return "output";
  if (WITHOUT_EFFECT.includes(key)) return "without effect";
  return Object.values(MODE_KEYS).some((keys) => keys.includes(key)) ? "of another mode" : undefined;
}
