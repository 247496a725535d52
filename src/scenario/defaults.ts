/** What a scenario leaves out. */
import type { Role } from "../policies.ts";

export const defaultPolicies: Readonly<Record<Exclude<Role, "detection">, string>> = {
  buffer: "dt",
  headroom: "sih",
  link: "pfc",
  congestion: "dcqcn",
  recovery: "go-back-n",
  routing: "ecmp",
  scheduling: "strict",
};

/** What a congestion policy cannot do without: marks or stamps of a detection policy, a window. */
export const congestionNeeds: Readonly<Record<string, { readonly detection?: string; readonly window?: true }>> = {
  dcqcn: { detection: "red" },
  dctcp: { detection: "red" },
  hpcc: { detection: "int", window: true },
};
