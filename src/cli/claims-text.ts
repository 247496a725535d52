/** Claims of a figure, as a person reads them in a terminal. */
import pc from "picocolors";
import type { Claim } from "../experiments/contract.ts";
import type { Concluded } from "../report/figure-page.ts";
import { hang, wrap } from "../wrap.ts";
import { bold } from "./page.ts";
import { counted } from "./terminal.ts";

const { isTTY } = process.stdout;
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

/** In lines of at most `width` characters; `page` is where the figure's page lies. */
export function claimsText(concluded: Concluded, page: string, width: number): string {
  const { experiment, scale, seeds, runs, failed, conclusion } = concluded;
  const { claims } = conclusion;
  const about = runs === 0 ? "computed" : `${scale} scale, ${counted(runs, "run")}, ${counted(seeds, "seed")} each`;
  const held = claims.filter(({ verdict }) => verdict === "holds").length;
  const lines = [
    ...wrap(`${experiment.id}: ${experiment.title}`, width).map(bold),
    `${about}; ${held} of ${counted(claims.length, "claim")} hold`,
    ...(failed === 0 ? [] : [`${counted(failed, "run")} failed and ${failed === 1 ? "is" : "are"} missing below`]),
    ...claims.flatMap((claim) => claimLines(claim, width)),
    `plots: ${page}, and their data beside it as .json`,
  ];
  return `${lines.join("\n")}\n\n`;
}

function claimLines({ claim, kind, paper, ours, verdict, note }: Claim, width: number): string[] {
  const mark = verdict === "holds" ? colors.green("holds") : colors.red("FAILS");
  const said = hang("         ", `${claim} (${kind})`, width);
  return [
    `  ${mark}${said.slice("  holds".length)}`,
    hang("         paper: ", paper, width),
    hang("         ours:  ", ours, width),
    ...(note === undefined ? [] : [hang("         note:  ", note, width)]),
  ];
}
