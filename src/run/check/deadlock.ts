/** Checks whether the routes can deadlock. */
import { bufferDependencies } from "../network/dependencies.ts";
import type { Network } from "../../sim/model/network.ts";
import { cycles } from "../../theory/cycles.ts";
import { direction } from "./names.ts";

/**
 * Queues that would wait for each other in a cycle if all were full. For each knot of buffer dependencies it is a shortest cycle. Each
 * queue is named like "S0 to L1" and waits for the next one, the last for the first. Empty: the routes cannot deadlock.
 */
export const deadlockRisks = (network: Network): string[][] =>
  cycles(bufferDependencies(network)).map((cycle) => cycle.map((port) => direction(network, port)));
