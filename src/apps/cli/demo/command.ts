/** `xoff demo`: compares the victim scenario under static thresholds, dynamic thresholds and SPFC. `npm start` runs this command. */
import type { Command } from "commander";
import { EXIT } from "../terminal/exit.ts";

export function addDemo(program: Command, exit: (code: number) => void): void {
  program
    .command("demo")
    .summary("show a victim of PFC under ST, DT and SPFC")
    .description(
      "Runs figure 4 of the SPFC paper at N = 24 under static thresholds (ST), dynamic thresholds (DT) and SPFC. " +
        "It compares the PAUSEs and the throughput of the victim. It also compares the completion times of the " +
        "bursts and the memory. It takes a few seconds and writes results/demo.html, a page of charts.",
    )
    .addHelpText("after", "\nExample:\n  xoff demo")
    .action(async () => {
      await (await import("./work.ts")).runDemo();
      exit(EXIT.done);
    });
}
