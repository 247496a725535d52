/** Runs of figures 15 and 17: from the servers of one data centre to those of the other, under every scheme of section VI-B. */
import type { Scale, Trial } from "../contract.ts";
import { DISTANCE_KM, interDc, twoDcScenario, type Scheme, type Workload } from "./two-dcs.ts";

export interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly workload: Workload;
  readonly load: number;
}

export const SCHEMES: readonly Scheme[] = ["Bifrost", "SWING", "CBFC-ideal", "PFC", "IRN", "NewReno"];
export const LOADS: readonly number[] = [0.3, 0.7];
/** At quick scale only the workload of which the paper gives numbers. */
export const WORKLOADS: Readonly<Record<Scale, readonly Workload[]>> = {
  quick: ["Hadoop"],
  paper: ["Hadoop", "WebSearch"],
};
const KM = { quick: 100, paper: DISTANCE_KM } as const;
const STOP_MS = { quick: 6, paper: 20 } as const;
/** Time for all to come through. */
const REST_MS = 300;
/** Where a burst loses its end, IRN repeats a packet a round trip, and NewReno waits for a second, then two. */
const REST_DROPS_MS = { quick: 10_000, paper: 120_000 } as const;
const DROPS: readonly Scheme[] = ["IRN", "NewReno"];

/** What the paper leaves open besides. */
export const acrossChosen: readonly string[] = [
  "Traffic starts for 20 ms on 600 km (quick: 6 ms on 100 km, with the buffers and timeouts of that length), and every flow is run to its end.",
  "IRN and NewReno drop: a switch, the DCI switches too, has the memory of one inside a data centre, all of it shared with DT's alpha 4. The RTO_high printed allows for 12.6 MiB on a path at 100 Gbps.",
  "IRN's bitmap of 50,134 packets is 50 MB here, more than any flow has, and so never binds.",
  "NewReno has no settings in the paper: the RFCs' ten packets to begin with, and ns-3's timeout of a second or more.",
];

export const acrossTrials = (scale: Scale, workloads: readonly Workload[]): Trial<Key>[] =>
  workloads.flatMap((workload) =>
    LOADS.flatMap((load) =>
      SCHEMES.map((scheme) => ({
        key: { scheme, workload, load },
        scenario: twoDcScenario({
          ...{ scheme, km: KM[scale] },
          traffic: [interDc(workload, load, STOP_MS[scale])],
          untilMs: STOP_MS[scale] + (DROPS.includes(scheme) ? REST_DROPS_MS[scale] : REST_MS),
        }),
      })),
    ),
  );
