/** `xoff studio`: serves the simulator's browser interface on this machine only. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-argument.ts";
import type { StudioOptions } from "./work.ts";

export function addStudio(program: Command, exit: (code: number) => void): void {
  program
    .command("studio")
    .summary("show a run in a browser: the fabric, PAUSEs as they spread, and their causes")
    .description(
      "Serves the studio to browsers of this machine, and prints its address. The page itself simulates the scenarios, so no data " +
        "leaves the machine. Ctrl-C ends it. Any web server can serve its files, dist/studio. With a folder of results (of xoff run, " +
        "compare or reproduce, or several of them) it shows the recorded runs in the same views.",
    )
    .argument("[folder]", "of results", pathGiven)
    .option("--port <number>", "port on 127.0.0.1 (default: a free one)")
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
