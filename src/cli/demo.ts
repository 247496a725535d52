/**
 * `xoff demo`: the victim scenario under static and dynamic thresholds, compared. What `npm start` runs.
 *
 * Figure 4 of the SPFC paper at N = 24: how often the victim's port is told to stop, and what that does to a flow that goes elsewhere.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { formatRate, formatTime } from "../format.ts";
import { readScenario, setUp, withPolicy, type Scenario } from "../lab.ts";
import { sparkline } from "../report/sparkline.ts";
import { distribution } from "../report/statistics.ts";
import { table } from "../report/table.ts";
import { EXIT } from "./exit.ts";
import { clearPassing, showPassing } from "./terminal.ts";

const SCENARIO = new URL("../../scenarios/starter/victim.yaml", import.meta.url);
/** Length of one sample of the victim's throughput, ps: 250 us. */
const SAMPLE = 250e6;
/** When the bursts begin, ps. */
const BURST = 1e9;

interface Outcome {
  readonly name: string;
  readonly pauses: number;
  readonly stopped: number;
  /** Goodput of F1, bit/s: before the bursts, while they last, and by sample. */
  readonly before: number;
  readonly during: number;
  readonly samples: readonly number[];
  readonly fctMean: number;
  readonly fctP99: number;
  readonly hops: number;
  readonly digest: string;
}

export function addDemo(program: Command, exit: (code: number) => void): void {
  program
    .command("demo")
    .summary("a victim of PFC, under static and dynamic thresholds")
    .description(
      "Runs scenarios/starter/victim.yaml twice, with static thresholds (ST) and with dynamic ones (DT), and compares them: " +
        "PAUSEs at the victim's port, the victim's throughput, completion times of the bursts. Takes a few seconds.",
    )
    .action(() => {
      demo();
      exit(EXIT.done);
    });
}

function demo(): void {
  const file = fileURLToPath(SCENARIO);
  const scenario = readScenario(readFileSync(file, "utf8"), file);
  const began = performance.now();
  const outcomes = [
    measure("ST", withPolicy(scenario, "buffer", "st")),
    measure("DT, alpha 2", withPolicy(scenario, "buffer", "dt", { alpha: 2 })),
  ];
  clearPassing();
  process.stdout.write(text(outcomes, (performance.now() - began) / 1000));
}

function measure(name: string, scenario: Scenario): Outcome {
  const { network, results } = setUp(scenario);
  const { flows } = network;
  const samples: number[] = [];
  let before = 0;
  let last = 0;
  for (let at = SAMPLE; at <= scenario.until; at += SAMPLE) {
    showPassing(`${name}: ${formatTime(at)} of ${formatTime(scenario.until)} simulated`);
    network.run(at);
    samples.push(((flows.rcvNxt[0] - last) * 8e12) / SAMPLE);
    last = flows.rcvNxt[0];
    if (at === BURST) before = last;
  }
  const { ports, flows: rows, run } = results("time is up");
  const towards = ports.find(({ node, peer }) => node.startsWith("sw") && peer === "h0");
  const from = ports.find(({ node }) => node === "h0");
  const fct = distribution(rows.filter((row) => row.bytes !== Infinity).map((row) => row.fct));
  return {
    name,
    pauses: towards?.pauses ?? 0,
    stopped: from?.stopped ?? 0,
    before: (before * 8e12) / BURST,
    during: ((last - before) * 8e12) / (scenario.until - BURST),
    samples,
    fctMean: fct.mean,
    fctP99: fct.p99,
    hops: run.packetHops,
    digest: run.digest,
  };
}

function text(outcomes: readonly Outcome[], seconds: number): string {
  const rows = outcomes.map((outcome) => [
    outcome.name,
    String(outcome.pauses),
    formatTime(Math.round(outcome.stopped)),
    formatRate(Math.round(outcome.before)),
    formatRate(Math.round(outcome.during)),
    formatTime(Math.round(outcome.fctMean)),
    formatTime(Math.round(outcome.fctP99)),
  ]);
  const head = ["buffer", "PAUSEs to h0", "h0 stopped", "F1 before", "F1 during", "burst FCT mean", "p99"];
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map(({ name, samples }) => `${name.padEnd(width)}  ${sparkline(samples, 100e9)}`);
  const hops = outcomes.reduce((sum, outcome) => sum + outcome.hops, 0);
  return `A victim of PFC (SPFC, figure 4, N = 24): one 32-port switch, 100G.
h0 sends F1 to r1 and F2 to r2. From 1 ms on, 24 hosts send bursts of 64 KB flows to r2. The switch fills and tells
whoever fills it to stop: h0 too, for F2's sake. A PAUSE stops all that h0 sends, so F1, which goes elsewhere, starves.

${table(head, rows)}

F1's goodput, 0 to 100 Gbps, a sample each ${formatTime(SAMPLE)} of 12 ms; the bursts begin after the fourth:
${lines.join("\n")}

${(hops / 1e6).toFixed(1)} million packet-hops in ${seconds.toFixed(1)} s. Digests: ${outcomes.map(({ digest }) => digest).join(", ")}
Next: xoff run scenarios/starter/victim.yaml (or node dist/cli/main.js run ...), change a line of it, run it again.
`;
}
