/** `xoff trace`: prints a binary packet trace as text. */
import { InvalidArgumentError, type Command } from "commander";
import type { TraceOptions } from "./work.ts";

export function addTrace(program: Command, exit: (code: number) => void): void {
  program
    .command("trace")
    .summary("print a .tr trace as text")
    .description(
      "Prints the binary trace of HPCC's ns-3 simulator or of xoff run --ns3. Each packet is a line in the format " +
        "of the simulator's trace_reader:\n  time_ns n:node port:queue queue_bytes event ecn:bits source destination " +
        "sport dport ...\n  data   U seq ts pg size(payload)      ACK, NACK   A or N flags pg seq ts size      PFC   " +
        "P time queue_bytes class size\nEvents are Recv at the arrival, Enqu and Dequ at a queue. Ports count from 1.",
    )
    .argument("<file>", "the .tr file")
    .option("-n, --node <id>", "print only this node; repeatable", collect)
    .option("-l, --limit <count>", "maximum number of lines (default: all)", wholeNumber)
    .addHelpText(
      "after",
      `
Examples:
  xoff trace mix.tr | head
  xoff trace mix.tr --node 3 --limit 1000 > switch3.txt`,
    )
    .action(async (file: string, options: TraceOptions) => {
      exit(await (await import("./work.ts")).printTrace(file, options));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}

const collect = (text: string, before: readonly number[] = []): number[] => [...before, wholeNumber(text)];
