/** `xoff run`: one run, of a scenario or of the input files of HPCC's ns-3 simulator. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { pageOf } from "../terminal/called.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { placeGiven } from "../terminal/path-given.ts";
import { repeated } from "../terminal/repeated.ts";
import type { Ns3RunOptions } from "../ns3/work.ts";
import type { Threads } from "../../../run/threads/threads.ts";
import type { ScenarioRunOptions } from "./work.ts";

type RunOptions = { readonly ns3?: boolean } & Ns3RunOptions & ScenarioRunOptions;

export function addRun(program: Command, exit: (code: number) => void): void {
  program
    .command("run")
    .summary("run a scenario, or the input files of HPCC's ns-3 simulator")
    .description(
      "Runs one scenario, prints what came of it, and writes all of it to a folder: summary.json, and tables of flows, PAUSEs, ports and " +
        `counters as Parquet and CSV (${pageOf("docs/results.md")}). ` +
        "With --ns3 it runs what HPCC's ns-3 simulator runs: its config, and the topology, " +
        "flow and trace files that the config names; results go where the config says, relative to the current folder, in the " +
        "simulator's formats, or if there are such files already to a folder of their own. Results are written when the run is over: what is " +
        "there is complete. A run of more than a minute first says on stderr how long it takes. Nothing is replaced but what a run of xoff wrote, by the list in its folder. Ctrl-C ends the run and writes " +
        "what was measured.",
    )
    .argument("<file>", "scenario, or with --ns3 the simulator's config.txt")
    .option("--ns3", "run as HPCC's ns-3 simulator does, byte for byte")
    .option(
      "--qlen-dump <time>",
      "with --ns3: time between two dumps of queue lengths, such as 1ms (default: 100ms)",
      duration,
    )
    .addOption(
      new Option(
        "--set <path=value>",
        "a value over what the scenario says, such as buffer=dt; may be given again; with --ns3 only of the buffer policy, which " +
          "then replaces the simulator's threshold",
      ).argParser(repeated),
    )
    .option(
      "--out <folder>",
      "folder for the results (default: results/<scenario>-<hash>; with --ns3 where the config says, or if files are there already, " +
        "results/<config>-ns3-<hash>)",
      placeGiven,
    )
    .option("--force", "go on although there is something in the folder that xoff did not write: it stays there")
    .addOption(
      new Option(
        "--verify",
        "with --ns3: compare line by line with the simulator's own files, which are where the config says; exit code 1 where they differ",
      ),
    )
    .addOption(
      new Option(
        "--threads <n>",
        'threads for this one run, or "auto": as many as pay, up to one a core; results are those of one thread, to the last digit',
      )
        .argParser(threads)
        .default("auto"),
    )
    .option("--verbose", "say how long each thread was busy and waited, or why there is one")
    .option("--json", "a summary for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff new victim.yaml --from victim         a scenario that comes with xoff
  xoff run victim.yaml                       flows, PAUSEs, links and headroom of that run, as tables
  xoff run my.yaml --out results/first       its results in a folder of that name; a run that is there is replaced
  xoff run my.yaml --set buffer.alpha=2      the same with another value; again for more, see xoff compare for a row each
  xoff run my.yaml --json | jq .digest       its summary, for programs
  xoff run --ns3 config.txt                  fct.txt, pfc.txt, qlen.txt and the .tr as config.txt says
  xoff run --ns3 config.txt --qlen-dump 1ms  queue lengths every millisecond of QLEN_MON_START to QLEN_MON_END
  xoff run --ns3 config.txt --verify         is it what the simulator wrote? The first line that differs, file by file
  xoff run --ns3 config.txt --set buffer=dt --set buffer.alpha=2
                                             the simulator with another threshold
  xoff run --ns3 config.txt --json | jq .flows_done`,
    )
    .action(async (file: string, options: RunOptions) => {
      if (options.verify === true && options.ns3 !== true)
        throw new Failure("--verify: expected with --ns3, whose files it compares, got a scenario alone", EXIT.input);
      if (options.ns3 === true) exit(await (await import("../ns3/work.ts")).runNs3(file, options));
      else exit(await (await import("./work.ts")).runScenario(file, options));
    });
}

function threads(text: string): Threads {
  if (text === "auto") return text;
  const most = 64;
  if (/^[1-9][0-9]?$/.test(text) && Number(text) <= most) return Number(text);
  throw new InvalidArgumentError(`Expected auto, or a whole number from 1 to ${most}.`);
}

const NS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/** "1ms" in nanoseconds: what 100 ns, the time between two samples, divides. */
function duration(text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,9})?)(ns|us|ms|s)$/.exec(text) ?? [];
  const ns = Number(digits) * NS[unit];
  if (ns >= 100 && ns % 100 === 0) return ns;
  throw new InvalidArgumentError("Expected a multiple of 100ns with its unit, such as 1ms.");
}
