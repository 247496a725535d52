/** `xoff check`: what can be said before a run. */
import type { Command } from "commander";
import { EXIT } from "../terminal/exit.ts";
import { repeated } from "../terminal/repeated.ts";
import type { CheckOptions } from "./work.ts";

export function addCheck(program: Command, exit: (code: number) => void): void {
  program
    .command("check")
    .summary(
      "check a scenario without running it: mistakes, memory, headroom, load, possible deadlocks, and what a run takes",
    )
    .description(
      "Reads a scenario and builds its network, which finds every mistake that xoff run would find; all of those in the file are told at once. " +
        "Then it says where the memory of switches goes, what is offered to links while traffic arrives, and what a run takes: packet-hops, " +
        "time on this machine, memory. It warns of what a run would go on with: headroom " +
        "smaller than what may follow a PAUSE, PFC that acts before ECN, thresholds beyond the memory, a load above 1, and circles in which " +
        "queues can wait for each other when all are full, which under PFC is a deadlock: cycles in the buffer-dependency graph that the " +
        "routes induce.",
    )
    .argument("<file>", "scenario")
    .option(
      "--set <path=value>",
      "a value over what the scenario says, such as until=1ms; may be given again",
      repeated,
    )
    .option("--strict", "a warning counts as a mistake: exit code 2")
    .option("--json", "for programs on stdout, warnings too")
    .addHelpText(
      "after",
      `
Examples:
  xoff check my.yaml                      what is wrong with it, or that nothing is
  xoff check my.yaml --set 'topology.fail=[leaf3-spine0, leaf0-spine1]'
  xoff check my.yaml --strict && xoff run my.yaml
  xoff check my.yaml --json | jq .cycles  each circle as a list of queues
  xoff check my.yaml --json | jq .run     packet-hops, seconds and bytes of memory that a run takes

Exit code ${EXIT.input} for a mistake that xoff run would refuse, ${EXIT.done} where it would run. Warnings go to stderr and change the code with --strict
alone.`,
    )
    .action(async (file: string, options: CheckOptions) => {
      exit(await (await import("./work.ts")).runCheck(file, options));
    });
}
