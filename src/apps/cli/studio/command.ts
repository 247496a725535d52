/** `xoff studio`: the simulator in a browser, from this machine alone. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-given.ts";
import type { StudioOptions } from "./work.ts";

export function addStudio(program: Command, exit: (code: number) => void): void {
  program
    .command("studio")
    .summary("see a run in a browser: the fabric, PAUSEs as they spread, and why")
    .description(
      "Serves the studio to browsers of this machine, and prints its address. Scenarios are simulated in the page itself; nothing leaves the " +
        "machine. Ctrl-C ends it. Its files, dist/studio, work from any web server too. Of a folder of results, that is of xoff run, compare or reproduce or of many of " +
        "them, it shows what was recorded, in the same views.",
    )
    .argument("[folder]", "of results", pathGiven)
    .option("--port <number>", "of 127.0.0.1 (default: one that is free)")
    .addHelpText(
      "after",
      `
Examples:
  xoff studio
  xoff studio results
  xoff studio --port 8080`,
    )
    .action(async (folder: string | undefined, options: StudioOptions) => {
      exit(await (await import("./work.ts")).runStudio(folder, options));
    });
}
