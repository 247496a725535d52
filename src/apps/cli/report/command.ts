/** `xoff report`: writes an HTML page for a run or a comparison. */
import type { Command } from "commander";
import { pathGiven, placeGiven } from "../terminal/path-argument.ts";
import { EXIT } from "../terminal/exit.ts";
import type { ReportOptions } from "./work.ts";

export function addReport(program: Command, exit: (code: number) => void): void {
  program
    .command("report")
    .summary("write an HTML page of charts of a run or a comparison")
    .description(
      "Writes one HTML page that needs no other file, no network and no script. It shows:\n  - the scenario and " +
        "its key numbers\n  - FCT slowdown by flow size, and distributions\n  - PAUSEs by port and time, with their " +
        "causes\n  - links, and the measured queues and rates\nCharts are vector graphics. They adapt to dark mode, " +
        "to widths from 500 px on, and to paper.\n\nIn a comparison, runs that differ only by seed are one row and " +
        "one line, with a 95% interval. Completion times appear twice. First they are of all flows, where an " +
        "unfinished flow counts with its age. Then they are of the flows that all rows finished. The same folder " +
        "gives the same page.",
    )
    .argument("<folder>", "folder of a run (xoff run) or of a comparison (xoff compare)", pathGiven)
    .option(
      "--out <file>",
      "the page (default: report.html in the folder); an older page of xoff is overwritten",
      placeGiven,
    )
    .option("--force", "overwrite any file")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim
  xoff run victim.yaml --out victim
  xoff report victim                     write victim/report.html, then open it in a browser
  xoff report victim --out victim.html   with links to the tables in victim/

  xoff compare my.yaml --vary buffer=st,dt --out st-dt
  xoff report st-dt                      both in every chart, a row each in the table of numbers`,
    )
    .action(async (folder: string, options: ReportOptions) => {
      await (await import("./work.ts")).writeReport(folder, options);
      exit(EXIT.done);
    });
}
