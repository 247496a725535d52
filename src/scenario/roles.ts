/** What each role asks, in a line: lists, help and the schema say it in these words. */
import type { Role } from "../policies/policies.ts";

export const roles: Readonly<Record<Role, string>> = {
  buffer: "above which occupancy must an ingress queue's upstream stop?",
  headroom: "where do packets go that arrive after a stop, and who stops whom?",
  link: "may the upstream send now?",
  detection: "what does a packet learn on its way?",
  congestion: "how fast may this flow send?",
  recovery: "what is acknowledged, what is retransmitted?",
  transport: "how do the two ends of a flow exchange packets?",
  routing: "which of the equal-cost ports?",
  scheduling: "which class next?",
};
