/** What `xoff test` finds out of a module by running it: in a small fabric, twice, in parts, and beside the default. */
import { resultsDiffer } from "../lab/difference.ts";
import { cutInto, runInTurns, whyWhole } from "../lab/in-parts.ts";
import { readScenario, readSetting, setUp, type Experiment, type Registry, type Results } from "../lab/lab.ts";
import type { ModuleFile } from "../scenario/tables.ts";
import { figures, type OwnFigures } from "../report/columns.ts";

/** Two tiers, paths to choose from, queues that fill and PAUSEs by the hundred, between switches too: every hook has something to do, and it takes a second. */
const fabric = `seed: 3
until: 3ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 3, rate: 10Gbps }
switch: { memory: 200KiB }
onDrop: count
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.6 }
  - { kind: incast, every: 700us, size: 60KB }
`;

/** What puts the module into that fabric. */
export function settingOf({ section, role, name }: ModuleFile, tables: Registry): string {
  if (section === "topologies") return `topology={ kind: ${name} }`;
  if (section === "traffic") return `traffic=[${entryOf(tables, name)}]`;
  if (section === "probes") return `measure.probes=[${name}]`;
  if (tables.policies[role][name].needs?.ownMemory === true)
    return `links=[{ between: leaf0-spine0, policy: ${name}, memory: 1MiB }]`;
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
    throw new Error(
      `the second run of a scenario and a seed came out otherwise: ${where}. Does it keep something at the top of the file?`,
    );
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
        `in ${cut.parts} parts, each with an instance of its own, the run came out otherwise: ${where}. Does a hook read what another node's keeps?`,
      );
  }
  return undefined;
}

/** Throws where the run is another with the probe than without; returns how many rows it records there. */
export function checkOnlooker(tables: Registry, setting: string): number {
  const [alone, watched] = [[], [setting]].map((settings) => resultsOf(experimentOf(tables, settings)));
  if (alone.summary.digest !== watched.summary.digest)
    throw new Error(
      `the run came out otherwise: digest ${alone.summary.digest} | ${watched.summary.digest}. Does it write into what it may look at?`,
    );
  return Object.values(watched.probes ?? {}).reduce((sum, { rows }) => sum + rows, 0);
}

/** Figures of the fabric with the default, and with the module. */
export function beside(tables: Registry, setting: string): { readonly usual: OwnFigures; readonly own: OwnFigures } {
  const [usual, own] = [[], [setting]].map((settings) => figures(resultsOf(experimentOf(tables, settings))));
  return { usual, own };
}
