/** Theorems and formulas of the papers, as functions. Each file is a namespace. */
export * as accFluid from "./acc-fluid.ts";
export * as bifrost from "./bifrost.ts";
export * as cycles from "./cycles.ts";
export * as dshHeadroom from "./dsh-headroom.ts";
export * as dshTheorems from "./dsh-theorems.ts";
export * as dtSteadyState from "./dt-steady-state.ts";
export * as headroom from "./headroom.ts";
export * as headroomTerms from "./headroom-terms.ts";
export * as idealFct from "./ideal-fct.ts";
export * as irn from "./irn.ts";
export * as longLinkBuffer from "./long-link-buffer.ts";
export * as response from "./response.ts";
export * as sonicHeadroom from "./sonic-headroom.ts";
export * as spfcBounds from "./spfc-bounds.ts";
