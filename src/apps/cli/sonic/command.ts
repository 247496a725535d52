/** `xoff sonic`: a SONiC config in and out, and what is wrong with it. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-given.ts";
import type { ExportOptions } from "./export.ts";
import type { ImportSonicOptions } from "./import.ts";
import type { LintOptions } from "./lint.ts";

export function addSonic(program: Command, exit: (code: number) => void): void {
  const sonic = program
    .command("sonic")
    .summary("import, lint and export SONiC's config_db.json")
    .description(
      "SONiC's config_db.json, of one switch or of several: as a scenario, with its mistakes about lossless traffic, and with what a scenario " +
        "has changed.",
    );
  sonic
    .command("import")
    .summary("make a scenario of the configs of switches")
    .description(
      "Makes a scenario of config_db.json of one or several switches: ports, cables, pools, profiles, marks, schedulers. Who is wired to whom " +
        "comes from DEVICE_NEIGHBOR, from LLDP or from a topology file; whatever is no switch of these configs is a host. What a scenario " +
        "cannot say stands in its first lines and on stderr.",
    )
    .argument("<config...>", "config_db.json, one a switch")
    .option(
      "--out <file>",
      "write the scenario there (default: stdout); a file that is there is never overwritten",
      pathGiven,
    )
    .option("--lldp <file...>", "what lldpctl -f json prints, one a config, in their order")
    .option("--topology <file>", "a containerlab topology, or one of xoff's with nodes and links; names are hostnames")
    .option(
      "--lookup <file>",
      "pg_profile_lookup.ini of the platform: profiles that a config does not have itself",
      pathGiven,
    )
    .addHelpText(
      "after",
      `
Examples:
  xoff sonic import config_db.json --out leaf0.yaml
  xoff sonic import leaf0.json leaf1.json spine0.json --out fabric.yaml
  xoff sonic import leaf0.json --lldp leaf0-lldp.json --out leaf0.yaml
  xoff sonic import leaf*.json spine*.json --topology fabric.clab.yml`,
    )
    .action(async (configs: string[], options: ImportSonicOptions) => {
      (await import("./import.ts")).importSonic(configs, options);
    });
  sonic
    .command("lint")
    .summary("find mistakes about lossless traffic in configs")
    .description(
      "Finds what makes a lossless class lose packets or stand still: a class without headroom, no profile for the speed and cable of a port, " +
        "alpha that lets one queue take the pool, ECN above XOFF, a pool that is promised twice, a watchdog shorter than pauses that a run " +
        "has seen, maps that lead to another priority, routes that can deadlock. Each with its rule, line, what stands there, what is " +
        "expected, and how to mend it. Exit code 1: a mistake was found; notes alone give 0.",
    )
    .argument("<config...>", "config_db.json, one a switch")
    .option("--run <folder>", "results of a run, whose longest pauses the watchdog must bear", pathGiven)
    .option("--lldp <file...>", "as for import")
    .option("--topology <file>", "as for import")
    .option("--lookup <file>", "pg_profile_lookup.ini of the platform, as for import", pathGiven)
    .option("--json", "for programs on stdout")
    .addHelpText(
      "after",
      `
Examples:
  xoff sonic lint config_db.json
  xoff sonic lint leaf*.json spine*.json          can their routes deadlock?
  xoff sonic lint config_db.json --run results/my-1a2b
  xoff sonic lint config_db.json --lookup pg_profile_lookup.ini
  xoff sonic lint config_db.json --json | jq '.findings[] | [.rule, .path, .mend]'`,
    )
    .action(async (configs: string[], options: LintOptions) => {
      exit(await (await import("./lint.ts")).lintSonic(configs, options));
    });
  sonic
    .command("export")
    .summary("write what a scenario changes into a config")
    .description(
      "Writes a config with what the scenario says otherwise: pool, thresholds, headroom, marks, lossless classes, weights. Everything else " +
        "stands as it was, to the byte.",
    )
    .argument("<scenario>", "made by xoff sonic import, and changed")
    .requiredOption("--config <file>", "the config_db.json that it was made of", pathGiven)
    .option(
      "--out <file>",
      "write the config there (default: stdout); a file that is there is never overwritten",
      pathGiven,
    )
    .option("--lookup <file>", "the pg_profile_lookup.ini with which it was imported", pathGiven)
    .option("--set <setting...>", "change the scenario first, such as policies.buffer.alpha=1/4")
    .addHelpText(
      "after",
      `
Examples:
  xoff sonic export leaf0.yaml --config config_db.json --out new.json
  xoff sonic export leaf0.yaml --config config_db.json --set policies.buffer.alpha=1/4 | diff config_db.json -`,
    )
    .action(async (scenario: string, options: ExportOptions) => {
      (await import("./export.ts")).exportSonic(scenario, options);
    });
}
