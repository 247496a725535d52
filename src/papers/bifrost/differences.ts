/** Parameters that differ between figures of the paper, each with the sentence that requires it. */
import type { Difference } from "../experiment.ts";

const of = (...names: readonly string[]): readonly string[] => names.map((name) => `bifrost/${name}`);

/** Figures of one long link and its own memory. */
const LINK = of("tab1", "sec4d", "fig2", "fig7");
const TESTBED = of("sec6a", "fig11");
const IRN = of("fig4");
/** Figures of section VI-B, and of VI-C with three priorities. */
const SIMULATED = of("fig13", "fig14", "fig15", "fig16", "fig17", "fig18", "fig19");
const PRIORITIES = of("fig20", "fig21", "fig22", "fig23", "fig24");

const THRESHOLDS: readonly Difference[] = ["policies.link.pfc.xoff", "policies.link.pfc.xon"].flatMap((parameter) => [
  {
    parameter,
    figures: of("fig2", "fig7"),
    because:
      'section III-B: "When the queue length decreases below XON threshold ... the total buffer reservation for PFC is at least 2 BDP". The figure sweeps the thresholds.',
  },
  {
    parameter,
    figures: TESTBED,
    because:
      'section VI-A1: "We conducted a series of experiments with different PFC thresholds configured ... we set the long distance link port\'s PFC XOFF to 6 MB in the following experiments."',
  },
  {
    parameter,
    figures: of("fig18"),
    because:
      'section VI-B6: "We configured the PFC threshold and headroom both to be 1 BDP (286 MB), denoted as PFC-deep."',
  },
  {
    parameter,
    figures: of("sec4d", "fig13"),
    because:
      'section VI-B1: "Figure 13 shows that Bifrost is not sensitive to time slot settings". Only Bifrost runs, so no port of the long link has PFC.',
  },
]);

export const differences: readonly Difference[] = [
  ...THRESHOLDS,
  ...["switch.memory", "switch.private"].flatMap((parameter): Difference[] => [
    {
      parameter,
      figures: TESTBED,
      because:
        'section VI-A: "Figure 10 shows the topologies of the deployment": switches with different numbers of ports, each with its own part of "a 64 MB buffer" (reading hostMemory).',
    },
    {
      parameter,
      figures: IRN,
      because: 'section III-C: "The switch buffer is configured to 6 MB and 40 MB, respectively."',
    },
    {
      parameter,
      figures: [...SIMULATED, ...PRIORITIES],
      because:
        'section VI-B: "We also configured a 10 MB shared buffer". Under CBFC "the buffer space of switches is set to the same as Bifrost". Without PFC no memory is reserved.',
    },
    {
      parameter,
      figures: LINK,
      because:
        'section III-B: "We use the model in Figure 1 to illustrate the problems". The figure is about the memory of that one link.',
    },
  ]),
  {
    parameter: "payload",
    figures: of("fig4", "fig15", "fig16", "fig17"),
    because:
      'table II: "bitmap size (packets) 934, 26800", and section VI-B: "The bitmap size of IRN is set to 50,134 packets". These are packets of 1500 B with headers (docs/errata.md), and only IRN has them.',
  },
  {
    parameter: "classes.lossless",
    figures: of("sec4d", "fig2", "fig7"),
    because:
      'section III-B: "the downstream switch stops draining at time T". Here a class with strict priority takes the output.',
  },
  {
    parameter: "classes.lossless",
    figures: of("fig4", "fig15", "fig16", "fig17"),
    because: 'section VI-B: "PFC is disabled when evaluating IRN."',
  },
  {
    parameter: "classes.lossless",
    figures: PRIORITIES,
    because: 'section VI-C: "we set three priorities in this section."',
  },
  {
    parameter: "policies.link.pfc.reaction",
    figures: of("fig2", "fig7"),
    because:
      'section IV-D: "any unexpected delay inside the downstream switch, e.g., computing delay, or data movement delay, may also cause the same issue". Reactions are 60 quanta and the standard\'s limit.',
  },
  {
    parameter: "policies.link.pfc.reaction",
    figures: of("sec4d", "fig13"),
    because:
      'section VI-B1: "Figure 13 shows that Bifrost is not sensitive to time slot settings". Only Bifrost runs, so no port of the long link has PFC.',
  },
  ...[
    "policies.headroom.sih.size",
    "policies.headroom.sih.resumeOffset",
    "policies.link.swing.reaction",
    "policies.link.bifrost.reaction",
  ].map((parameter): Difference => ({
    parameter,
    figures: of("fig7"),
    because:
      'section IV-D: "any unexpected delay inside the downstream switch ... may also cause the same issue". The figure also has the standard\'s longest reaction, and the headroom that it requires.',
  })),
  {
    parameter: "policies.link.bifrost.slot",
    figures: of("fig13"),
    because: 'section VI-B1: "We use this case to gain insight into Bifrost performance with different time slots."',
  },
  ...["policies.link.bifrost.k", "policies.link.bifrost.literal"].map((parameter): Difference => ({
    parameter,
    figures: of("sec4d"),
    because:
      'section IV-D: "neither performance nor correctness of Bifrost is sensitive to the parameter k". The figure sweeps k, and runs both the printed and the corrected text.',
  })),
  {
    parameter: "policies.buffer.st.xoff",
    figures: IRN,
    because:
      'section VI-C: "To avoid priority inversion, we use the static threshold in PFC". In III-C one flow has the whole of "6 MB and 40 MB".',
  },
  ...["bitmap", "rtoLow", "rtoHigh"].map((name): Difference => ({
    parameter: `policies.recovery.irn.${name}`,
    figures: IRN,
    because:
      'section VI-B: "The bitmap size of IRN is set to 50,134 packets, and RTO_high and RTO_low are 7,075 us and 6,017 us respectively". Table II has different ones for 14 and 402 us.',
  })),
];
