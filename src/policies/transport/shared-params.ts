/** Two parameters that `ndp`, `eqds` and `uec` share. */

/**
 * The maximum number of packets that a sender may have sent from the first unacknowledged one on. It bounds the size of a
 * flow's sets of acknowledged, lost and arrived packets.
 */
export const reachParam = {
  unit: "count",
  default: 8192,
  min: 64,
  max: 16_777_216,
  source: "lab: more than the bandwidth-delay product of any link here",
  about: "Packets from the first unacknowledged one on that a sender may have sent.",
} as const;

/** The class of a transport's messages. Each transport adds `about`, which names them. */
export const headersParam = {
  unit: "count",
  default: 1,
  min: 0,
  max: 7,
  source: "lab: as `headers` of buffer `trim`",
} as const;
