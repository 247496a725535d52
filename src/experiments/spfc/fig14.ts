/** spfc/fig14: queues of burst ports when they pause, and how much of the memory victim ports hold beside normal ones, against the burst's load. */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Scale } from "../contract.ts";
import { chosenForWebSearch, LENGTH_MS, schemes, webSearchScenario, type Scheme } from "./web-search-fabric.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: Scheme;
  readonly burstLoad: number;
}

interface Row {
  /** PAUSEs of burst ports and the bytes they held then, all added up; the same of the victim's port P0. */
  readonly burstPauses: number;
  readonly burstBytes: number;
  readonly victimBytes: number;
}

const SCHEMES = Object.keys(schemes) as Scheme[];
const LOADS: Readonly<Record<Scale, readonly number[]>> = { quick: [0.1, 0.2, 0.4], paper: [0.1, 0.2, 0.3, 0.4, 0.5] };

export const fig14 = defineExperiment<Key, Row>({
  id: "spfc/fig14",
  title: "Memory of victim ports and burst ports",
  asks: "Does the memory that SPFC lends the victim starve the ports it is taken from?",
  chosen: [
    ...chosenForWebSearch,
    "DCQCN. Occupancy at a PAUSE is the shared bytes of the ingress queue; P0 is the victim port, P1 to P29 are the normal ones.",
  ],
  seeds: { quick: 2, paper: 10 },
  trials: (scale) =>
    SCHEMES.flatMap((scheme) =>
      LOADS[scale].map((burstLoad) => ({
        key: { scheme, burstLoad },
        scenario: webSearchScenario({ scheme, sender: "DCQCN", burstLoad, until: LENGTH_MS[scale] }),
      })),
    ),
  row({ tables }) {
    const { peer, occupancy_bytes } = tables.pauses.columns;
    let [burstPauses, burstBytes, victimBytes] = [0, 0, 0];
    peer.forEach((host, row) => {
      if (host === "h0") victimBytes += occupancy_bytes[row];
      else {
        burstPauses++;
        burstBytes += occupancy_bytes[row];
      }
    });
    return { burstPauses, burstBytes, victimBytes };
  },

  conclude(done) {
    const loads = [...new Set(done.map(({ key }) => key.burstLoad))].sort((a, b) => a - b);
    const sum = (scheme: Scheme, load: number, what: keyof Row): number =>
      done
        .filter(({ key }) => key.scheme === scheme && key.burstLoad === load)
        .reduce((all, { row }) => all + row[what], 0);
    const length = (scheme: Scheme, load: number): number =>
      sum(scheme, load, "burstBytes") / sum(scheme, load, "burstPauses") / 1000;
    const share = (scheme: Scheme, load: number): number =>
      sum(scheme, load, "victimBytes") / sum(scheme, load, "burstBytes");
    const lines = (of: (scheme: Scheme, load: number) => number) =>
      SCHEMES.map((name) => ({
        name,
        points: loads.map((load) => [load, of(name, load)] as const).filter(([, y]) => !Number.isNaN(y)),
      }));
    const average = (of: (scheme: Scheme, load: number) => number, scheme: Scheme): number =>
      mean(loads.map((load) => of(scheme, load)).filter((one) => !Number.isNaN(one)));
    const said = (of: (scheme: Scheme, load: number) => number, digits: number): string =>
      SCHEMES.map((scheme) => `${scheme}: ${average(of, scheme).toFixed(digits)}`).join(", ");
    return {
      plots: [
        { title: "queue of burst ports at a PAUSE", x: "burst load", y: "KB on average", lines: lines(length) },
        {
          title: "victim ports' memory over normal ports', at PAUSEs",
          x: "burst load",
          y: "sum V / sum N",
          lines: lines(share),
        },
      ],
      claims:
        done.length === 0
          ? []
          : [
              order(
                {
                  id: "burst-queues",
                  claim: "Burst queues are shortest under SPFC when they pause",
                  paper: "shortest",
                  note: "Against DT they are. Under ST a queue pauses at B/32, 524 KB, however much memory is free.",
                },
                `${said(length, 1)} KB on average over loads`,
                SCHEMES.every((scheme) => scheme === "SPFC" || average(length, "SPFC") < average(length, scheme)),
              ),
              order(
                {
                  id: "ratio",
                  claim: "The ratio of victim to normal memory at PAUSEs is lower under SPFC than under DT",
                  paper: "lower",
                },
                `${said(share, 4)} on average over loads`,
                average(share, "SPFC") < average(share, "DT"),
              ),
            ],
    };
  },
});
