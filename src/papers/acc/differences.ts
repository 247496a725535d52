/** Parameters in which ACC's figures differ, and the sentences that make them. */
import type { Difference } from "../experiment.ts";

const testbed = (parameter: string, because: string): Difference => ({ parameter, figures: ["acc/fig9"], because });

const SOFT_ROCE = 'section 6.2: "We implement ACC and DCQCN in SoftRoCE referring to [49]."';
const TEN = `section 6.1: "an Intel 82599ES 10GbE NIC"; what is meant for 100G is to scale. ${SOFT_ROCE}`;
const TOFINO = 'section 6.1: "We use the default shared buffer setting in the Tofino switch".';
const WITH_TCD =
  'section 6.1: "In large-scale simulations, we also compare ACC with DCQCN+TCD and TIMELY+TCD [45], which are congestion control schemes enhanced by accurate congestion detection in TCD."';
const withTcd = ["acc/fig13", "acc/fig14", "acc/fig15"];

export const differences: readonly Difference[] = [
  testbed("payload", 'section 6.2, footnote 5: "We set MTU to 4000B due to the performance issue of SoftRoCE."'),
  testbed("switch.memory", TOFINO),
  testbed("policies.headroom.sih.resumeOffset", TOFINO),
  testbed(
    "policies.detection.tcd.threshold",
    'section 6.1: "We recommend setting the queue length threshold in TCD as a small value, i.e., 2MTU", of 4000 B each there.',
  ),
  testbed(
    "policies.congestion.acc.period",
    'section 6.2: "Since the period of generating CNPs in DCQCN is 50us, we set the period T in ACC also to 50us."',
  ),
  testbed(
    "policies.congestion.dcqcn.cnpInterval",
    'section 6.2: "Since the period of generating CNPs in DCQCN is 50us, we set the period T in ACC also to 50us."',
  ),
  ...["alphaInterval", "fastRecovery", "clampTarget"].map((name) =>
    testbed(`policies.congestion.dcqcn.${name}`, SOFT_ROCE),
  ),
  testbed("policies.congestion.dcqcn.additiveIncrease", TEN),
  testbed("policies.congestion.dcqcn.hyperIncrease", TEN),
  testbed("policies.congestion.dcqcn.minRate", TEN),
  testbed("policies.detection.red.scaleTo", TEN),
  ...["window", "scaleWindow"].map((parameter) => ({
    parameter,
    figures: ["acc/fig10", "acc/fig11", "acc/tab2", "acc/fig13", "acc/fig14", "acc/fig15", "acc/fig20"],
    because:
      'section 6.1: "We focus on the comparison among ACC, ECN-based DCQCN [49], RTT-based TIMELY [33] and INT-based HPCC [29]": HPCC has a window, and these figures have HPCC.',
  })),
  {
    parameter: "policies.congestion.scripted.flows",
    figures: ["acc/fig3", "acc/fig4"],
    because:
      'section 3.3: "once congested flow F1 stops for a sufficient time to empty the queue and then sends at the rate corresponding to the network pipe capacity", which N sets.',
  },
  {
    parameter: "classes.lossless",
    figures: ["acc/fig2"],
    because:
      'section 3.2: "the arriving rate of ACKs (around 4.7Gbps) is exactly the available bandwidth of F1": the second curve serves ingress ports in turn, for which the bursts have a class of their own.',
  },
  { parameter: "policies.congestion.dcqcn.tcd", figures: withTcd, because: WITH_TCD },
  { parameter: "policies.congestion.timely.tcd", figures: withTcd, because: WITH_TCD },
  {
    parameter: "policies.congestion.acc.halt",
    figures: ["acc/fig16"],
    because: 'section 6.4: "ACC w/o halt removes the source halt state".',
  },
  ...["policies.congestion.acc.increaseLow", "policies.congestion.acc.increaseHigh"].map((parameter) => ({
    parameter,
    figures: ["acc/fig18"],
    because:
      'appendix B.1: "we use the same Web Search workload and topology as in Figure 14(a) but vary RI between 1G and 8G".',
  })),
  {
    parameter: "policies.congestion.acc.victimPeriods",
    figures: ["acc/fig19"],
    because: 'appendix B.1: "We vary P_thresh from 0 to 3."',
  },
];
