/** bifrost/tab2: IRN's settings for a short and a long round trip, from formulas that the paper does not print. */
import { defineComputed, equals, formula, gbps, MiB, plotOf, theory, us } from "../experiment.ts";

/** Table II of the paper. Round trip and timeouts are in us, the buffer on the path in MiB. */
const TABLE = [
  { name: "intra", rtt: 28, buffer: 7, bitmap: 934, high: 175, low: 28 },
  { name: "inter", rtt: 804, buffer: 41, bitmap: 26_800, high: 1664, low: 804 },
] as const;

const settingsOf = ({ rtt, buffer }: (typeof TABLE)[number]): theory.irn.IrnSettings =>
  theory.irn.irnSettings({ rate: gbps(400), rtt: us(rtt), buffer: MiB(buffer), packet: 1500 });

const time = (ps: number): string => `${(ps / us(1)).toFixed(1)} us`;

export const tab2 = defineComputed(
  {
    id: "bifrost/tab2",
    title: "IRN's settings, intra-DC and inter-DC",
    asks: "Which rules give the paper's values of the bitmap and of the two timeouts?",
    chosen: [
      "The paper has numbers only. The following rules give these numbers: bitmap = ceil(C RTT / 1500 B), RTO_low = RTT, RTO_high = RTT + B / C.",
      "C is 400 Gbps. RTT is twice the paper's delay between the hosts, 14 and 402 us.",
      "The numbers require a B of 7 MiB and 41 MiB. The switches of figure 4 have 6 MB and 40 MB.",
    ],
  },
  () => ({
    plots: [
      plotOf(
        "the rules and the paper's timeouts",
        "round trip, us",
        "timeout, us",
        [
          { name: "RTO_high by rule", points: TABLE.map((row) => [row.rtt, settingsOf(row).rtoHigh / us(1)]) },
          { name: "RTO_high printed", points: TABLE.map(({ rtt, high }) => [rtt, high]) },
          { name: "RTO_low by rule", points: TABLE.map((row) => [row.rtt, settingsOf(row).rtoLow / us(1)]) },
          { name: "RTO_low printed", points: TABLE.map(({ rtt, low }) => [rtt, low]) },
        ],
        { log: "both" },
      ),
    ],
    claims: TABLE.flatMap((row) => {
      const { name, bitmap, high, low } = row;
      const ours = settingsOf(row);
      const parts = [
        ["bitmap", `bitmap of ${bitmap} packets`, String(bitmap), ours.bitmap, bitmap, 0, String],
        ["low", `RTO_low of ${low} us`, `${low} us`, ours.rtoLow, us(low), 0, time],
        ["high", `RTO_high of ${high} us`, `${high} us`, ours.rtoHigh, us(high), 0.002, time],
      ] as const;
      // The rules that compute these settings were fitted to the paper's numbers. So the claims cannot fail, and their
      // standing is "definition".
      return parts.map(([id, what, paper, found, printed, tolerance, show]) =>
        formula(`${name}-${id}`, {
          claim: `IRN-${name}: ${what}`,
          paper,
          judged: equals(found, printed, tolerance, show),
          standing: "definition",
        }),
      );
    }),
  }),
);
