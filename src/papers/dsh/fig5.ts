/** dsh/fig5: the cost of a small memory under SIH. */
import * as xoff from "../experiment.ts";
import * as benchmark from "./benchmark.ts";
import { dsh } from "./readings.ts";
import { chosen, etaChosen, unitsOf } from "./tomahawk.ts";

/** `memory` is the memory, in MB, of a chip with 32 ports. For the run without PAUSEs it is the name of that run. */
type Key = { readonly memory: number | typeof xoff.NO_PAUSES };

const MEMORIES: xoff.PerScale<readonly number[]> = {
  quick: [14, 16, 20, 30],
  paper: [14, 16, 18, 20, 22, 24, 26, 28, 30],
};
/** The switch memory in the ideal run without PAUSEs, MB: the largest memory in the figure. */
const MAX = 30;
/** The paper's average FCT with 14 MB of memory, divided by that with 30 MB. */
const PAPER = 1.781;

export const fig5 = xoff.defineFigure<Key, benchmark.BenchmarkRow, typeof dsh>({
  id: "dsh/fig5",
  title: "FCT against buffer size under SIH",
  asks: "PowerTCP keeps queues short. How much longer are completion times with a small memory, of which headroom leaves little to share?",
  readings: dsh,
  seeds: { quick: 4, paper: 3 },
  chosen: [
    ...chosen,
    etaChosen,
    ...benchmark.benchmarkChosen,
    "WebSearch is websearch-hpcc at load .9, and each flow is in one of seven random classes. The figure comes before the section with fan-ins, and mentions only web search.",
    "14 to 30 MB are MiB (reading `megabyte`). SIH reserves 12.1 MiB of each. So 14 MiB leave 1.2 MiB to share, and 30 MiB leave 17.2 MiB.",
  ],
  trials: (scale, reading) =>
    xoff.trialsOver<Key>({ memory: [...MEMORIES[scale], xoff.NO_PAUSES] }, ({ memory }) => {
      const bytes = (memory === xoff.NO_PAUSES ? MAX : memory) * unitsOf(reading).mb;
      const fabric = { congestion: "powertcp", topology: "leaf-spine", cdf: "websearch-hpcc" } as const;
      const run = memory === xoff.NO_PAUSES ? xoff.NO_PAUSES : "SIH";
      return benchmark.runScenario(run, { ...fabric, background: 0.9, fanIn: 0, memory: bytes }, scale, reading);
    }),
  row: benchmark.benchmarkRow,
  plots: (runs, scale) => {
    const axis = "memory of a chip with 32 ports, MB";
    const lines = (pick: (row: benchmark.BenchmarkRow) => number | null) =>
      xoff.linesOver(["SIH"], MEMORIES[scale], (_, memory) => runs.of({ memory }, pick));
    return [
      xoff.plotOf("Average FCT", axis, "average FCT, ms", lines(({ background }) => background.mean), {
        marks: [xoff.markOf("SIH", 14, runs.of({ memory: 30 }, ({ background }) => background.mean), PAPER)],
        note: "Mark: 14 MB, from the paper's change and our result for 30 MB.",
      }), // prettier-ignore
      xoff.plotOf("PAUSEs", axis, "PAUSEs per run", lines(({ pauses }) => pauses)), // prettier-ignore
    ];
  },
  claims(runs, scale) {
    const of = (memory: Key["memory"]) =>
      runs.of({ memory }, ({ background }) => background.mean, memory === xoff.NO_PAUSES ? memory : `${memory} MB`);
    const claim = xoff.ratio("small-buffer", {
      claim: "The average FCT is higher with 14 MB than with 30 MB",
      paper: xoff.percentChange(PAPER),
      judged: xoff.changes(of(14), of(30), PAPER),
      note: "PowerTCP keeps queues so short that PAUSEs are rare and short here. The shared link rate determines the FCT.",
      context: benchmark.flowsOf(runs.rows({}).map((row) => row.background)),
      underdetermined: { evidence: FAN_INS_ARE_OPEN },
    });
    const tried = MEMORIES[scale].map((memory) => [of(14), of(memory)] as const);
    return [xoff.against(claim, xoff.toBeHad(of(14), of(xoff.NO_PAUSES), PAPER, tried))];
  },
});

const FAN_INS_ARE_OPEN =
  "Section III-B refers to section V-B for details. It does not say whether the load of 90% contains the fan-ins of that section.";
