/** A run in parts: what may be cut, how, and all parts in turns in one thread. */
import type { Experiment, Results } from "./lab.ts";
import { setUpPart } from "./part.ts";
import { cut, type Cut } from "../partitions/cut.ts";
import { divide, type Division } from "../partitions/division.ts";
import { endOf, firstOf, type Failure } from "../partitions/end.ts";
import { takeTurns } from "../partitions/in-turns.ts";
import { plannedLoad } from "../partitions/planned-load.ts";
import { Referee } from "../partitions/referee.ts";

export { endOf, firstOf, Referee };
export type { Cut, Failure };

/** What parts share. `partOf` by node. */
export function divideNetwork({ network, plan }: Experiment, partOf: Int32Array, parts: number): Division {
  return divide(network.fabric, partOf, parts, bearsFlows(plan) ? network.flows.capacity : undefined);
}

/** A network cut at will, its parts in turns in this thread: what a run with threads comes to. `partOf` by node; `until`, ps, if not to the scenario's. */
export function runInTurns(experiment: Experiment, partOf: Int32Array, until = experiment.scenario.until): Results {
  const { scenario, tables } = experiment;
  const count = partOf.reduce((most, part) => Math.max(most, part), 0) + 1;
  const division = divideNetwork(experiment, partOf, count);
  const referee = new Referee(division.board, scenario.onDeadlock === "stop");
  const parts = Array.from({ length: count }, (_, part) =>
    setUpPart(
      scenario,
      tables,
      division,
      part,
      (state) => {
        referee.tell(state);
      },
      until,
    ),
  );
  takeTurns(parts, division.board);
  const left = parts.map(({ take }) => take());
  const unfinished = left.reduce((sum, part) => sum + part.unfinished, 0);
  return experiment.inParts(division, left, endOf(division.board, referee, until, unfinished));
}

/** The network cut into so many parts at most, each with about as much to do as its traffic is planned. */
export function cutInto({ scenario, network, plan }: Experiment, parts: number): Cut & { readonly packets: number } {
  const load = plannedLoad(network, plan, scenario.until);
  return { ...cut(scenario.wiring, load, parts), packets: load.reduce((sum, packets) => sum + packets, 0) };
}

/** Do some flows begin for what happens in the run? Those of trains and sends are numbered as they begin. */
const bearsFlows = ({ trains, sends = [] }: Experiment["plan"]): boolean => trains.length + sends.length > 0;

/** Why a network that was built runs in one part; undefined: it may be cut. */
export function whyWhole({ scenario, tables, network, plan }: Experiment): string | undefined {
  const { draws, nic, ports, measure } = scenario;
  if (draws === "ns3") return "with rng: ns3 one sequence of random numbers serves all switches";
  if (nic === "conweave") return "host.nic: conweave starts flows in the order of the whole network";
  if (ports === "host") return "with host.ports: host a receiver's ports are counted over all senders";
  const { inOnePart, named, plansForAll } = network.hosts;
  if (plansForAll) return "its congestion control sets the rates of all senders together";
  if (inOnePart) return "its recovery has receivers forget a flow at the moment when its sender is done";
  const isOfTrain = (flow: number): boolean => bearsFlows(plan) && flow >= plan.flows.length;
  if (named.some(isOfTrain)) return "its congestion control names flows that are numbered as they begin";
  if (measure.inFlight === "all" || measure.inFlight.length > 0)
    return "measure.inFlight looks at all of the network at one moment";
  if (measure.goodputs === "all" ? bearsFlows(plan) : measure.goodputs.some(isOfTrain))
    return "measure.goodputs names flows that are numbered as they begin";
  const wide = measure.probes?.find(({ name }) => tables.probes[name].local !== true);
  if (wide !== undefined) return `probe ${wide.name} is not local: what it keeps may be of the whole network`;
  return undefined;
}
