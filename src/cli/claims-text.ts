/** Claims of a figure, as a person reads them in a terminal. */
import pc from "picocolors";
import type { Claim } from "../experiments/contract.ts";
import type { Concluded } from "../report/experiment-page.ts";
import { counted } from "./terminal.ts";

const colors = pc.createColors(process.stdout.isTTY && !process.env.NO_COLOR);

export function claimsText({ experiment, scale, seeds, runs, failed, conclusion }: Concluded, page: string): string {
  const { claims } = conclusion;
  const about = runs === 0 ? "computed" : `${scale} scale, ${counted(runs, "run")}, ${counted(seeds, "seed")} each`;
  const lines = [
    colors.bold(`${experiment.id}: ${experiment.title}`),
    `${about}; ${claims.filter(({ verdict }) => verdict === "holds").length} of ${counted(claims.length, "claim")} hold`,
    ...(failed === 0 ? [] : [`${counted(failed, "run")} failed and ${failed === 1 ? "is" : "are"} missing below`]),
    ...claims.flatMap(claimLines),
    `plots and data: ${page}`,
  ];
  return `${lines.join("\n")}\n\n`;
}

function claimLines({ claim, kind, paper, ours, verdict, note }: Claim): string[] {
  const mark = verdict === "holds" ? colors.green("holds") : colors.red("FAILS");
  return [
    `  ${mark}  ${claim} (${kind})`,
    `         paper: ${paper}`,
    `         ours:  ${ours}`,
    ...(note === undefined ? [] : [`         note:  ${note}`]),
  ];
}
