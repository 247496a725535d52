/** `xoff report`: a run or a comparison as an HTML page. */
import type { Command } from "commander";
import { pathGiven, placeGiven } from "../terminal/path-given.ts";
import { EXIT } from "../terminal/exit.ts";
import type { ReportOptions } from "./work.ts";

export function addReport(program: Command, exit: (code: number) => void): void {
  program
    .command("report")
    .summary("a run or a comparison as an HTML page of charts")
    .description(
      "Writes one HTML page that needs nothing else, no network and no script: what was run, key numbers, FCT slowdown by flow size, " +
        "distributions, PAUSEs by port and time with their causes, queues and rates where they were measured, links. Charts are vector " +
        "graphics, readable in grey, light or dark as the browser is, from 500 px on and on paper. Of a comparison runs that differ by " +
        "their seed alone are one row and one line, with a 95% interval; completion times stand twice, of all flows, those not done at " +
        "their age, and of the flows that all rows finished. The same folder gives the same page.",
    )
    .argument("<folder>", "folder of a run (xoff run) or of a comparison (xoff compare)", pathGiven)
    .option(
      "--out <file>",
      "the page (default: report.html in the folder); a page of xoff that is there is replaced",
      placeGiven,
    )
    .option("--force", "replace whatever file is there")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim
  xoff run victim.yaml --out victim
  xoff report victim                     writes victim/report.html: open it in a browser
  xoff report victim --out victim.html   with links to the tables in victim/

  xoff compare my.yaml --vary buffer=st,dt --out st-dt
  xoff report st-dt                      both in every chart, one row each in the table of numbers`,
    )
    .action(async (folder: string, options: ReportOptions) => {
      await (await import("./work.ts")).writeReport(folder, options);
      exit(EXIT.done);
    });
}
