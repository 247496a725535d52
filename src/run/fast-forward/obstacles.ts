/**
 * The reasons why a run with fast-forward replays no flow. A replayed flow is completed by the flow-level model, without
 * packets. `xoff run` and summary.json show the reasons, after "because".
 */
export const OBSTACLES = {
  rare: "the traffic repeats no message often enough",
  recovery: "recovery retransmits single packets",
  paths: "routing chooses paths by the state of the network",
  faults: "faults change the paths of flows",
  nic: "a NIC sends several flows at the same time",
  window: "the window is less than a round trip and 64 packets",
  lossy: "the flows use a class that is not lossless",
  short: "whole packets alone change a completion time by more than 1%",
  differs: "completion times differ too much from those of the model",
  crowded: "data of several flows waits at one port",
  queue: "queues grow beyond the limits of the model",
  others: "other flows of the same hosts were active",
  early: "the run ended before enough flows were compared",
} as const;

export type Obstacle = (typeof OBSTACLES)[keyof typeof OBSTACLES];
