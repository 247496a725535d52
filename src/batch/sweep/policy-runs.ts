/** The runs of `xoff test`. The module runs twice in a small fabric, then in partitions. The default policy runs too, for comparison. */
import { resultsDiffer } from "../../run/lab/difference.ts";
import { cutInto, runInTurns, whyWhole } from "../../run/lab/in-partitions.ts";
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
import { defaults } from "../../base/params.ts";
import { ms } from "../../base/units.ts";
import { congestionFor } from "../../scenario/signals.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import { figures, type OwnFigures } from "../../report/columns.ts";

/**
 * A fabric in which every hook of a policy is called. It has two tiers and several paths, queues fill, and a lossy class drops packets.
 * Hundreds of PAUSE frames are sent, some between switches. The run takes a second. Classes 1 and 2 have no data, so a policy may use them
 * for headers, credits or messages.
 */
const fabric = `seed: 3
until: 3ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 3, rate: 10Gbps }
switch: { memory: 200KiB }
onDrop: count
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.6 }
  - { kind: incast, every: 700us, size: 60KB }
  - { kind: incast, every: 900us, start: 300us, size: 20KB, class: 4 }
`;
/** The classes of the fabric, for the output. */
export const FABRIC_CLASSES = "Data of the small fabric has the classes 3 (lossless) and 4 (lossy).";
/** The part of the fabric's traffic that is in a lossless class. */
const LOSSLESS_ONLY = `traffic=${JSON.stringify([
  { kind: "poisson", cdf: "websearch-hpcc", load: 0.6 },
  { kind: "incast", every: "700us", size: "60KB" },
])}`;
/** Setting of a longer run, in which hooks are called thousands of times. */
export const LONGER = "until=10ms";

/** Returns the setting with which the scenario `fabric` uses the user's module, such as "buffer=NAME" for a buffer policy. */
export function settingOf({ section, role, name }: ModuleFile, tables: Registry): string {
  if (section === "topologies") return `topology={ kind: ${name} }`;
  if (section === "traffic") return `traffic=[${entryOf(tables, name)}]`;
  if (section === "probes") return `measure.probes=[${name}]`;
  const policy = tables.policies[role][name];
  if (policy.needs?.ownMemory === true) return `links=[{ between: leaf0-spine0, policy: ${name}, memory: 1MiB }]`;
  if (role === "transport" && (policy.reads?.(defaults(policy.params)) ?? []).includes("trimmed headers"))
    return `policies={ transport: ${name}, buffer: trim }`;
  if (role === "detection")
    return `policies={ detection: ${name}, congestion: ${congestionFor(name, tables.policies)} }`;
  return `${role}=${name}`;
}

/** Returns an entry of this kind of traffic. Each required field for hosts is set to all hosts, or to h0 if it takes a single host. */
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

/** Checks that two runs of the fabric agree, and returns their results. Throws if they differ. */
export function checkTwice(tables: Registry, settings: readonly string[]): Results {
  const [one, other] = [0, 1].map(() => resultsOf(experimentOf(tables, settings)));
  const where = resultsDiffer(one, other);
  if (where !== undefined)
    throw new Error(`the second run of a scenario and a seed differs: ${where}. Keep no state at the top of the file.`);
  return one;
}

/**
 * Throws if a packet of a lossless class is dropped. Returns the reason if this cannot be tested. The reason is that
 * a buffer policy permits drops by its `leak`, or that the fabric has too little memory for the policy.
 */
export function checkLossless(tables: Registry, own: readonly string[], role: string): string | undefined {
  // Some link policies require that all traffic is lossless.
  const settings = [...own, "onDrop=stop", ...(role === "link" ? [LOSSLESS_ONLY] : [])];
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

/** A scenario with one flow that runs for 50 ms. `BURST` adds three flows to the same host, 1 ms after the first. */
const lone = `until: 50ms
topology: { kind: star, hosts: 5, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h1, to: h0 }]
`;
const BURST =
  "traffic=[{ kind: long-lived, from: h1, to: h0 }, { kind: incast, from: [h2, h3, h4], to: h0, size: 250KB, start: 1ms }]";
/**
 * Minimum goodput after a burst at 1 ms, as a share of the goodput without the burst. Both are measured in the interval
 * 40 ms to 50 ms. xoff's own policies reach 99%.
 */
const LEAST_SHARE = 0.8;

/**
 * Runs a flow alone, and again with a burst of other flows at 1 ms. The flow's goodput is measured in the interval 40 ms
 * to 50 ms. Throws if the goodput after the burst is less than `LEAST_SHARE` of the goodput alone. Returns the two goodputs as text.
 */
export function checkRecovers(tables: Registry, own: readonly string[]): string {
  const goodput = (settings: readonly string[]): number => {
    const read = [...own, ...settings].map((one) => readSetting("--set", one));
    const { network, run } = setUp(readScenario(lone, "xoff test", undefined, read, tables), { tables });
    const { sndUna } = network.flows;
    run(ms(40));
    const before = sndUna[0];
    run(ms(50));
    return (8 * (sndUna[0] - before)) / 0.01;
  };
  const [alone, after] = [goodput([]), goodput([BURST])];
  const measured = `${formatRate(after)} of goodput from 40 to 50 ms, ${formatRate(alone)} without the burst, on a link of 10 Gbps`;
  if (after < LEAST_SHARE * alone) throw new Error(`${measured}. Check that rates and windows recover after a cut.`);
  return measured;
}

/**
 * Compares a run in partitions with the run in one piece. Throws if the results differ. If the run cannot be partitioned,
 * returns the reason. `known` are the results of the run in one piece, if it has been made.
 */
export function checkParts(tables: Registry, settings: readonly string[], known?: Results): string | undefined {
  const experiment = experimentOf(tables, settings);
  const whole = whyWhole(experiment);
  if (whole !== undefined) return whole;
  const one = known ?? resultsOf(experiment);
  for (const parts of [2, 5]) {
    const again = experimentOf(tables, settings);
    const cut = cutInto(again, parts);
    if (cut.parts === 1) return "its network cannot be partitioned";
    const where = resultsDiffer(one, runInTurns(again, cut.part));
    if (where !== undefined)
      throw new Error(
        `in ${cut.parts} partitions, each with its own instance, the run differs: ${where}. Let each hook read only the state of its own ` +
          "node.",
      );
  }
  return undefined;
}

/**
 * Checks that a probe does not change the run. Throws if the digest with the probe differs from that without it.
 * Returns the number of rows that the probe records.
 */
export function checkOnlooker(tables: Registry, own: readonly string[]): number {
  const [alone, watched] = [[], own].map((settings) => resultsOf(experimentOf(tables, settings)));
  if (alone.summary.digest !== watched.summary.digest)
    throw new Error(
      `the run differs: digest ${alone.summary.digest} | ${watched.summary.digest}. Do not write into the views and lists that a hook ` +
        "receives.",
    );
  return Object.values(watched.probes ?? {}).reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Runs the small fabric with the default policy and with the user's module. Returns the figures of both runs. `known` are the results of the
 * module, if it has been run.
 */
export function beside(
  tables: Registry,
  settings: readonly string[],
  known?: Results,
): { readonly usual: OwnFigures; readonly own: OwnFigures } {
  const [usual, own] = [resultsOf(experimentOf(tables, [])), known ?? resultsOf(experimentOf(tables, settings))];
  return { usual: figures(usual), own: figures(own) };
}
