/** Runs of bifrost/fig15 and fig17: flows from one data centre to the other, under every scheme of section VI-B. */
import { NO_PAUSES, type Scale, type Trial } from "../experiment.ts";
import type { BifrostReading } from "./readings.ts";
import type { Scheme } from "./schemes.ts";
import type { Workload } from "./traffic.ts";
import { chosen, type Offered, offeredTrials, SIZES, sizeChosen } from "./two-dcs.ts";

export const LOSSLESS = ["Bifrost", "SWING", "CBFC-ideal", "PFC"] as const;
export const SCHEMES: readonly Scheme[] = [...LOSSLESS, "IRN", "NewReno"];
export const LOADS: readonly number[] = [0.3, 0.7];

export const acrossChosen: readonly string[] = [
  ...chosen,
  sizeChosen(SIZES["inter-DC"]),
  "Quick scale has only the Hadoop workload.",
  "IRN and NewReno drop packets. Every switch has the memory of a switch inside a data centre, shared by DT with alpha 4. This includes DCI switches. The printed RTO_high allows for 12.6 MiB on a path at 100 Gbps.",
  "IRN's packets have 1500 B with headers, as its settings assume. The packets of other schemes carry 1000 B. IRN's bitmap of 50,134 packets is 72 MB, more than any flow has, so it never limits a flow.",
  "The paper gives no settings for NewReno. Here NewReno has the RFCs' initial window of ten packets, an ACK for each packet, and ns-3's minimum timeout of one second.",
];

/**
 * The trials of figures 15 and 17. The paper prints changes of completion times only for Hadoop at 30% load. So only
 * these settings also have the ideal, a run without PAUSEs.
 */
export const acrossTrials = (workload: readonly Workload[], scale: Scale, reading: BifrostReading): Trial<Offered>[] =>
  offeredTrials("inter-DC", { workload, load: LOADS, scheme: [...SCHEMES, NO_PAUSES] }, scale, reading).filter(
    ({ key }) => key.scheme !== NO_PAUSES || (key.workload === "Hadoop" && key.load === LOADS[0]),
  );
