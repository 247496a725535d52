/** Can the routes deadlock? */
import { bufferDependencies } from "../network/dependencies.ts";
import type { Network } from "../../sim/model/network.ts";
import { cycles } from "../../theory/cycles.ts";
import { direction } from "./names.ts";

/**
 * Queues that could wait for each other in a circle if all were full: for each knot of buffer dependencies a shortest cycle, each
 * queue as "S0 to L1" and waiting for the next, the last for the first. Empty: the routes cannot deadlock.
 */
export const deadlockRisks = (network: Network): string[][] =>
  cycles(bufferDependencies(network)).map((cycle) => cycle.map((port) => direction(network, port)));
