/** What `xoff test` finds out of a module by running it: in a small fabric, twice, in parts, and beside the default. */
import { resultsDiffer } from "../../run/lab/difference.ts";
import { cutInto, runInTurns, whyWhole } from "../../run/lab/in-parts.ts";
import {
  ParamError,
  readScenario,
  readSetting,
  ScenarioError,
  setUp,
  type Experiment,
  type Registry,
  type Results,
} from "../../run/lab/lab.ts";
import { formatRate } from "../../base/format.ts";
import { ms } from "../../base/units.ts";
import { congestionFor } from "../../scenario/signals.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import { figures, type OwnFigures } from "../../report/columns.ts";

/**
 * Two tiers, paths to choose from, queues that fill and PAUSEs by the hundred, between switches too, and a lossy class that drops: every hook has something
 * to do, and it takes a second.
 */
const fabric = `seed: 3
until: 3ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 3, rate: 10Gbps }
switch: { memory: 200KiB }
onDrop: count
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.6 }
  - { kind: incast, every: 700us, size: 60KB }
  - { kind: incast, every: 900us, start: 300us, size: 20KB, class: 1 }
`;
/** Of the fabric's traffic, what is in a lossless class. */
const LOSSLESS_ONLY =
  "traffic=[{ kind: poisson, cdf: websearch-hpcc, load: 0.6 }, { kind: incast, every: 700us, size: 60KB }]";
/** Of a longer run, for hooks to be called by the thousand. */
export const LONGER = "until=10ms";

/** What puts the module into that fabric. */
export function settingOf({ section, role, name }: ModuleFile, tables: Registry): string {
  if (section === "topologies") return `topology={ kind: ${name} }`;
  if (section === "traffic") return `traffic=[${entryOf(tables, name)}]`;
  if (section === "probes") return `measure.probes=[${name}]`;
  if (tables.policies[role][name].needs?.ownMemory === true)
    return `links=[{ between: leaf0-spine0, policy: ${name}, memory: 1MiB }]`;
  if (role === "detection")
    return `policies={ detection: ${name}, congestion: ${congestionFor(name, tables.policies)} }`;
  return `${role}=${name}`;
}

/** Hosts that have no default: all, or the first one. */
function entryOf(tables: Registry, kind: string): string {
  const fields = Object.entries(tables.trafficKinds[kind].hosts ?? {})
    .filter(([, field]) => field.default === undefined)
    .map(([field, { many }]) => `${field}: ${many ? "all" : "h0"}`);
  return `{ ${[`kind: ${kind}`, ...fields].join(", ")} }`;
}

export function experimentOf(tables: Registry, settings: readonly string[]): Experiment {
  const read = settings.map((setting) => readSetting("--set", setting));
  return setUp(readScenario(fabric, "xoff test", undefined, read, tables), { tables });
}

const resultsOf = ({ run, results, scenario }: Experiment): Results => results(run(scenario.until));

/** Throws where two runs differ. */
export function checkTwice(tables: Registry, setting: string): void {
  const [one, other] = [0, 1].map(() => resultsOf(experimentOf(tables, [setting])));
  const where = resultsDiffer(one, other);
  if (where !== undefined)
    throw new Error(`the second run of a scenario and a seed differs: ${where}. Keep no state at the top of the file.`);
}

/**
 * Throws where a packet of a lossless class is dropped in the fabric as it is built for lossless traffic. Returns why that was not tried: `leak` of a buffer
 * policy says that it may drop, or the fabric has too little memory for the policy.
 */
export function checkLossless(tables: Registry, setting: string, role: string): string | undefined {
  // Some link policies ask for all traffic to be lossless.
  const settings = [setting, "onDrop=stop", ...(role === "link" ? [LOSSLESS_ONLY] : [])];
  let experiment: Experiment;
  try {
    experiment = experimentOf(tables, settings);
  } catch (error) {
    if (error instanceof ScenarioError || error instanceof ParamError) return error.message;
    throw error;
  }
  experiment.run(experiment.scenario.until);
  return undefined;
}

/** One flow for 50 ms, and a burst of three others to the same host after the first. */
const lone = `until: 50ms
topology: { kind: star, hosts: 5, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h1, to: h0 }]
`;
const BURST =
  "traffic=[{ kind: long-lived, from: h1, to: h0 }, { kind: incast, from: [h2, h3, h4], to: h0, size: 250KB, start: 1ms }]";
/** xoff's own policies are back at 99% of it by then. */
const LEAST_SHARE = 0.8;

/**
 * Throws where a flow that has been alone again for 39 ms is slower than without the burst before. Returns its goodput.
 */
export function checkRecovers(tables: Registry, setting: string): string {
  const goodput = (settings: readonly string[]): number => {
    const read = [setting, ...settings].map((one) => readSetting("--set", one));
    const { network, run } = setUp(readScenario(lone, "xoff test", undefined, read, tables), { tables });
    const { sndUna } = network.flows;
    run(ms(40));
    const before = sndUna[0];
    run(ms(50));
    return (8 * (sndUna[0] - before)) / 0.01;
  };
  const [alone, after] = [goodput([]), goodput([BURST])];
  const told = `${formatRate(after)} of goodput from 40 to 50 ms, ${formatRate(alone)} without the burst, on a link of 10 Gbps`;
  if (after < LEAST_SHARE * alone) throw new Error(`${told}. Check that rates and windows recover after a cut.`);
  return told;
}

/** Why it is not cut, or undefined. Throws where the run in parts differs. */
export function checkParts(tables: Registry, setting: string): string | undefined {
  const experiment = experimentOf(tables, [setting]);
  const whole = whyWhole(experiment);
  if (whole !== undefined) return whole;
  const one = resultsOf(experiment);
  for (const parts of [2, 5]) {
    const again = experimentOf(tables, [setting]);
    const cut = cutInto(again, parts);
    if (cut.parts === 1) return "its network cannot be cut";
    const where = resultsDiffer(one, runInTurns(again, cut.part));
    if (where !== undefined)
      throw new Error(
        `in ${cut.parts} partitions, each with its own instance, the run differs: ${where}. Let each hook read only the state of its own ` +
          "node.",
      );
  }
  return undefined;
}

/** Throws where the run is another with the probe than without; returns how many rows it records there. */
export function checkOnlooker(tables: Registry, setting: string): number {
  const [alone, watched] = [[], [setting]].map((settings) => resultsOf(experimentOf(tables, settings)));
  if (alone.summary.digest !== watched.summary.digest)
    throw new Error(
      `the run differs: digest ${alone.summary.digest} | ${watched.summary.digest}. Do not write into the views and lists that a hook ` +
        "receives.",
    );
  return Object.values(watched.probes ?? {}).reduce((sum, { rows }) => sum + rows, 0);
}

/** Figures of the fabric with the default, and with the module. */
export function beside(tables: Registry, setting: string): { readonly usual: OwnFigures; readonly own: OwnFigures } {
  const [usual, own] = [[], [setting]].map((settings) => figures(resultsOf(experimentOf(tables, settings))));
  return { usual, own };
}
