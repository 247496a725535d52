/** What a scenario leaves out. */
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

/** Time between two samples of the series in `measure`. */
export const defaultEvery = "10us";
