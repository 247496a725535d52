/** bifrost/fig17: completion times across the long link by flow size. */
import { below, order, renamed } from "../experiment.ts";
import { acrossChosen, acrossTrials, LOADS, LOSSLESS, SCHEMES } from "./across.ts";
import { eachGroup, faster, fctFigure, groupsPlot, ms, WHATS } from "./fct.ts";
import { fctsBySize, sizes } from "./flow-groups.ts";

/** The flow sizes that the paper calls "small and middle flows". */
const SMALL = ["small", "middle"] as const;

export const fig17 = fctFigure({
  id: "bifrost/fig17",
  title: "Small, middle and large flows between two data centres",
  asks: "How do the completion times of small, middle and large flows depend on the flow control of the long link?",
  seeds: { quick: 3, paper: 8 }, // with 5, two claims were undecided
  chosen: acrossChosen,
  trials: (scale, reading) => acrossTrials(["WebSearch"], scale, reading),
  row: fctsBySize,
  complete: sizes,
  plots: (times) =>
    LOADS.flatMap((load) =>
      WHATS.map((what) => ({
        ...groupsPlot(`${load * 100}%`, times.where({ load }), SCHEMES, sizes, what),
        log: "y" as const,
      })),
    ),
  claims(times) {
    const [light, heavy] = LOADS.map((load) => times.where({ load }));
    return [
      ...[light, heavy].flatMap((at, k) => {
        const load = LOADS[k] * 100;
        return [
          order(`cbfc-${load}`, {
            claim: `${load}%: Bifrost is faster than CBFC-ideal for small and middle flows (average FCT)`,
            paper: "improves the performance of small and middle flows",
            judged: faster(at, "Bifrost", ["CBFC-ideal"], SMALL),
            note: "The paper's reason is that CBFC's time slot is too large inside a data centre. Here credits leave at once on an idle link (docs/policies/cbfc.md). The result depends on the memory of a port there (reading cbfcMemory).",
          }),
          order(`myopic-${load}`, {
            claim: `${load}%: PFC and SWING are slower than Bifrost for flows of all sizes (average FCT)`,
            paper: "worse in all three types of flows",
            judged: faster(at, "Bifrost", ["PFC", "SWING"], sizes),
          }),
          order(`irn-${load}`, {
            claim: `${load}%: IRN is slower than every lossless scheme for small and middle flows (average FCT)`,
            paper: "significantly inferior",
            judged: eachGroup(SMALL, (size) =>
              LOSSLESS.map((one) => below(at.fct(one, size), at.fct("IRN", size), ms)),
            ),
          }),
        ];
      }),
      order("load-enlarges", {
        // "When we increase the network load from 30% to 70%, the FCT of different-sized flows enlarges". This is one
        // sentence, so it is one claim for all sizes and schemes.
        claim: "Flows of every size take longer at 70% than at 30% under every lossless scheme (average FCT)",
        paper: "the FCT of different-sized flows enlarges",
        judged: [
          eachGroup(sizes, (size) =>
            LOSSLESS.map((one) =>
              below(renamed(`${one} at 30%`, light.fct(one, size)), renamed("at 70%", heavy.fct(one, size)), ms),
            ),
          ),
        ],
      }),
    ];
  },
});
