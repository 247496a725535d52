/** bifrost/tab2: IRN's settings for a short and a long round trip, from formulas that the paper does not print. */
import { defineExperiment, gbps, MiB, theory, us, value } from "../experiment.ts";

/** Table II; round trip in us, buffer on the path in MiB. */
const TABLE = [
  { name: "intra", rtt: 28, buffer: 7, bitmap: 934, high: 175, low: 28 },
  { name: "inter", rtt: 804, buffer: 41, bitmap: 26_800, high: 1664, low: 804 },
] as const;

const settingsOf = ({ rtt, buffer }: (typeof TABLE)[number]): theory.irn.IrnSettings =>
  theory.irn.irnSettings({ rate: gbps(400), rtt: us(rtt), buffer: MiB(buffer), packet: 1500 });

/** The rules were fitted to these very numbers. */
const standing = "definition";

export const tab2 = defineExperiment({
  id: "bifrost/tab2",
  title: "IRN's settings, intra-DC and inter-DC",
  asks: "Which rule gives the bitmap and the two timeouts that the paper sets?",
  chosen: [
    "The paper has numbers only; these rules give them: bitmap = ceil(C RTT / 1500 B), RTO_low = RTT, RTO_high = RTT + B / C.",
    "C is 400 Gbps; RTT is twice the paper's delay between the hosts, 14 and 402 us.",
    "B is 7 MiB and 41 MiB, which the numbers ask for; the switches of figure 4 have 6 MB and 40 MB.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () => [],
  row: () => ({}),
  conclude: () => ({
    plots: [
      {
        title: "the rules and the paper's timeouts",
        x: "round trip, us",
        y: "timeout, us",
        log: "both",
        lines: [
          { name: "RTO_high by rule", points: TABLE.map((row) => [row.rtt, settingsOf(row).rtoHigh / us(1)]) },
          { name: "RTO_high printed", points: TABLE.map(({ rtt, high }) => [rtt, high]) },
          { name: "RTO_low by rule", points: TABLE.map((row) => [row.rtt, settingsOf(row).rtoLow / us(1)]) },
          { name: "RTO_low printed", points: TABLE.map(({ rtt, low }) => [rtt, low]) },
        ],
      },
    ],
    claims: TABLE.flatMap((row) => {
      const { name, bitmap, high, low } = row;
      const ours = settingsOf(row);
      const time = (ps: number): string => `${(ps / us(1)).toFixed(1)} us`;
      return [
        value(
          { id: `${name}-bitmap`, claim: `IRN-${name}: bitmap of ${bitmap} packets`, paper: String(bitmap), standing },
          ...([ours.bitmap, bitmap, 0, String] as const),
        ),
        value(
          { id: `${name}-low`, claim: `IRN-${name}: RTO_low of ${low} us`, paper: `${low} us`, standing },
          ...([ours.rtoLow, us(low), 0, time] as const),
        ),
        value(
          { id: `${name}-high`, claim: `IRN-${name}: RTO_high of ${high} us`, paper: `${high} us`, standing },
          ...([ours.rtoHigh, us(high), 0.002, time] as const),
        ),
      ];
    }),
  }),
});
