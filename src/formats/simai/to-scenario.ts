/**
 * A config and a topology of SimAI as a scenario of xoff's own model, in YAML.
 *
 * NVSwitches are switches and NVLinks links like all others; of a GPU's links a flow takes the one that leads to its destination. What flows there are
 * is said by SimAI's workload, of which a scenario can say the collectives: one stands there to begin with.
 */
import type { HpccInput } from "../hpcc/import-notes.ts";
import { Notes } from "../hpcc/import-notes.ts";
import { fateOf } from "../hpcc/key-fates.ts";
import { classesOf, written, type Imported } from "../hpcc/to-scenario.ts";
import { MONITORS } from "./config.ts";

/** `topology` leads from the scenario to that file. */
export function toScenario(input: HpccInput, topology: string): Imported {
  const notes = new Notes(input);
  const { config, configFile, lines } = input;
  notes.group(
    [...lines.keys()].filter((key) => key !== "TRACE_FILE" && fateOf(key, config.ccMode) === "output").concat(MONITORS),
    "xoff writes results of its own; `measure` of a scenario asks for queues and rates over time.",
  );
  notes.group(
    ["FLOW_FILE", "TRACE_FILE", "TOPOLOGY_FILE"],
    "not read: SimAI's flows come of its workload, and its topology is named by -n.",
  );
  notes.group(["SIMULATOR_STOP_TIME"], "the run ends when all flows are done, or after 10 s.");
  notes.add(
    "The flows of SimAI's workload are not in its config: an all-reduce over all GPUs stands here to begin with. Traffic collective has rings, trees, all-to-all and pipelines; traffic trace reads GOAL.",
  );
  notes.add(
    "A message within a server goes by NVLink where that is a shortest path, as any other; SimAI's own rules for NVLink, its NVLS and its PXN are not modelled.",
  );
  if (config.hasWin && config.globalT)
    notes.add("GLOBAL_T 1: every flow has the largest window of all there; here that of its own pair.", "GLOBAL_T");
  const text = written(input, notes, {
    until: "done\nlimit: 10s",
    topology,
    window: config.hasWin ? "bdp" : "none",
    classes: classesOf([], notes),
    traffic: ["  - { kind: collective, operation: all-reduce-ring, size: 64MiB, ranks: all }"],
    intro: `Made by xoff import from ${configFile}, a config of SimAI's ns-3 simulator, for xoff's own model.`,
  });
  return { text, notes: notes.sorted() };
}
