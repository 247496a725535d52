/** `xoff headroom`: what a lossless priority of a port must keep free for what follows a PAUSE, by term and by ASIC. */
import { Option, type Command } from "commander";
import { EXIT, Failure } from "../terminal/exit.ts";
import { quantity } from "../terminal/quantity.ts";
import type { HeadroomOptions } from "./text.ts";

const RULES = ["spectrum1", "spectrum2", "spectrum3", "802.1qbb", "dsh", "hpcc", "mlx5"];

/** Options that only SONiC's rule has. */
const OF_SPECTRUM = [
  ["lanes", "--lanes"],
  ["losslessMtu", "--lossless-mtu"],
  ["smallPackets", "--small-packets"],
  ["gearbox", "--gearbox"],
  ["sharedHeadroom", "--shared-headroom"],
] as const;

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
      new Option(
        "--lanes <count>",
        "of a Spectrum port; 8 of them double the pipeline (default: 8 from 400G on, 4 at 40G, 100G and 200G, else 1)",
      ).argParser(quantity("count", 1, 8)),
    )
    .addOption(
      new Option(
        "--lossless-mtu <size>",
        "the largest packet of lossless classes, for Spectrum (default: 1024B, SONiC's)",
      ).argParser(quantity("bytes", 64, 9216)),
    )
    .addOption(
      new Option(
        "--small-packets <percent>",
        "of packets that have 64 B and a cell each, for Spectrum (default: 100)",
      ).argParser(quantity("count", 0, 100)),
    )
    .addOption(
      new Option("--gearbox <ns>", "latency of a gearbox, for Spectrum (default: 0)").argParser(
        quantity("count", 0, 1e6),
      ),
    )
    .option("--shared-headroom", "the switch has a shared headroom pool: a Spectrum port reserves xon alone")
    .addOption(
      new Option("--ports <count>", "of the switch, all like this one")
        .argParser(quantity("count", 1, 4096))
        .default(32),
    )
    .addOption(new Option("--classes <count>", "lossless classes a port").argParser(quantity("count", 1, 8)).default(2))
    .addOption(
      new Option(
        "--buffer <size>",
        "all memory of the switch (default: Spectrum-1 16MiB, -2 42MiB, -3 64MiB, else 16MiB as in a scenario)",
      ).argParser(quantity("bytes", 1, 2 ** 40)),
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
      const stray = OF_SPECTRUM.filter(([key]) => options[key] !== undefined).map(([, flag]) => flag);
      if (!options.asic.startsWith("spectrum") && stray.length > 0) {
        const expected = "--asic spectrum1, spectrum2 or spectrum3, which alone reckon with it";
        throw new Failure(`${stray.join(", ")}: expected ${expected}, found ${options.asic}.`, EXIT.input);
      }
      const [{ headroomText }, { pageWidth }] = await Promise.all([import("./text.ts"), import("../terminal/page.ts")]);
      process.stdout.write(headroomText(options, pageWidth()));
    });
}
