/** Prints the recommended values of `xoff tune` as lines of a SONiC config, and as parameters of DCQCN in a NIC. */
import { formatRate } from "../../../base/format.ts";
import { PS_PER_METRE } from "../../../base/units.ts";
import { stepsOf } from "../../../formats/sonic/export.ts";
import type { Scenario } from "../../../run/lab/lab.ts";
import { saidBy } from "../sonic/export.ts";

/**
 * The lines of switch and NIC configs that set the tuned parameters. `roles` has the policy roles with varied
 * parameters, such as "detection".
 */
export function configLines(scenario: Scenario, roles: ReadonlySet<string>): string[] {
  return [
    ...(roles.has("detection") ? wredLines(scenario) : []),
    ...bufferLines(scenario, roles),
    ...(roles.has("congestion") ? nicLines(scenario) : []),
  ];
}

/**
 * The WRED profiles of a SONiC config. Each rate of switch ports has its own profile, because a scenario may scale its ECN
 * thresholds with the rate of the port.
 */
function wredLines(scenario: Scenario): string[] {
  const { marks } = saidBy(scenario);
  if (marks === undefined) return [];
  const { links, isSwitch } = scenario.wiring;
  const scaleTo = Number(scenario.policies.detection.find(({ name }) => name === "red")?.values["scaleTo"]);
  const rates = new Set(links.filter(({ a, b }) => isSwitch[a] || isSwitch[b]).map(({ rate }) => rate));
  const factors = new Map(Array.from(rates, (rate) => [scaleTo === 0 ? 1 : rate / scaleTo, rate]));
  return Array.from(factors, ([factor, rate]) => {
    const scaled = factor === 1 ? "" : `, scaled from ${formatRate(scaleTo)}`;
    const where = factors.size > 1 || factor !== 1 ? ` of ports at ${formatRate(rate)}${scaled}` : "";
    const thresholds = ["green", "yellow", "red"].flatMap((colour) => [
      `"${colour}_min_threshold": "${Math.round(marks.kmin * factor)}"`,
      `"${colour}_max_threshold": "${Math.round(marks.kmax * factor)}"`,
      `"${colour}_drop_probability": "${marks.percent}"`,
    ]);
    return [
      `SONiC, WRED_PROFILE${where}:`,
      '  "AZURE_LOSSLESS": {',
      ...[0, 3, 6].map((k) => `    ${thresholds.slice(k, k + 3).join(", ")}${k < 6 ? "," : ""}`),
      "  }",
    ];
  }).flat();
}

/**
 * The fields of BUFFER_PROFILE for the policy roles that the search varies. The alpha of the role `buffer` determines `dynamic_th`.
 * The role `headroom` determines `xoff` and `xon_offset`.
 */
function bufferLines(scenario: Scenario, roles: ReadonlySet<string>): string[] {
  const { alpha, resumeOffset } = saidBy(scenario);
  const lines = [
    ...(roles.has("buffer") && alpha !== undefined ? [alphaLine(alpha)] : []),
    ...(roles.has("headroom") ? headroomLines(scenario) : []),
    ...(roles.has("headroom") && resumeOffset !== undefined ? [`  "xon_offset": "${resumeOffset}"`] : []),
  ];
  return lines.length === 0 ? [] : ["SONiC, BUFFER_PROFILE of the lossless classes:", ...lines];
}

function alphaLine(alpha: number): string {
  const steps = stepsOf(alpha);
  return steps === undefined
    ? `  alpha ${alpha} is no power of two, so dynamic_th cannot express it`
    : `  "dynamic_th": "${steps}"`;
}

/** A line for each rate and cable of switch ports, because each has its own profile. */
function headroomLines(scenario: Scenario): string[] {
  const { headroom } = saidBy(scenario);
  const { links, isSwitch } = scenario.wiring;
  const ports = links.filter(({ a, b }) => isSwitch[a] || isSwitch[b]);
  const all = ports.flatMap(({ rate, delay }) => {
    const [speed, cable] = [rate / MEGABIT, delay / PS_PER_METRE];
    const bytes = headroom(speed, cable);
    return bytes === undefined ? [] : [{ bytes, at: `${formatRate(rate)}, ${Number(cable.toPrecision(3))} m` }];
  });
  const bySize = new Map(all.map(({ bytes }) => [bytes, new Set<string>()]));
  for (const { bytes, at } of all) bySize.get(bytes)?.add(at);
  return Array.from(bySize, ([bytes, at]) => {
    const where = bySize.size > 1 ? ` (${[...at].join("; ")})` : "";
    return `  "xoff": "${bytes}"${where}`;
  });
}

const MICROSECOND = 1e6;
const MEGABIT = 1e6;

/**
 * For each parameter of DCQCN: its name in NVIDIA's driver and firmware, its unit there, and the conversion to that
 * unit.
 */
const NIC: Readonly<Record<string, readonly [name: string, unit: string, value: (own: number) => number]>> = {
  alphaInterval: ["dce_tcp_rtt", "us", (time) => time / MICROSECOND],
  decreaseInterval: ["rate_reduce_monitor_period", "us", (time) => time / MICROSECOND],
  increaseInterval: ["rpg_time_reset", "us", (time) => time / MICROSECOND],
  g: ["dce_tcp_g", "of 1024", (g) => 1024 * (1 - g)],
  fastRecovery: ["rpg_threshold", "", (stages) => stages],
  additiveIncrease: ["rpg_ai_rate", "Mb/s", (rate) => rate / MEGABIT],
  hyperIncrease: ["rpg_hai_rate", "Mb/s", (rate) => rate / MEGABIT],
  minRate: ["rpg_min_rate", "Mb/s", (rate) => rate / MEGABIT],
  cnpInterval: ["min_time_between_cnps", "us", (time) => time / MICROSECOND],
};

function nicLines({ policies: { congestion } }: Scenario): string[] {
  if (congestion.name !== "dcqcn") return [];
  const lines = Object.entries(NIC).flatMap(([param, [name, unit, valueOf]]) => {
    const own = congestion.values[param];
    if (typeof own !== "number") return [];
    const exact = valueOf(own);
    const rounded = Math.abs(exact - Math.round(exact)) > 1e-9 ? `, rounded from ${Number(exact.toPrecision(4))}` : "";
    return [`  ${name} ${Math.round(exact)}${unit === "" ? "" : ` ${unit}`}${rounded}`];
  });
  return ["NIC, DCQCN (names of NVIDIA's driver):", ...lines];
}
