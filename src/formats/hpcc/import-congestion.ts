/** Converts the congestion control of HPCC's simulator to policies of a scenario. */
import { spell } from "../../base/param-text.ts";
import { PS_PER_NS, type Bps } from "../../base/units.ts";
import { PINT, type HpccConfig } from "./config.ts";
import type { Notes } from "./import-notes.ts";

/**
 * Returns the congestion policy. With ENABLE_QCN 0 the switches mark no packets, so the flows of DCQCN and DCTCP stay
 * at line rate. The policy is then `none`.
 */
export function heardCongestion(config: HpccConfig, notes: Notes): string[] {
  if (config.enableQcn || ![1, 8].includes(config.ccMode)) return congestion(config);
  const name = config.ccMode === 1 ? "DCQCN" : "DCTCP";
  notes.add(
    `ENABLE_QCN 0: no packet is marked, so ${name} never acts and flows keep their line rate: none.`,
    "ENABLE_QCN",
  );
  return ["  congestion: none"];
}

function congestion(config: HpccConfig): string[] {
  const time = (ns: number): string => spell(ns * PS_PER_NS, "ps");
  const rate = (bps: Bps): string => spell(bps, "bps");
  const hpcc = ({ uTarget, miThresh, rateAi, minRate }: HpccConfig) => ({
    ...{ target: uTarget, maxStage: miThresh },
    ...{ increase: rate(rateAi), minRate: rate(minRate) },
  });
  const policy = (name: string, values: Readonly<Record<string, string | number | boolean>>): string[] => [
    "  congestion:",
    ...Object.entries({ name, ...values }).map(([key, value]) => `    ${key}: ${value}`),
  ];
  switch (config.ccMode) {
    case 1:
      return policy("dcqcn", {
        alphaInterval: time(config.alphaResumeIntervalNs),
        decreaseInterval: time(config.rateDecreaseIntervalNs),
        increaseInterval: time(config.rpTimerNs),
        g: spell(config.ewmaGain, "ratio"),
        fastRecovery: config.fastRecoveryTimes,
        additiveIncrease: rate(config.rateAi),
        hyperIncrease: rate(config.rateHai),
        minRate: rate(config.minRate),
        clampTarget: config.clampTargetRate,
      });
    case 3:
      return policy("hpcc", {
        ...hpcc(config),
        fastReact: config.fastReact,
        perHop: config.multiRate,
        skipEmpty: config.sampleFeedback,
      });
    case PINT:
      // HPCC-PINT reacts to each sampled ACK and has one rate. It reads neither FAST_REACT nor MULTI_RATE.
      return policy("hpcc", { ...hpcc(config), fastReact: true, perHop: false, skipEmpty: false });
    case 7:
      return policy("timely", {
        additiveIncrease: rate(config.rateAi),
        hyperIncrease: rate(config.rateHai),
        minRate: rate(config.minRate),
      });
    case 8:
      return policy("dctcp", {
        g: spell(config.ewmaGain, "ratio"),
        increase: rate(config.dctcpRateAi),
        minRate: rate(config.minRate),
      });
    default:
      return ["  congestion: none"];
  }
}
