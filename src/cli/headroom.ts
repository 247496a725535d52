/** `xoff headroom`: what a lossless priority of a port must keep free for what follows a PAUSE, by term and by ASIC. */
import { Option, type Command } from "commander";
import { quantity } from "./quantity.ts";
import type { HeadroomOptions } from "./headroom-text.ts";

const RULES = ["spectrum1", "spectrum2", "spectrum3", "802.1qbb", "dsh", "hpcc", "mlx5"];

export function addHeadroom(program: Command): void {
  program
    .command("headroom")
    .summary("how much headroom a lossless class of a port needs, by term and by ASIC")
    .description(
      "Prints what may still arrive at a port after it has decided on a PAUSE, term by term: the frame that the PAUSE waits for, the cable " +
        "there and back, the interface of the port, the reaction of its peer, the frame that the peer has begun, and what cells of the " +
        "buffer cost. A lossless class loses packets with less. --asic says whose rule: a Spectrum switch as SONiC reckons it, 802.1Qbb " +
        "with the limits that 802.3 sets at each speed, equation 1 of DSH, HPCC's simulator, or a ConnectX NIC of Linux (mlx5).",
    )
    .requiredOption("--speed <rate>", "of the port, such as 100Gbps", quantity("bps", 1e8, 1.6e12))
    .requiredOption(
      "--cable <length>",
      "a length such as 40m, or a delay one way such as 200ns, at 5 ns a metre",
      quantity("delay", 0, 1e12),
    )
    .addOption(
      new Option("--mtu <size>", "of the port: the largest packet of any class, lossless or not")
        .argParser(quantity("bytes", 64, 9216))
        .default(9100, "9100B, SONiC's"),
    )
    .addOption(new Option("--asic <rule>", "whose rule").choices(RULES).default("802.1qbb"))
    .addOption(
      new Option("--lanes <count>", "of a Spectrum port; 8 of them double the pipeline")
        .argParser(quantity("count", 1, 8))
        .default(undefined, "8 from 400G on, 4 at 40G, 100G and 200G, else 1"),
    )
    .addOption(
      new Option("--lossless-mtu <size>", "the largest packet of lossless classes, for Spectrum")
        .argParser(quantity("bytes", 64, 9216))
        .default(1024, "1024B, SONiC's"),
    )
    .addOption(
      new Option("--small-packets <percent>", "of packets that have 64 B and a cell each, for Spectrum")
        .argParser(quantity("count", 0, 100))
        .default(100),
    )
    .addOption(
      new Option("--gearbox <ns>", "latency of a gearbox, for Spectrum")
        .argParser(quantity("count", 0, 1e6))
        .default(0),
    )
    .option("--shared-headroom", "the switch has a shared headroom pool: a Spectrum port reserves xon alone")
    .addOption(
      new Option("--ports <count>", "of the switch, all like this one")
        .argParser(quantity("count", 1, 4096))
        .default(32),
    )
    .addOption(new Option("--classes <count>", "lossless classes a port").argParser(quantity("count", 1, 8)).default(2))
    .addOption(
      new Option("--buffer <size>", "all memory of the switch")
        .argParser(quantity("bytes", 1, 2 ** 40))
        .default(undefined, "Spectrum-1 16MB, -2 42MB, -3 64MB, else 16MiB as in a scenario"),
    )
    .option("--json", "for programs on stdout: bytes, bit/s, metres")
    .addHelpText(
      "after",
      `
Examples:
  xoff headroom --speed 100Gbps --cable 40m
  xoff headroom --speed 400Gbps --cable 300m --asic spectrum3 --ports 32
  xoff headroom --speed 100Gbps --cable 5m --asic spectrum1 --small-packets 50
  xoff headroom --speed 25Gbps --cable 2m --asic mlx5 --mtu 4200B
  xoff headroom --speed 100Gbps --cable 40m --json | jq '.terms[] | [.name, .bytes]'

xoff, of SONiC's profile: what the terms add up to. xon: what a Spectrum port
holds before it pauses at all. size: what the port must reserve for the class.
A rule that asks less than 802.1qbb trusts its peer to be faster than it must.`,
    )
    .action(async (options: HeadroomOptions) => {
      const [{ headroomText }, { pageWidth }] = await Promise.all([import("./headroom-text.ts"), import("./page.ts")]);
      process.stdout.write(headroomText(options, pageWidth()));
    });
}
