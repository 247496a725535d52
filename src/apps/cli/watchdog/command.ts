/** `xoff watchdog`: compares detection times of a PFC watchdog with the PAUSEs of legitimate traffic. */
import { Option, type Command } from "commander";
import { pageOf } from "../terminal/invocation.ts";
import { placeGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import { whole } from "../terminal/whole.ts";
import { timeGiven, timesGiven } from "./times.ts";
import type { WatchdogOptions } from "./work.ts";

export function addWatchdog(program: Command, exit: (code: number) => void): void {
  program
    .command("watchdog")
    .summary("find a PFC watchdog's detection time that cuts no legitimate PAUSE")
    .description(
      "Runs the traffic of a scenario without storms and watchdogs. Its PAUSEs at switch ports are legitimate. Then " +
        "xoff adds a PFC watchdog to all switch ports, with each detection time. Only runs with a PAUSE of that " +
        "length are repeated. The table has the share of legitimate PAUSEs that the watchdog cuts, the packets lost " +
        "by a cut, and the duration of a real storm. The answer ends with a recommendation and the lines for SONiC " +
        `(${pageOf("docs/watchdog.md")}). The same command resumes after Ctrl-C.`,
    )
    .argument("<file>", "scenario")
    .addOption(
      new Option("--detection <times>", "detection times, such as 5ms,200ms")
        .argParser(timesGiven)
        .default([200e9], "200ms"),
    )
    .option("--restoration <time>", "restoration time (default: the detection time)", timeGiven("restoration"))
    .option("--poll <time>", "interval between polls (default: the detection time, at most 200ms)", timeGiven("poll"))
    .option("--storm <host>", "also run a storm of this host's NIC, one for each detection time and seed")
    .option("--seeds <n>", "number of runs, with the scenario's seed and the next ones", whole(1, 1000), 10)
    .option("--set <path=value>", "override a value of the scenario in all runs; repeatable", repeated)
    .option("--jobs <n>", "maximum number of runs at once (default: one a core)", whole(1, 1024))
    .option("--out <folder>", "folder of the runs (default: results/<scenario>-watchdog-<hash>)", placeGiven)
    .option("--force", "continue although the folder has files that xoff did not write; they stay")
    .option("--json", "print JSON on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff watchdog my.yaml                             SONiC's default, 200 ms
  xoff watchdog my.yaml --detection 100us,5ms,200ms --seeds 3
  xoff watchdog my.yaml --detection 200us --storm h5 --seeds 3
  xoff watchdog my.yaml --json | jq '.rows[] | [.detection_ns, .cut_share]'`,
    )
    .action(async (file: string, options: WatchdogOptions) => {
      exit(await (await import("./work.ts")).runWatchdog(file, options));
    });
}
