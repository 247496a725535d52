/** What was run, a line a fact; where the runs of a comparison differ, each run's. */
import { formatCount, formatTime } from "../../format.ts";
import type { NamedPolicy } from "../../measure/summary.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { html, type Html } from "./html.ts";

/** How a policy is said; whoever knows its parameters can say them with their units. */
export type PolicyWords = (role: string, policy: NamedPolicy) => string;

export function whatWasRun(runs: readonly LabelledRun[], policyWords: PolicyWords = (_, { name }) => name): Html {
  const all = runs.map((run) => facts(run, policyWords));
  const names = [...new Set(all.flatMap((some) => [...some.keys()]))];
  const lines = names.map((name) => {
    const texts = all.map((some) => some.get(name) ?? "–");
    const value = texts.every((text) => text === texts[0])
      ? html`${texts[0]}`
      : html`<ul>
          ${texts.map((text, run) => html`<li><em>${runs[run].label}:</em> ${text}</li>`)}
        </ul>`;
    return html`<dt>${name}</dt>
      <dd>${value}</dd> `;
  });
  return html`<section id="what">
    <h2>What was run</h2>
    <dl class="facts">${lines}</dl>
  </section>`;
}

function facts({ summary }: LabelledRun, policyWords: PolicyWords): Map<string, string> {
  const { policies, traffic, cdfs, topology, hosts, switches, links } = summary;
  const said = Object.entries(policies).map(([role, chosen]): [string, string] => {
    const some = "name" in chosen ? [chosen] : chosen;
    return [sentence(role), some.length === 0 ? "none" : some.map((policy) => policyWords(role, policy)).join("; ")];
  });
  const flowsOf = new Map<string, number>();
  for (const { kind, flows } of traffic) flowsOf.set(kind, (flowsOf.get(kind) ?? 0) + flows);
  const kinds = Array.from(flowsOf, ([kind, flows]) => `${kind} (${counted(flows, "flow", "flows")})`);
  const sizes = cdfs.map(({ name, source }) => `sizes of ${name}: ${source}`);
  const size = [
    counted(hosts, "host", "hosts"),
    counted(switches, "switch", "switches"),
    counted(links, "link", "links"),
  ];
  return new Map([
    ["Network", `${topology}: ${size.join(", ")}`],
    ["Traffic", [...kinds, ...sizes].join("; ")],
    ...said,
    ["Frame sizes", summary.frame_sizes],
    ["Lossless drops", summary.on_drop === "stop" ? "end the run" : "are counted"],
    [
      "Ended",
      `${summary.ending}, after ${formatTime(summary.simulated_ns * 1000)} of ${formatTime(summary.until_ns * 1000)}`,
    ],
    ["Seed", String(summary.seed)],
    ["Digest", summary.digest],
    ["Scenario hash", `${summary.hash.slice(0, 16)}…`],
    ["xoff", summary.xoff],
  ]);
}

const counted = (n: number, one: string, many: string): string => `${formatCount(n)} ${n === 1 ? one : many}`;
const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
