/**
 * `xoff headroom`: computes the headroom of a lossless priority, that is, the memory for packets that arrive after a PAUSE. The output
 * lists each term, by ASIC.
 */
import { Option, type Command } from "commander";
import { formatRate } from "../../../base/format.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { quantity } from "../terminal/quantity.ts";
import type { HeadroomOptions } from "./text.ts";

const RULES = [
  ...["spectrum1", "spectrum2", "spectrum3", "spectrum4", "spectrum5", "spectrum6"],
  ...["data-sheet", "802.1qbb", "dsh", "hpcc", "mlx5"],
];

/** Options that apply to SONiC's rule only. */
const OF_SPECTRUM = [
  ["lanes", "--lanes"],
  ["losslessMtu", "--lossless-mtu"],
  ["smallPackets", "--small-packets"],
  ["gearbox", "--gearbox"],
  ["sharedHeadroom", "--shared-headroom"],
  ["cell", "--cell"],
  ["pipeline", "--pipeline"],
  ["macPhy", "--mac-phy"],
  ["reaction", "--reaction"],
] as const;

/** True if the user set an option other than those that select a row of NVIDIA's table: ASIC, speed, cable and lanes. */
const hasOther = ({ mtu, ...options }: HeadroomOptions): boolean =>
  mtu !== 9100 || OF_SPECTRUM.some(([key]) => key !== "lanes" && options[key] !== undefined) || options.json === true;

export function addHeadroom(program: Command): void {
  program
    .command("headroom")
    .summary("the headroom that a lossless class of a port needs, by term and by ASIC")
    .description(
      "Prints the bytes that may still arrive at a port after it has decided on a PAUSE. With less headroom a " +
        "lossless class loses packets. The terms are:\n  - the frame for which the PAUSE waits\n  - the cable in " +
        "both directions\n  - the port's interface\n  - the peer's reaction, and the frame that the peer has begun\n " +
        " - partly filled cells of the buffer\n\n--asic selects the rule:\n  - spectrum1 to spectrum6: SONiC's for a " +
        "Spectrum switch\n  - data-sheet: SONiC's formula with --cell and --pipeline of any ASIC\n  - 802.1qbb: 802.1Qbb with the limits of 802.3 at each speed\n  - dsh: equation 1 of " +
        "DSH\n  - hpcc: HPCC's simulator\n  - mlx5: a ConnectX NIC under Linux",
    )
    .requiredOption("--speed <rate>", "speed of the port, such as 100Gbps", quantity("bps", 1e8, 1.6e12))
    .requiredOption(
      "--cable <length>",
      "length of the cable such as 40m, or one-way delay such as 200ns, at 5 ns a metre",
      quantity("delay", 0, 1e12),
    )
    .addOption(
      new Option("--mtu <size>", "MTU of the port: the largest packet of any class, lossless or not")
        .argParser(quantity("bytes", 64, 9216))
        .default(9100, "9100B, SONiC's"),
    )
    .addOption(
      new Option("--asic <rule>", "the rule for the headroom (default: data-sheet with --cell, else 802.1qbb)").choices(
        RULES,
      ),
    )
    .addOption(
      new Option(
        "--lanes <count>",
        "lanes of a Spectrum port. 8 double the pipeline (default: 8 from 400G, on Spectrum-4 and 5 from 800G, on 6 " +
          "from 1.6T)",
      ).argParser(quantity("count", 1, 8)),
    )
    .addOption(
      new Option(
        "--lossless-mtu <size>",
        "largest packet of lossless classes, for Spectrum (default: 1024B, SONiC's)",
      ).argParser(quantity("bytes", 64, 9216)),
    )
    .addOption(
      new Option(
        "--small-packets <percent>",
        "percentage of packets with 64 B, which take a cell each, for Spectrum (default: 100)",
      ).argParser(quantity("count", 0, 100)),
    )
    .addOption(
      new Option("--gearbox <ns>", "latency of a gearbox, for Spectrum (default: 0)").argParser(
        quantity("count", 0, 1e6),
      ),
    )
    .addOption(
      new Option("--cell <size>", "bytes of a buffer cell, by the ASIC's data sheet").argParser(
        quantity("bytes", 1, 9216),
      ),
    )
    .addOption(
      new Option(
        "--pipeline <size>",
        "bytes in the pipeline before a PAUSE is decided, by the data sheet (default: 19KiB for Spectrum-1 to 5, " +
          "42KiB for 6)",
      ).argParser(quantity("bytes", 0, 2 ** 30)),
    )
    .addOption(
      new Option("--mac-phy <size>", "bytes in MAC and PHY of this port (default: 819.2B, SONiC's)").argParser(
        quantity("bytes", 0, 2 ** 30),
      ),
    )
    .addOption(
      new Option("--reaction <size>", "bytes that the peer sends until it reacts (default: 802.3's limit)").argParser(
        quantity("bytes", 0, 2 ** 30),
      ),
    )
    .option("--shared-headroom", "the switch has a shared headroom pool: a Spectrum port reserves only xon")
    .addOption(
      new Option("--ports <count>", "number of ports of the switch, all with these settings")
        .argParser(quantity("count", 1, 4096))
        .default(32),
    )
    .addOption(
      new Option("--classes <count>", "number of lossless classes of a port")
        .argParser(quantity("count", 1, 8))
        .default(2),
    )
    .addOption(
      new Option(
        "--buffer <size>",
        "all memory of the switch (default: the memory of the ASIC for Spectrum-1 to 3; otherwise 16MiB, as in a scenario)",
      ).argParser(quantity("bytes", 1, 2 ** 40)),
    )
    .option("--table", "print the row of NVIDIA's pg_profile_lookup.ini for the port, for spectrum1 to spectrum4")
    .option("--json", "print JSON on stdout, in bytes, bit/s and metres")
    .addHelpText(
      "after",
      `
Examples:
  xoff headroom --speed 100Gbps --cable 40m
  xoff headroom --speed 400Gbps --cable 300m --asic spectrum3 --ports 32
  xoff headroom --speed 100Gbps --cable 5m --asic spectrum1 --small-packets 50
  xoff headroom --speed 800Gbps --cable 40m --asic spectrum4
  xoff headroom --speed 400Gbps --cable 40m --cell 254B --pipeline 30KB --reaction 57920B
  xoff headroom --speed 100Gbps --cable 75m --asic spectrum3 --table
  xoff headroom --speed 25Gbps --cable 2m --asic mlx5 --mtu 4200B
  xoff headroom --speed 100Gbps --cable 40m --json | jq '.terms[] | [.name, .bytes]'

xoff of SONiC's profile: the sum of the terms. xon: bytes that the pipeline of a
Spectrum port holds before a PAUSE is decided. size: memory to reserve for a class.
A rule below 802.1qbb assumes a peer that reacts faster than the standard requires.`,
    )
    .action(async (given: Omit<HeadroomOptions, "asic"> & { readonly asic?: string }) => {
      const options = { ...given, asic: given.asic ?? (given.cell === undefined ? "802.1qbb" : "data-sheet") };
      const stray = OF_SPECTRUM.filter(([key]) => options[key] !== undefined).map(([, flag]) => flag);
      if (!/^(spectrum|data-sheet)/.test(options.asic) && stray.length > 0) {
        const expected = "--asic spectrum1 to spectrum6 or data-sheet, the only rules with this term";
        throw new Failure(`${stray.join(", ")}: expected ${expected}, found ${options.asic}.`, EXIT.input);
      }
      const missing = [
        ...(options.cell === undefined ? ["--cell"] : []),
        ...(options.pipeline === undefined ? ["--pipeline"] : []),
      ];
      if (options.asic === "data-sheet" && missing.length > 0)
        throw new Failure(
          `--asic data-sheet also needs ${missing.join(" and ")}. Add the size by the data sheet of the ASIC.`,
          EXIT.input,
        );
      if (options.table === true && (!/^spectrum[1-4]$/.test(options.asic) || hasOther(options)))
        throw new Failure(
          "--table is only allowed with --asic spectrum1 to spectrum4, --speed, --cable and --lanes. Remove the other options.",
          EXIT.input,
        );
      const [{ headroomText, maxRateOf, tableText }, { pageWidth }] = await Promise.all([
        import("./text.ts"),
        import("../terminal/page.ts"),
      ]);
      const maxRate = maxRateOf(options.asic);
      if (maxRate !== undefined && options.speed > maxRate)
        throw new Failure(
          `--speed: expected at most ${formatRate(maxRate)}, the fastest port of ${options.asic}, got ${formatRate(options.speed)}. Choose another --asic.`,
          EXIT.input,
        );
      process.stdout.write(options.table === true ? tableText(options) : headroomText(options, pageWidth()));
    });
}
