/** `xoff buffer`: the memory that one long link asks of the port at its end, by kind of flow control. */
import { InvalidArgumentError, type Command } from "commander";
import { parseQuantity, QuantityError } from "../lab.ts";
import type { BufferOptions } from "./buffer-text.ts";

export function addBuffer(program: Command): void {
  program
    .command("buffer")
    .summary("how much buffer a long link needs, under each kind of flow control")
    .description(
      "Prints what the port at the end of a link must be able to hold so that, in the worst case, neither a packet is lost nor throughput. " +
        "A stop reaches the peer after one delay, and what it had sent by then arrives for another: one bandwidth-delay product (BDP) of the " +
        "round trip. PFC, which sees its queue alone, needs a second one to send from until a start has worked. Who counts what is under " +
        "way (Bifrost), or lets nothing go without room (CBFC), needs about one.",
    )
    .requiredOption(
      "--distance <length>",
      "of the link: a length such as 600km, at 5 ns a metre, or a delay one way such as 3ms",
      quantity("delay"),
    )
    .requiredOption("--rate <rate>", "of the link, such as 400Gbps", quantity("bps"))
    .option("--classes <count>", "lossless classes; Bifrost's memory serves all of them", quantity("count"), 1)
    .option("--slot <time>", "T of Bifrost (default: 10us)", quantity("ps"), 10e6)
    .option("--period <time>", "T_fc of CBFC, between two credit updates (default: 4.096us)", quantity("ps"), 4_096_000)
    .option("--frame <size>", "a full frame in the buffer (default: 1062B, payload of 1000 B)", quantity("bytes"), 1062)
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
      const [{ bufferText }, { pageWidth }] = await Promise.all([import("./buffer-text.ts"), import("./page.ts")]);
      process.stdout.write(bufferText(options, pageWidth()));
    });
}

function quantity(unit: "bps" | "ps" | "bytes" | "count" | "delay") {
  return (text: string): number => {
    try {
      const value = parseQuantity(unit, text);
      if (value > 0) return value;
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      throw new InvalidArgumentError(`Expected ${error.expected}.${error.hint === undefined ? "" : ` ${error.hint}`}`);
    }
    throw new InvalidArgumentError("Expected more than 0.");
  };
}
