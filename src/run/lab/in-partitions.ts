/**
 * Runs a network in partitions: decides whether it may be partitioned, divides it, and runs all partitions in turns in
 * one thread.
 */
import type { Experiment, Results } from "./lab.ts";
import { setUpPartition } from "./partition-run.ts";
import { cut, type Cut } from "../partitions/cut.ts";
import { divide, type Division } from "../partitions/division.ts";
import { endOf, firstOf, type Failure } from "../partitions/end.ts";
import { takeTurns } from "../partitions/in-turns.ts";
import { plannedLoad } from "../partitions/planned-load.ts";
import { Termination } from "../partitions/termination.ts";

export { endOf, firstOf, Termination };
export type { Cut, Failure };

/** Creates the data that all partitions share. `partOf`, by node: its partition. */
export function divideNetwork({ network, plan }: Experiment, partOf: Int32Array, parts: number): Division {
  return divide(network.fabric, partOf, parts, bearsFlows(plan) ? network.flows.capacity : undefined);
}

/**
 * Runs all partitions of a network in turns in this thread. The results equal those of a run with threads. `partOf`, by
 * node: its partition. `until`: the end of the run in ps, by default that of the scenario.
 */
export function runInTurns(experiment: Experiment, partOf: Int32Array, until = experiment.scenario.until): Results {
  const { scenario, tables } = experiment;
  const count = partOf.reduce((most, part) => Math.max(most, part), 0) + 1;
  const division = divideNetwork(experiment, partOf, count);
  const termination = new Termination(division.clocks, scenario.onDeadlock === "stop");
  const parts = Array.from({ length: count }, (_, part) =>
    setUpPartition(
      scenario,
      tables,
      division,
      part,
      (state) => {
        termination.tell(state);
      },
      until,
    ),
  );
  takeTurns(parts, division.clocks);
  const left = parts.map(({ take }) => take());
  const unfinished = left.reduce((sum, part) => sum + part.unfinished, 0);
  return experiment.inParts(division, left, endOf(division.clocks, termination, until, unfinished));
}

/** Divides the network into at most `parts` partitions, with about equal planned traffic. */
export function cutInto({ scenario, network, plan }: Experiment, parts: number): Cut & { readonly packets: number } {
  const load = plannedLoad(network, plan, scenario.until);
  return { ...cut(scenario.wiring, load, parts), packets: load.reduce((sum, packets) => sum + packets, 0) };
}

/**
 * True if some flows begin because of events of the run. These are flows of trains (series of flows, one after the
 * other) and sends (flows that wait for other flows). With one thread, such a flow gets the next free number when it
 * begins. A partition does not know that number, so the flow has another number until the states are merged.
 */
const bearsFlows = ({ trains, sends = [] }: Experiment["plan"]): boolean => trains.length + sends.length > 0;

/** The reason why a network cannot be partitioned. Undefined: it can. */
export function whyWhole({ scenario, tables, network, plan }: Experiment): string | undefined {
  const { draws, nic, ports, measure } = scenario;
  if (scenario.fastForward === true) return "fast-forward looks at the whole network";
  if (draws === "ns3") return "with rng: ns3 one sequence of random numbers serves all switches";
  if (nic === "conweave") return "host.nic: conweave starts flows in the order of the whole network";
  if (ports === "host") return "with host.ports: host a receiver's ports are counted over all senders";
  const { inOnePart, named, plansForAll } = network.hosts;
  if (plansForAll) return "the congestion control sets the rates of all senders together";
  if (inOnePart) return "receivers of the recovery policy forget a flow when its sender is done";
  const isOfTrain = (flow: number): boolean => bearsFlows(plan) && flow >= plan.flows.length;
  if (named.some(isOfTrain)) return "the congestion control refers to flows by number";
  if (measure.inFlight === "all" || measure.inFlight.length > 0)
    return "measure.inFlight reads the whole network at one time";
  if (measure.goodputs === "all" ? bearsFlows(plan) : measure.goodputs.some(isOfTrain))
    return "measure.goodputs refers to flows by number";
  const wide = measure.probes?.find(({ name }) => tables.probes[name].local !== true);
  if (wide !== undefined) return `probe ${wide.name} is not local: it may record the whole network`;
  return undefined;
}
