/** Writes the output of `xoff check` for a valid scenario. */
import { formatRate, formatTime } from "../../../base/format.ts";
import { headroomSaid, type Examined, type Scenario } from "../../../run/lab/lab.ts";
import { unitOf } from "../../../base/one-unit.ts";
import { table } from "../../../report/table.ts";
import { hang, wrap } from "../../../base/wrap.ts";

/** Number of links to list, the most loaded first. */
const BUSIEST = 3;

/** The output as text. `first` is its first line, and `cost` is a sentence on the estimated cost of a run. */
export function checkText(
  { first, cost }: { readonly first: string; readonly cost: string },
  { lossless }: Pick<Scenario, "lossless">,
  { memory, headroom, loads, cycles, faults }: Examined,
  width: number,
): string {
  const parts = [
    wrap(first, width).join("\n"),
    memoryText(memory),
    headroomText(headroom),
    wrap(loadText(loads), width).join("\n"),
    wrap(cost, width).join("\n"),
    deadlockText(lossless, cycles, width),
    faultsText(faults, width),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Names a group of similar nodes or links by one of them and the number of others, as in "leaf0 and 3 like it". */
function several([first, ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} like it`;
}

function memoryText(kinds: Examined["memory"]): string {
  if (kinds.length === 0) return "";
  const parts = ["shared", "headroom", "private", "memory"] as const;
  const unit = unitOf(
    "bytes",
    kinds.flatMap((kind) => [...parts.map((part) => kind[part]), kind.own]),
  );
  const hasOwn = kinds.some(({ own }) => own > 0);
  const rows = kinds.map((kind) => [
    ...[several(kind.switches), String(kind.ports)],
    ...parts.map((part) => unit.number(kind[part])),
    ...(hasOwn ? [unit.number(kind.own)] : []),
  ]);
  const head = [`memory of a switch, ${unit.name}`, "ports", "shared", "headroom", "private", "in all"];
  return table([...head, ...(hasOwn ? ["and ports' own"] : [])], rows);
}

function headroomText(kinds: Examined["headroom"]): string {
  if (kinds.length === 0) return "";
  const unit = unitOf(
    "bytes",
    kinds.flatMap(({ kept, need }) => [kept, need]),
  );
  const rows = kinds.map(({ rate, delay, ports, kept, need }) => [
    `${formatRate(rate)}, ${formatTime(delay)}`,
    String(ports),
    unit.number(kept),
    unit.number(need),
  ]);
  const what = kinds[0].each === "port" ? "of a port" : "of a lossless queue";
  return table([`headroom ${what}, ${unit.name}`, "switch ports", "kept", "may follow a PAUSE"], rows);
}

function loadText(loads: Examined["loads"]): string {
  const busiest = (of: (one: Examined["loads"][0]) => number): string =>
    [...loads]
      .sort((a, b) => of(b) - of(a))
      .slice(0, BUSIEST)
      .map((one) => `${of(one).toFixed(2)} ${one.link}`)
      .join(", ");
  if (loads.length === 0) return "";
  const differs = loads.some(({ load, overRun }) => load.toFixed(2) !== overRun.toFixed(2));
  return [
    `Offered load while traffic arrives, headers included: ${busiest(({ load }) => load)}.`,
    ...(differs ? [`Over the whole run: ${busiest(({ overRun }) => overRun)}.`] : []),
    "Paths share it evenly. Flows without an end are left out.",
  ].join(" ");
}

function deadlockText(lossless: readonly number[], cycles: readonly (readonly string[])[], width: number): string {
  const say = (...sentences: string[]): string => wrap(sentences.join(" "), width).join("\n");
  if (lossless.length === 0) return say("No class is lossless, so no port is paused and no deadlock is possible.");
  const classes = `in lossless ${lossless.length === 1 ? "class" : "classes"} ${lossless.join(", ")}`;
  const counting = "All shortest paths between all hosts count, even between hosts without traffic in this scenario.";
  if (cycles.length === 0) return say(`No circle of queues ${classes}: its routes cannot deadlock.`, counting);
  const all = `where ${cycles.length === 1 ? "a circle" : `${cycles.length} circles`} of queues can wait for each other when full`;
  return [
    say(`A deadlock is possible ${classes}, ${all}:`),
    "",
    ...cycles.map((queues, k) => hang(`  ${k + 1}. `, [...queues, queues[0]].join(" -> "), width)),
    "",
    say("Each queue waits for the next. A circle that shares queues with a shorter one is not shown.", counting),
  ].join("\n");
}

/**
 * One line for each fault: its kind, its target, its time and its effect. The effect includes the headroom that the
 * fault's extra packets need.
 */
function faultsText(faults: Examined["faults"], width: number): string {
  return faults
    .map(({ kind, target, at, until, loses, cuts, headroom }, k) => {
      const from = at === 0 ? "from the start" : `from ${formatTime(at)}`;
      const to = until === Infinity ? "on" : `to ${formatTime(until)}`;
      const said = [loses, ...(headroom === undefined ? [] : [headroomSaid(headroom)])].filter((one) => one !== "");
      return hang(
        "",
        `Fault ${k}, ${kind}, ${target.join(", ")}, ${from} ${to}${said.map((one) => `; ${one}`).join("")}.${cuts === undefined ? "" : ` ${cuts}`}`,
        width,
      );
    })
    .join("\n");
}
