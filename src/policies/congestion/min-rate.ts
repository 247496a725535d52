/** The least rate that a flow is cut to, as a parameter: HPCC's simulator has one for its four senders. */
export const minRateParam = {
  unit: "bps",
  default: 1e9,
  min: 1,
  max: 1e13,
  source: "HPCC simulator, run.py, 100G",
  about: "No cut goes below.",
} as const;
