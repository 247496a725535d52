/** bifrost/fig7: Bifrost in the worst case, with one BDP and two or three slots of buffer. */
import { defineExperiment, type Claim, type Done } from "../contract.ts";
import { BDP, chosen, clean, FRAME, mb, outcome, row, scenario, SLOT, told, type Row } from "./worst-case.ts";

interface Key extends Record<string, string | number> {
  readonly scheme: "Bifrost" | "PFC";
  /** H beyond a BDP, in slots; of PFC the same memory, or a second BDP. */
  readonly slots: number;
}

/** A BDP in slots. */
const ROUND_TRIP = BDP / SLOT;
const HEADROOM = BDP;

export const fig7 = defineExperiment<Key, Row>({
  id: "bifrost/fig7",
  title: "Bifrost's queue at the end of a long link in the worst case",
  asks: "How much buffer does Bifrost need where PFC needs two bandwidth-delay products?",
  chosen: [
    ...chosen,
    "H = BDP + 3 R T as in the figure, BDP + 2 R T, which theorem 1 asks for, and BDP + R T, a slot too small; R T is 125,000 B, and the port has one packet more, for leaking.",
    "PFC besides, on as much memory as Bifrost's BDP + 3 R T, of which headroom takes a BDP, and on 2 BDP.",
  ],
  seeds: { quick: 1, paper: 1 },
  trials: () => [
    ...[1, 2, 3].map((slots) => ({
      key: { scheme: "Bifrost" as const, slots },
      scenario: scenario({ name: "bifrost", slot: "10us", k: 1 }, BDP + slots * SLOT + FRAME),
    })),
    ...[3, ROUND_TRIP].map((slots) => ({
      key: { scheme: "PFC" as const, slots },
      scenario: scenario({ name: "pfc", xoff: `${slots * SLOT}B`, xon: `${slots * SLOT}B` }, HEADROOM + slots * SLOT),
    })),
  ],
  row,
  conclude: (done) => ({
    plots: [
      {
        title: "Bytes that the long link's port holds; the output stands from 2 to 6 ms",
        x: "time, ms",
        y: "MB",
        lines: done
          .filter(({ key }) => key.slots >= 3)
          .map(({ key, row: { queue } }) => ({
            name: `${key.scheme}, ${mb(BDP + key.slots * SLOT)} of buffer`,
            points: queue,
          })),
      },
    ],
    claims: claims(done),
  }),
});

function claims(done: readonly Done<Key, Row>[]): Claim[] {
  const at = (scheme: Key["scheme"], slots: number): Row | undefined =>
    done.find(({ key }) => key.scheme === scheme && key.slots === slots)?.row;
  const [one, two, three] = [1, 2, 3].map((slots) => at("Bifrost", slots));
  const [shallow, deep] = [at("PFC", 3), at("PFC", ROUND_TRIP)];
  if (one === undefined || two === undefined || three === undefined || shallow === undefined || deep === undefined)
    return [];
  return [
    outcome(
      "two-slots",
      "With H = BDP + 2 R T neither a packet nor throughput is lost",
      `H = ${mb(BDP + 2 * SLOT)}`,
      two,
      clean(two),
    ),
    outcome("three-slots", "Nor with H = BDP + 3 R T, the figure's", `H = ${mb(BDP + 3 * SLOT)}`, three, clean(three)),
    outcome(
      "one-slot-less",
      "With H = BDP + R T, a slot less than theorem 1 asks for, no packet is lost either",
      "H >= BDP + 2 R T",
      one,
      one.dropped === 0,
      "BDP and R T of the wire, of which frames are 98%: counted in frames this H is BDP + 2.5 R T, so the missing slot costs no throughput here. test/papers/bifrost-theorem.test.ts has the case to the byte, where it does.",
    ),
    outcome(
      "pfc-same-memory",
      "PFC on the memory of BDP + 3 R T loses throughput when the output starts",
      "throughput loss",
      shallow,
      shallow.dropped === 0 && shallow.lost > BDP / 2,
    ),
    {
      ...{ id: "half", claim: "Bifrost needs almost half the buffer of PFC for the same", kind: "value" },
      paper: "BDP + 3 R T against 2 BDP",
      ours: `${mb(BDP + 3 * SLOT)} against ${mb(2 * BDP)}, ${(((BDP + 3 * SLOT) / (2 * BDP)) * 100).toFixed(0)}%; PFC's: ${told(deep)}`,
      verdict: clean(three) && clean(deep) ? "holds" : "fails",
    },
  ];
}
