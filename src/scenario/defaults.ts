/**
 * Default values of a scenario: the policy of a role, and the sampling interval. They apply where the scenario sets no
 * value.
 */
import type { Role } from "../policies/policies.ts";

export const defaultPolicies: Readonly<Record<Exclude<Role, "detection" | "transport">, string>> = {
  buffer: "dt",
  headroom: "sih",
  link: "pfc",
  congestion: "dcqcn",
  recovery: "go-back-n",
  routing: "ecmp",
  scheduling: "strict",
};

/**
 * The policies of the roles `congestion` and `recovery` in a scenario with a transport policy. These two policies have no
 * effect, because the transport policy replaces both roles.
 */
export const besideTransport = { congestion: "none", recovery: defaultPolicies.recovery } as const;

/** Default interval between two samples of the time series in `measure`. */
export const defaultEvery = "10us";
