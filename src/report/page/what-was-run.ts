/**
 * The set-up of the run, a line for each fact. If the runs of a comparison differ in a fact, the line names the varied
 * setting.
 */
import { formatCount, formatTime } from "../../base/format.ts";
import type { KeptModule } from "../../run/measure/kept-modules.ts";
import type { NamedPolicy } from "../../run/measure/summary.ts";
import type { LabelledRun, Settings } from "../labelled-run.ts";
import { settingsOf, settingsText } from "../schemes.ts";
import { html, type Html } from "./html.ts";

/** Formats a policy. A caller that knows the policy's parameters can add their units. */
export type PolicyWords = (role: string, policy: NamedPolicy) => string;

/** Maximum number of different values that a line lists. */
const MAX_VALUES = 6;

export function whatWasRun(
  runs: readonly LabelledRun[],
  { policyWords = (_, { name }) => name, common = {} }: { policyWords?: PolicyWords; common?: Settings } = {},
): Html {
  const all = runs.map((run) => facts(run, policyWords));
  const names = [...new Set(all.flatMap((some) => [...some.keys()]))];
  const set = Object.entries(common).map(([path, value]) => `${path}=${value}`);
  const lines = names.map((name) => {
    const texts = all.map((some) => some.get(name) ?? "–");
    return html`<dt>${name}</dt>
      <dd>${valueOf(texts, runs)}</dd> `;
  });
  return html`<section id="what">
    <h2>Set-up</h2>
    <dl class="facts">
      ${
        set.length === 0
          ? undefined
          : html`<dt>Set in all</dt>
              <dd>${set.join(", ")}</dd> `
      }${lines}
    </dl>
  </section>`;
}

/**
 * The text for a fact about the runs. If all runs agree, the text is the common value. If one varied setting determines
 * the value, the text lists the values by this setting. If there is no such
 * setting, or more than `MAX_VALUES` values, the text has only the number of different values.
 */
function valueOf(texts: readonly string[], runs: readonly LabelledRun[]): Html {
  const different = [...new Set(texts)];
  if (different.length === 1) return html`${different[0]}`;
  const settings = runs.map(settingsOf);
  const decides = (path: string): boolean => {
    const byValue = new Map<string, string>();
    return settings.every((some, run) => {
      const value = some[path] ?? "";
      const before = byValue.get(value) ?? texts[run];
      byValue.set(value, texts[run]);
      return before === texts[run];
    });
  };
  const path = Object.keys(settings[0]).find(decides);
  if (path === undefined || different.length > MAX_VALUES) {
    return html`${formatCount(different.length)} different values, in the summary.json of each run`;
  }
  const values = new Map(settings.map((some, run) => [some[path] ?? "", texts[run]]));
  if ([...values].every(([value, text]) => value === text)) return html`${different.join(", ")}`;
  return html`<ul>
    ${Array.from(values, ([value, text]) => html`<li><em>${settingsText({ [path]: value })}:</em> ${text}</li>`)}
  </ul>`;
}

function facts({ summary }: LabelledRun, policyWords: PolicyWords): Map<string, string> {
  const { policies, modules = [], traffic, cdfs, topology, hosts, switches, links } = summary;
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
    ...(modules.length === 0 ? [] : [["Code from files", modules.map(moduleText).join("; ")] as const]),
    ["Frame sizes", summary.frame_sizes],
    ["Lossless drops", summary.on_drop === "stop" ? "end the run" : "are counted"],
    [
      "Ended",
      `${summary.ending}, after ${formatTime(summary.simulated_ns * 1000)} of ${formatTime(summary.until_ns * 1000)}`,
    ],
    ["Seed", String(summary.seed)],
    ...(summary.ideal === undefined ? [] : [["Ideal", summary.ideal] as const]),
    ["Digest", summary.digest],
    ["Scenario hash", `${summary.hash.slice(0, 16)}…`],
    ["xoff", summary.xoff],
  ]);
}

/** Names a user module, with enough digits of its hash to identify the file. */
const moduleText = ({ of, name, hash }: KeptModule): string => `${of} ${name} (module hash ${hash.slice(0, 16)}…)`;

const counted = (n: number, one: string, many: string): string => `${formatCount(n)} ${n === 1 ? one : many}`;
const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
