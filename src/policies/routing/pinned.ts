/**
 * Pinned: the scenario gives flows their paths; those to which it gives none go by ECMP.
 *
 *   routing: { name: pinned, paths: [{ from: h0, to: h8, via: spine1 }, "h1..h7, h8..h15, spine0"] }
 *
 * The ideal of a figure: what a scheme would do that knew what is coming. Every routing policy may be given `paths` for some flows;
 * this one has no rule of its own.
 */
import { defineParams, type Fixed, type Idle, type Signal } from "../../base/params.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import { ecmp } from "./ecmp.ts";

export const about = "paths as the scenario gives them, the rest by ECMP";

export const reads = (): readonly Signal[] => [];

export const idle: Idle = "single paths";

export const params = defineParams({});

export const fixed = (): Fixed => ({ what: "paths are given" });

export const create = (_values: unknown, view: RoutingView): RoutingPolicy => ecmp(view);
