/** bifrost/fig17: traffic across the long link by size of its flows. */
import { allOf, below, defineExperiment, order } from "../experiment.ts";
import { acrossChosen, acrossTrials, LOADS, SCHEMES, type Key } from "./across.ts";
import { allDone, faster, groupsPlot, ms, Runs, within, type Row } from "./fct.ts";
import { fctsBySize, sizes, type Size } from "./flow-groups.ts";
import { bifrost } from "./readings.ts";
import { chosen, SIZES, sizeChosen } from "./two-dcs.ts";

export const fig17 = defineExperiment<Key, Row<Size>, typeof bifrost>({
  id: "bifrost/fig17",
  title: "Small, middle and large flows between two data centres",
  asks: "Which flows gain from which flow control of the long link: small, middle or large ones?",
  chosen: [...chosen, sizeChosen(SIZES["inter-DC"]), ...acrossChosen],
  readings: bifrost,
  seeds: { quick: 3, paper: 5 },
  trials: (scale, reading) => acrossTrials(scale, ["WebSearch"], reading),
  row: fctsBySize,

  conclude(done, _, reading) {
    const all = new Runs(done, reading.clock);
    if (all.empty) return { plots: [], claims: [] };
    const at = (load: number) => all.where((key) => key.load === load);
    const [light, heavy] = LOADS.map(at);
    return {
      plots: LOADS.flatMap((load) =>
        (["average", "p99"] as const).map((what) => ({
          ...groupsPlot(`${load * 100}%`, at(load), SCHEMES, sizes, what),
          log: "y" as const,
        })),
      ),
      claims: [
        ...LOADS.flatMap((load) => [
          order(
            {
              id: `cbfc-${load * 100}`,
              claim: `${load * 100}%: Bifrost is faster than CBFC-ideal for small and middle flows (average FCT)`,
              paper: "improves the performance of small and middle flows",
              note: "Not for the paper's reason, a slot of CBFC's that is too large inside a data centre: here credit leaves at once on an idle wire (docs/policies/cbfc.md), and what decides is the memory of a port there (reading cbfcMemory).",
            },
            faster(at(load), "Bifrost", ["CBFC-ideal"], ["small", "middle"]),
          ),
          order(
            {
              id: `myopic-${load * 100}`,
              claim: `${load * 100}%: PFC and SWING are slower than Bifrost for flows of all sizes (average FCT)`,
              paper: "worse in all three types of flows",
            },
            faster(at(load), "Bifrost", ["PFC", "SWING"], sizes),
          ),
          order(
            {
              id: `irn-${load * 100}`,
              claim: `${load * 100}%: IRN is slower than every lossless scheme for small and middle flows (average FCT)`,
              paper: "significantly inferior",
            },
            allOf(
              (["small", "middle"] as const).flatMap((size) =>
                (["Bifrost", "SWING", "CBFC-ideal", "PFC"] as const).map((scheme) =>
                  within(
                    sizes,
                    size,
                    below(at(load).fct(scheme, size, "average"), at(load).fct("IRN", size, "average"), ms),
                  ),
                ),
              ),
            ),
          ),
        ]),
        order(
          {
            // "When we increase the network load from 30% to 70%, the FCT of different-sized flows enlarges": one statement of all of them.
            id: "load-enlarges",
            claim: "From 30% to 70% flows of every size take longer under every lossless scheme (average FCT)",
            paper: "the FCT of different-sized flows enlarges",
          },
          allOf(
            sizes.flatMap((size) =>
              (["Bifrost", "SWING", "CBFC-ideal", "PFC"] as const).map((scheme) =>
                within(
                  sizes,
                  size,
                  below(
                    { ...light.fct(scheme, size, "average"), name: `${scheme} at 30%` },
                    { ...heavy.fct(scheme, size, "average"), name: "at 70%" },
                    ms,
                  ),
                ),
              ),
            ),
          ),
        ),
        allDone(all, sizes),
      ],
    };
  },
});
