/** `xoff check`: what can be said before a run. */
import type { Command } from "commander";
import { EXIT } from "./exit.ts";
import { repeated } from "./repeated.ts";
import type { CheckOptions } from "./run-check.ts";

export function addCheck(program: Command, exit: (code: number) => void): void {
  program
    .command("check")
    .summary("check a scenario without running it: mistakes, memory, possible deadlocks")
    .description(
      "Reads a scenario and builds its network, which finds every mistake that xoff run would find. Then looks for circles in which queues " +
        "can wait for each other when all are full, which under PFC is a deadlock: cycles in the buffer-dependency graph that the routes " +
        "induce. All shortest paths between all hosts count, whoever sends in the scenario.",
    )
    .argument("<file>", "scenario")
    .option(
      "--set <path=value>",
      "a value over what the scenario says, such as until=1ms; may be given again",
      repeated,
    )
    .option("--json", "for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff check my.yaml                      what is wrong with it, or that nothing is
  xoff check my.yaml --set 'topology.fail=[leaf3-spine0, leaf0-spine1]'
  xoff check my.yaml --json | jq .cycles  each circle as a list of queues

Exit code ${EXIT.done} also where a deadlock is possible: that is no mistake of the file.`,
    )
    .action(async (file: string, options: CheckOptions) => {
      exit((await import("./run-check.ts")).runCheck(file, options));
    });
}
