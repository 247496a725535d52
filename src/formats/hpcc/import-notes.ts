/** What an imported scenario does not do as the simulator does: sentences, each with the line of the config that asks for it. */
import type { HpccConfig } from "./config.ts";
import type { HpccFlow } from "./flows.ts";
import { fateOf } from "./key-fates.ts";
import type { HpccTopology } from "./topology.ts";

export interface HpccInput {
  readonly config: HpccConfig;
  readonly configFile: string;
  /** Line on which each key of the config stands. */
  readonly lines: ReadonlyMap<string, number>;
  readonly topology: HpccTopology;
  readonly flows: readonly HpccFlow[];
  readonly flowFile: string;
}

export class Notes {
  private readonly noted: { readonly line: number; readonly text: string }[] = [];
  private readonly input: HpccInput;

  constructor(input: HpccInput) {
    this.input = input;
  }

  /** A sentence, about what `key` asks for where one does. */
  add(text: string, key?: string): void {
    const { configFile, lines } = this.input;
    const line = key === undefined ? undefined : lines.get(key);
    this.noted.push({ line: line ?? Infinity, text: line === undefined ? text : `${configFile}:${line}: ${text}` });
  }

  /** Those of `keys` that the file names, told of in one sentence that ends in `text`; none, no note. */
  group(keys: readonly string[], text: string): void {
    const named = keys.filter((key) => this.input.lines.has(key));
    if (named.length > 0) this.add(`${named.join(", ")}: ${text}`, named[0]);
  }

  sorted(): string[] {
    return this.noted.sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : 0)).map(({ text }) => text);
  }
}

const keysOf = ({ config, lines }: HpccInput, fate: ReturnType<typeof fateOf>): string[] =>
  [...lines.keys()].filter((key) => fateOf(key, config.ccMode) === fate);

/** Files that the simulator writes. */
export function noteFiles(input: HpccInput, notes: Notes): void {
  notes.group(keysOf(input, "output"), "xoff writes results of its own; these files come from xoff run --ns3.");
}

/** The differences that any input has, or that a key of it asks for. */
export function noteDifferences(input: HpccInput, notes: Notes): void {
  const { config } = input;
  notes.group(keysOf(input, "without effect"), "without effect in the simulator, so left out.");
  notes.group(keysOf(input, "of another mode"), `not read under CC_MODE ${config.ccMode}, so left out.`);

  if (!config.ackHighPrio) {
    notes.add(
      "ACK_HIGH_PRIO 0: ACKs share the class of their flow in the simulator; here they have a class of their own that goes first.",
      "ACK_HIGH_PRIO",
    );
  }
  if (!config.rateBound) {
    notes.add(
      "RATE_BOUND 0: flows send as their window lets them; here every flow is paced at its rate.",
      "RATE_BOUND",
    );
  }
  noteFamily(config, notes);
  notes.add(
    "The simulator sets 4096 B aside for each port and leaves as many of each queue uncounted; here queues count from their first byte.",
  );
  notes.add("A lost end of a flow hangs it in the simulator; here it is sent again after the timeout of go-back-n.");
  notes.add(
    "ECMP numbers nodes otherwise, and every flow has destination port 4791: flows may take another of several equal paths.",
  );
  notes.add(
    "Times are exact to the picosecond rather than cut to whole nanoseconds, and ECN draws other random numbers.",
  );
}

/** What HPCC's simulator does otherwise and its kin, which took its code, do too. */
export function noteFamily(
  {
    l2BackToZero,
    l2AckInterval,
    packetPayload,
    ccMode,
    globalT,
  }: Pick<HpccConfig, "l2BackToZero" | "l2AckInterval" | "packetPayload" | "ccMode" | "globalT">,
  notes: Notes,
): void {
  if (l2BackToZero) {
    notes.add(
      "L2_BACK_TO_ZERO 1: a loss sets a flow back to the start of its chunk; here to the byte that is missing.",
      "L2_BACK_TO_ZERO",
    );
  }
  if (l2AckInterval > packetPayload) {
    notes.add(
      `L2_ACK_INTERVAL ${l2AckInterval}: the simulator acknowledges nothing of a flow's first so many bytes but whole chunks; ` +
        "here every packet is.",
      "L2_ACK_INTERVAL",
    );
  }
  if (ccMode === 3 && globalT) {
    notes.add(
      "GLOBAL_T 1: every flow reckons with the longest round trip in the simulator, here with that of its own path.",
      "GLOBAL_T",
    );
  }
}
