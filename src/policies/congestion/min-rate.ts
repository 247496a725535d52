/**
 * A parameter for the minimum rate of a flow. HPCC's simulator has the same limit for its four rate-based congestion
 * controls.
 */
export const minRateParam = {
  unit: "bps",
  default: 1e9,
  min: 1,
  max: 1e13,
  source: "HPCC simulator, run.py, 100G",
  about: "Minimum rate after a cut.",
} as const;
