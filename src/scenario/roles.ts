/** The question that each role answers, in one line. Lists, help and the schema use this wording. */
import type { Role } from "../policies/policies.ts";

export const roles: Readonly<Record<Role, string>> = {
  buffer: "above which occupancy does an ingress queue pause its upstream?",
  headroom: "where do packets after a PAUSE go, and which queue is paused?",
  link: "may the upstream send now?",
  detection: "what does a switch write on a packet about congestion?",
  congestion: "how fast may this flow send?",
  recovery: "which bytes are acknowledged, and which retransmitted?",
  transport: "how do the two ends of a flow exchange packets?",
  routing: "which of the equal-cost ports does a packet take?",
  scheduling: "which class does a port send next?",
};
