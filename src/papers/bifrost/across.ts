/** Runs of figures 15 and 17: from the servers of one data centre to those of the other, under every scheme of section VI-B. */
import { NO_PAUSES, type Scale, type Trial } from "../experiment.ts";
import type { BifrostReading } from "./readings.ts";
import type { Run, Scheme } from "./schemes.ts";
import { interDc, type Workload } from "./traffic.ts";
import { runOf, SIZES, twoDcScenario } from "./two-dcs.ts";

export interface Key extends Record<string, string | number> {
  readonly scheme: Run;
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

/** Of the traffic of which the paper prints changes the ideal too. */
const runsOf = (workload: Workload, load: number): readonly Run[] =>
  workload === "Hadoop" && load === LOADS[0] ? [...SCHEMES, NO_PAUSES] : SCHEMES;

/** What the paper leaves open besides. */
export const acrossChosen: readonly string[] = [
  "Quick scale has Hadoop alone.",
  "IRN and NewReno drop: a switch, the DCI switches too, has the memory of one inside a data centre, all of it shared with DT's alpha 4. The RTO_high printed allows for 12.6 MiB on a path at 100 Gbps.",
  "IRN's packets are of 1500 B with headers, as its settings count them; the others' carry 1000 B. Its bitmap of 50,134 packets is 72 MB, more than any flow has, and so never binds.",
  "NewReno has no settings in the paper: the RFCs' ten packets to begin with, an ACK for each packet, and ns-3's timeout of a second or more.",
];

export const acrossTrials = (scale: Scale, workloads: readonly Workload[], reading: BifrostReading): Trial<Key>[] =>
  workloads.flatMap((workload) =>
    LOADS.flatMap((load) =>
      runsOf(workload, load).map((run) => ({
        key: { scheme: run, workload, load },
        scenario: runOf(run, (scheme) =>
          twoDcScenario(
            {
              ...{ scheme, ...SIZES["inter-DC"][scale] },
              traffic: [interDc(workload, load, SIZES["inter-DC"][scale].arrivalsMs, reading)],
            },
            reading,
          ),
        ),
      })),
    ),
  );
