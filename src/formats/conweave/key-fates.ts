/** The treatment of each key of a ConWeave config by the import. */
import { fateOf as hpccFateOf } from "../hpcc/key-fates.ts";

const CARRIED = [
  ...["LB_MODE", "ENABLE_PFC", "ENABLE_IRN", "FLOWGEN_STOP_TIME", "RANDOM_SEED", "PAUSE_TIME", "LINK_DOWN"],
  ...["ERROR_RATE_PER_LINK"],
];

const OUTPUTS = [
  ...["FLOW_INPUT_FILE", "CNP_OUTPUT_FILE", "UPLINK_MON_FILE", "CONN_MON_FILE", "SW_MONITORING_INTERVAL"],
  ...["VOQ_MON_FILE", "VOQ_MON_DETAIL_FILE", "EST_ERROR_MON_FILE", "FLOWGEN_START_TIME"],
];

const WITHOUT_EFFECT = ["LOAD", "L2_CHUNK_SIZE"];

/**
 * Returns the treatment of a key: carried into the scenario, unknown, or the reason for which the key is left out. One
 * note lists all keys with the same reason.
 */
export function fateOf(
  key: string,
  ccMode: number,
  lbMode: number,
): ReturnType<typeof hpccFateOf> | "of ConWeave itself" {
  if (CARRIED.includes(key)) return "carried";
  if (OUTPUTS.includes(key)) return "output";
  if (WITHOUT_EFFECT.includes(key)) return "without effect";
  if (!key.startsWith("CONWEAVE_")) return hpccFateOf(key, ccMode);
  return lbMode === 9 ? "carried" : "of ConWeave itself";
}
