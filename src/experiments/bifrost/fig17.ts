/** bifrost/fig17: traffic across the long link by size of its flows. */
import { order } from "../claims-by-means.ts";
import { defineExperiment } from "../contract.ts";
import { acrossChosen, acrossTrials, LOADS, SCHEMES, type Key } from "./across.ts";
import { allDone, fct, groupsPlot, listed, type Row } from "./fct.ts";
import { fctsBySize, sizes, type Size } from "./flow-groups.ts";
import { CBFC_NOTE, chosen, type Scheme } from "./two-dcs.ts";

export const fig17 = defineExperiment<Key, Row<Size>>({
  id: "bifrost/fig17",
  title: "Small, middle and large flows between two data centres",
  asks: "Which flows gain from which flow control of the long link: small, middle or large ones?",
  chosen: [...chosen, ...acrossChosen],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) => acrossTrials(scale, ["WebSearch"]),
  row: fctsBySize,

  conclude(done) {
    const at = (load: number) => done.filter(({ key }) => key.load === load);
    const average = (load: number, scheme: Scheme, size: Size): number => fct(at(load), scheme, size, "average");
    const said = (load: number, of: readonly Size[]): string =>
      of.map((size) => `${load * 100}%, ${size}: ${listed(at(load), SCHEMES, size, "average")}`).join("; ");
    const slower = (load: number, schemes: readonly Scheme[], of: readonly Size[]): boolean =>
      schemes.every((scheme) => of.every((size) => average(load, scheme, size) > average(load, "Bifrost", size)));
    return {
      plots: LOADS.flatMap((load) =>
        (["average", "p99"] as const).map((what) => ({
          ...groupsPlot(`${load * 100}%`, at(load), SCHEMES, sizes, what),
          log: "y" as const,
        })),
      ),
      claims:
        done.length === 0
          ? []
          : [
              ...LOADS.flatMap((load) => [
                order(
                  {
                    id: `cbfc-${load * 100}`,
                    claim: `${load * 100}%: Bifrost is faster than CBFC-ideal for small and middle flows (average FCT)`,
                    paper: "improves",
                    note: CBFC_NOTE,
                  },
                  said(load, ["small", "middle"]),
                  slower(load, ["CBFC-ideal"], ["small", "middle"]),
                ),
                order(
                  {
                    id: `myopic-${load * 100}`,
                    claim: `${load * 100}%: PFC and SWING are slower than Bifrost for flows of all sizes (average FCT)`,
                    paper: "worse",
                  },
                  said(load, sizes),
                  slower(load, ["PFC", "SWING"], sizes),
                ),
                order(
                  {
                    id: `irn-${load * 100}`,
                    claim: `${load * 100}%: IRN is far slower, by half and more, for small and middle flows (average FCT)`,
                    paper: "significantly inferior",
                    note: "Drops hit large flows most: of a burst that loses its end IRN repeats a packet a round trip.",
                  },
                  said(load, ["small", "middle"]),
                  (["small", "middle"] as const).every(
                    (size) => average(load, "IRN", size) > 1.5 * average(load, "Bifrost", size),
                  ),
                ),
              ]),
              allDone(done, "all-done", sizes),
            ],
    };
  },
});
