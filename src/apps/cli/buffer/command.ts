/** `xoff buffer`: computes the memory that a long link requires at the receiving port, for each kind of flow control. */
import { Option, type Command } from "commander";
import { quantity } from "../terminal/quantity.ts";
import type { BufferOptions } from "./text.ts";

export function addBuffer(program: Command): void {
  program
    .command("buffer")
    .summary("the buffer that a long link needs, under each kind of flow control")
    .description(
      "Prints the buffer that the port at the end of a link needs for no loss and full throughput in the worst " +
        "case. A PAUSE takes one delay to reach the peer. Packets sent until then arrive one delay later: together " +
        "one bandwidth-delay product (BDP) of the round trip. PFC observes only its own queue, so it needs a second " +
        "BDP to stay busy until a resume takes effect. Bifrost counts the packets in flight, and CBFC sends only " +
        "into free buffer. Both need about one BDP. The peer's reaction and its interface (MAC, FEC, PHY) add a few " +
        "frames by 802.1Qbb and 802.3. xoff headroom lists these terms by ASIC.",
    )
    .requiredOption(
      "--distance <length>",
      "distance of the link: a length such as 600km, at 5 ns a metre, or a one-way delay such as 3ms",
      quantity("delay", 1, 1e12),
    )
    .requiredOption("--rate <rate>", "rate of the link, such as 400Gbps", quantity("bps", 1e6, 1e13))
    .addOption(
      new Option("--classes <count>", "number of lossless classes, 1 to 8; Bifrost shares its memory between them")
        .argParser(quantity("count", 1, 8))
        .default(1),
    )
    .addOption(new Option("--slot <time>", "T of Bifrost").argParser(quantity("ps", 1e5, 1e12)).default(10e6, "10us"))
    .addOption(
      new Option("--period <time>", "T_fc of CBFC: time between two credit updates")
        .argParser(quantity("ps", 1e5, 1e12))
        .default(4_096_000, "4.096us"),
    )
    .addOption(
      new Option("--frame <size>", "bytes of a full frame in the buffer, 64B to 9216B")
        .argParser(quantity("bytes", 64, 9216))
        .default(1062, "1062B, payload of 1000 B"),
    )
    .addOption(
      new Option(
        "--mtu <size>",
        "MTU of the port, 64B to 9216B: a PAUSE frame may wait for the largest packet of any class",
      )
        .argParser(quantity("bytes", 64, 9216))
        .default(9100, "9100B"),
    )
    .option("--json", "print JSON on stdout, in bytes, ps and bit/s")
    .addHelpText(
      "after",
      `
Examples:
  xoff buffer --distance 600km --rate 400Gbps
  xoff buffer --distance 80km --rate 100Gbps --classes 3
  xoff buffer --distance 100m --rate 400Gbps        inside a data centre: all sizes are small
  xoff buffer --distance 3ms --rate 400Gbps --json | jq '.needs[] | [.scheme, .bytes]'

Sources of the rules: xoff explain bifrost. Simulations:
xoff reproduce bifrost/fig2 and bifrost/fig7.`,
    )
    .action(async (options: BufferOptions) => {
      const [{ bufferText }, { pageWidth }] = await Promise.all([import("./text.ts"), import("../terminal/page.ts")]);
      process.stdout.write(bufferText(options, pageWidth()));
    });
}
