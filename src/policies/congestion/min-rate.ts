/** The minimum rate to which a flow is cut, as a parameter. HPCC's simulator has the same limit for all four of its senders. */
export const minRateParam = {
  unit: "bps",
  default: 1e9,
  min: 1,
  max: 1e13,
  source: "HPCC simulator, run.py, 100G",
  about: "Minimum rate after a cut.",
} as const;
