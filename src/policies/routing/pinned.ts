/**
 * Pinned: the scenario gives flows their paths. All other flows use ECMP.
 *
 *   routing: { name: pinned, paths: [{ from: h0, to: h8, via: spine1 }, "h1..h7, h8..h15, spine0"] }
 *
 * A figure uses it as an ideal scheme, whose paths are chosen in advance for the whole run. Every routing policy
 * accepts `paths` for some flows. This policy adds no rule of its own to `paths` and ECMP.
 */
import { defineParams, type Fixed, type Idle, type Signal } from "../../base/params.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";

export const about = "paths from the scenario, other flows by ECMP";

export const steady = true;

export const reads = (): readonly Signal[] => [];
export const uses: readonly Signal[] = ["entropies"];

export const idle: Idle = "single paths";

export const params = defineParams({});

export const fixed = (): Fixed => ({ what: "paths are given" });

export const create = (_values: unknown, view: RoutingView): RoutingPolicy => ecmp(view);
