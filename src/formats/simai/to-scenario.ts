/**
 * Converts a config and a topology of SimAI to a scenario of xoff's own model, in YAML.
 *
 * NVSwitches become switches and NVLinks become links. A flow leaves its GPU by the link that leads to its destination. Flows come from
 * SimAI's workload as a GOAL trace (`workload-to-goal.ts`). Inputs of ns-3-alibabacloud, SimAI's fork of ns-3, have a flow file instead.
 * If there is neither, the scenario has an all-reduce.
 */
import type { HpccInput } from "../hpcc/import-notes.ts";
import { Notes } from "../hpcc/import-notes.ts";
import { fateOf } from "../hpcc/key-fates.ts";
import { PINT } from "../hpcc/config.ts";
import { classesOf, endOf, flowList, STAND_IN, written, type Classes, type Imported } from "../hpcc/to-scenario.ts";
import { MONITORS } from "./config.ts";
import type { WorkloadGoal } from "./workload-to-goal.ts";

export interface SimaiInput extends HpccInput {
  /** Keys that xoff does not model. */
  readonly unmodelled?: readonly string[];
  /** True if flows come from the config's FLOW_FILE, as in ns-3-alibabacloud. */
  readonly hasFlows?: boolean;
  /** True if switches send PAUSE frames. */
  readonly pfc?: boolean;
  readonly workload?: WorkloadGoal;
}

/**
 * Converts the input to a scenario. `topology` and `goal` are the paths of those files, relative to the scenario's
 * file.
 */
export function toScenario(input: SimaiInput, topology: string, goal = ""): Imported {
  const notes = new Notes(input);
  const { config, configFile, lines, flows, hasFlows = false, unmodelled = [], pfc = true, workload } = input;
  const used = classesOf(flows, notes);
  const classes = pfc ? used : { ...used, lossless: [] };
  notes.group(
    [...lines.keys()].filter((key) => key !== "TRACE_FILE" && fateOf(key, config.ccMode) === "output").concat(MONITORS),
    "xoff writes its own results. `measure` in a scenario records queues and rates over time.",
  );
  if (unmodelled.length > 0) notes.group(unmodelled, "not modelled.");
  if (hasFlows) {
    notes.group(["TRACE_FILE"], "not read.");
    notes.group(["SIMULATOR_STOP_TIME"], "the simulator ignores it: a run ends when nothing is left to do.");
  } else {
    notes.group(
      ["FLOW_FILE", "TRACE_FILE", "TOPOLOGY_FILE"],
      "not read, because SimAI's flows come from its workload and option -n names its topology.",
    );
    notes.group(["SIMULATOR_STOP_TIME"], "the run ends when all flows are done, or at the limit.");
    if (workload === undefined)
      notes.add(
        "A config of SimAI has no flows, so the traffic here is an all-reduce over all GPUs. xoff import --workload <file> reads the workload.",
      );
    for (const note of workload?.notes ?? []) notes.add(note);
  }
  notes.add(
    "Messages within a server use NVLinks on shortest paths, like any other link. SimAI's own rules for NVLink, its NVLS and its PXN are not modelled.",
  );
  if (![1, 3, 7, 8, PINT].includes(config.ccMode))
    notes.add(
      `CC_MODE ${config.ccMode} is a congestion control of SimAI's own: here flows keep their line rate.`,
      "CC_MODE",
    );
  if (config.hasWin && config.globalT)
    notes.add(
      "GLOBAL_T 1: in SimAI every flow has the largest window of all pairs. Here it has the window of its own pair.",
      "GLOBAL_T",
    );
  const whose = hasFlows ? "ns-3-alibabacloud's" : "SimAI's ns-3 simulator";
  const text = written(input, notes, {
    until: endOf({ ...config, stopTimeNs: Infinity }, workload?.computeNs ?? flows.at(-1)?.startNs),
    topology,
    window: config.hasWin ? "bdp" : "none",
    classes,
    traffic: trafficOf(input, classes, goal),
    intro: `Made by xoff import from ${configFile}, a config of ${whose}, for xoff's own model.`,
  });
  return { text, notes: notes.sorted() };
}

function trafficOf({ hasFlows = false, flows, workload }: SimaiInput, { usual }: Classes, goal: string): string[] {
  if (hasFlows) return ["  - kind: flows", ...flowList(flows, usual)];
  return workload === undefined ? [STAND_IN] : [`  - { kind: trace, path: ${JSON.stringify(goal)}, ranks: all }`];
}
