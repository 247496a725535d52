/** Checks whether the routes of a network can deadlock. */
import { bufferDependencies } from "../network/dependencies.ts";
import type { Network } from "../../sim/model/network.ts";
import { cycles } from "../../theory/cycles.ts";
import { direction } from "./names.ts";

/**
 * Each circle is a list of queues with names like "S0 to L1". A queue waits for the next one, and the last waits for
 * the first. Circles that share queues form a group. Only one shortest circle of each group is listed.
 */
export const deadlockRisks = (network: Network): string[][] =>
  cycles(bufferDependencies(network)).map((cycle) => cycle.map((port) => direction(network, port)));
