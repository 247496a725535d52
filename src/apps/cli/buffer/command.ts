/** `xoff buffer`: the memory that one long link asks of the port at its end, by kind of flow control. */
import { Option, type Command } from "commander";
import { quantity } from "../terminal/quantity.ts";
import type { BufferOptions } from "./text.ts";

export function addBuffer(program: Command): void {
  program
    .command("buffer")
    .summary("how much buffer a long link needs, under each kind of flow control")
    .description(
      "Prints what the port at the end of a link must be able to hold so that, in the worst case, neither a packet is lost nor throughput. " +
        "A stop reaches the peer after one delay, and what it had sent by then arrives for another: one bandwidth-delay product (BDP) of the " +
        "round trip. PFC, which sees its queue alone, needs a second one to send from until a start has worked. Besides, 802.1Qbb and the limits that 802.3 sets at each " +
        "speed let frames, the reaction of the peer, MAC, FEC and PHY pass; xoff headroom has them by term, and by ASIC. Who counts what is under " +
        "way (Bifrost), or lets nothing go without room (CBFC), needs about one.",
    )
    .requiredOption(
      "--distance <length>",
      "of the link: a length such as 600km, at 5 ns a metre, or a delay one way such as 3ms",
      quantity("delay", 1, 1e12),
    )
    .requiredOption("--rate <rate>", "of the link, such as 400Gbps", quantity("bps", 1e6, 1e13))
    .addOption(
      new Option("--classes <count>", "lossless classes, 1 to 8; Bifrost's memory serves all of them")
        .argParser(quantity("count", 1, 8))
        .default(1),
    )
    .addOption(new Option("--slot <time>", "T of Bifrost").argParser(quantity("ps", 1e5, 1e12)).default(10e6, "10us"))
    .addOption(
      new Option("--period <time>", "T_fc of CBFC, between two credit updates")
        .argParser(quantity("ps", 1e5, 1e12))
        .default(4_096_000, "4.096us"),
    )
    .addOption(
      new Option("--frame <size>", "a full frame in the buffer, 64B to 9216B")
        .argParser(quantity("bytes", 64, 9216))
        .default(1062, "1062B, payload of 1000 B"),
    )
    .addOption(
      new Option("--mtu <size>", "of the port: a stop may wait for the largest packet of any class, 64B to 9216B")
        .argParser(quantity("bytes", 64, 9216))
        .default(9100, "9100B"),
    )
    .option("--json", "for programs on stdout: bytes, ps, bit/s")
    .addHelpText(
      "after",
      `
Examples:
  xoff buffer --distance 600km --rate 400Gbps
  xoff buffer --distance 80km --rate 100Gbps --classes 3
  xoff buffer --distance 100m --rate 400Gbps        inside a data centre, where all of them are small
  xoff buffer --distance 3ms --rate 400Gbps --json | jq '.needs[] | [.scheme, .bytes]'

Where the rules come from: xoff explain bifrost. To see it happen:
xoff reproduce bifrost/fig2 and bifrost/fig7.`,
    )
    .action(async (options: BufferOptions) => {
      const [{ bufferText }, { pageWidth }] = await Promise.all([import("./text.ts"), import("../terminal/page.ts")]);
      process.stdout.write(bufferText(options, pageWidth()));
    });
}
