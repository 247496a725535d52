/**
 * A config and a topology of SimAI as a scenario of xoff's own model, in YAML.
 *
 * NVSwitches are switches and NVLinks links like all others; of a GPU's links a flow takes the one that leads to its destination. What flows there are
 * is said by SimAI's workload, of which a scenario can say the collectives: one stands there to begin with. ns-3-alibabacloud runs a file of flows.
 */
import type { HpccInput } from "../hpcc/import-notes.ts";
import { Notes } from "../hpcc/import-notes.ts";
import { fateOf } from "../hpcc/key-fates.ts";
import { PINT } from "../hpcc/config.ts";
import { classesOf, endOf, flowList, STAND_IN, written, type Imported } from "../hpcc/to-scenario.ts";
import { MONITORS } from "./config.ts";

/** What SimAI or ns-3-alibabacloud reads. */
export interface SimaiInput extends HpccInput {
  /** Keys that nothing here stands for. */
  readonly unmodelled?: readonly string[];
  /** Flows come of the config's FLOW_FILE, as in ns-3-alibabacloud. */
  readonly hasFlows?: boolean;
  /** Switches send PAUSE frames. */
  readonly pfc?: boolean;
}

/** `topology` leads from the scenario to that file. */
export function toScenario(input: SimaiInput, topology: string): Imported {
  const notes = new Notes(input);
  const { config, configFile, lines, flows, hasFlows = false, unmodelled = [], pfc = true } = input;
  const used = classesOf(flows, notes);
  const classes = pfc ? used : { ...used, lossless: [] };
  notes.group(
    [...lines.keys()].filter((key) => key !== "TRACE_FILE" && fateOf(key, config.ccMode) === "output").concat(MONITORS),
    "xoff writes results of its own; `measure` of a scenario asks for queues and rates over time.",
  );
  if (unmodelled.length > 0) notes.group(unmodelled, "not modelled.");
  if (hasFlows) {
    notes.group(["TRACE_FILE"], "not read.");
    notes.group(["SIMULATOR_STOP_TIME"], "the simulator ignores it: a run ends when nothing is left to do.");
  } else {
    notes.group(
      ["FLOW_FILE", "TRACE_FILE", "TOPOLOGY_FILE"],
      "not read: SimAI's flows come of its workload, and its topology is named by -n.",
    );
    notes.group(["SIMULATOR_STOP_TIME"], "the run ends when all flows are done, or after 10 s.");
    notes.add(
      "The flows of SimAI's workload are not in its config: the traffic here is an all-reduce over all GPUs, to begin with. Traffic collective has rings, trees, all-to-all and pipelines; traffic trace reads GOAL.",
    );
  }
  notes.add(
    "A message within a server goes by NVLink where that is a shortest path, as any other; SimAI's own rules for NVLink, its NVLS and its PXN are not modelled.",
  );
  if (![1, 3, 7, 8, PINT].includes(config.ccMode))
    notes.add(
      `CC_MODE ${config.ccMode} is a congestion control of SimAI's own: here flows keep their line rate.`,
      "CC_MODE",
    );
  if (config.hasWin && config.globalT)
    notes.add("GLOBAL_T 1: every flow has the largest window of all there; here that of its own pair.", "GLOBAL_T");
  const whose = hasFlows ? "ns-3-alibabacloud's" : "SimAI's ns-3 simulator";
  const text = written(input, notes, {
    until: endOf({ ...config, stopTimeNs: Infinity }, flows),
    topology,
    window: config.hasWin ? "bdp" : "none",
    classes,
    traffic: hasFlows ? ["  - kind: flows", ...flowList(flows, classes.usual)] : [STAND_IN],
    intro: `Made by xoff import from ${configFile}, a config of ${whose}, for xoff's own model.`,
  });
  return { text, notes: notes.sorted() };
}
