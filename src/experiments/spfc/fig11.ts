/** spfc/fig11: the choice of K, with 3 or 7 of h0's flows meeting the burst. */
import { mean, order } from "../claims-by-means.ts";
import { defineExperiment, type Claim, type Scale } from "../contract.ts";
import { chosen, goodputOver, pausesAtP0, schemes, victimScenario } from "./victim-fabric.ts";

interface Key extends Record<string, string | number> {
  /** "DT", or SPFC with that K, "printed" if a victim's threshold is as printed. */
  readonly scheme: string;
  /** Flows of h0 to r2; epsilon = culprits / (culprits + 1). */
  readonly culprits: number;
  readonly bursts: number;
}

interface Row {
  readonly pauses: number;
  /** Gbps of payload of all that h0 sends, during the burst. */
  readonly throughput: number;
}

const KS = [3, 5, 7, 9];
const FORMS = ["", " printed"] as const;
const SCHEMES = ["DT", ...FORMS.flatMap((form) => KS.map((k) => `K=${k}${form}`))];
const BURSTS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [2, 8, 16, 28],
  paper: Array.from({ length: 14 }, (_, k) => 2 * k + 2),
};
const BURST_MS = 11;
/** Burst ports that K = 9 takes for victims and K = 5 does not: 5 < N + 1 <= 9. */
const SMALL = [6, 8];

function bufferOf(scheme: string): Record<string, unknown> {
  if (scheme === "DT") return schemes["DT 2"];
  const k = Number(scheme[2]);
  return { ...schemes[scheme.endsWith("printed") ? "SPFC as printed" : "SPFC"], k };
}

export const fig11 = defineExperiment<Key, Row>({
  id: "spfc/fig11",
  title: "The choice of K",
  asks: "Which K pauses the victim's port least and keeps its throughput, from few burst ports to many?",
  chosen: [
    ...chosen,
    "DT has alpha 2, the paper's default.",
    "Small N are 6 and 8, the even ones at which N + 1 lies above 5 and not above 9: there K = 9 takes burst ports for victims, and K = 5 does not; at N = 2 all do.",
  ],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) =>
    [3, 7].flatMap((culprits) =>
      SCHEMES.flatMap((scheme) =>
        BURSTS[scale].map((bursts) => ({
          key: { scheme, culprits, bursts },
          scenario: victimScenario({
            buffer: bufferOf(scheme),
            bursts,
            culprits,
            measure: { every: "500us", goodputs: Array.from({ length: culprits + 1 }, (_, flow) => flow) },
          }),
        })),
      ),
    ),

  row: (results, { culprits }) => ({
    pauses: pausesAtP0(results).sent,
    throughput: Array.from({ length: culprits + 1 }, (_, flow) =>
      mean(
        goodputOver(results, flow)
          .filter(([ms]) => ms > 1)
          .map(([, gbps]) => gbps),
      ),
    ).reduce((sum, gbps) => sum + gbps, 0),
  }),

  conclude(done) {
    const counts = [...new Set(done.map(({ key }) => key.bursts))].sort((a, b) => a - b);
    const of = (scheme: string, culprits: number, bursts: number, what: keyof Row): number =>
      mean(
        done
          .filter(({ key }) => key.scheme === scheme && key.culprits === culprits && key.bursts === bursts)
          .map(({ row }) => row[what]),
      );
    const lines = (culprits: number, form: (typeof FORMS)[number], what: keyof Row, scale = 1) =>
      ["DT", ...KS.map((k) => `K=${k}${form}`)].map((name) => ({
        name,
        points: counts.map((n) => [n, of(name, culprits, n, what) * scale] as const),
      }));
    const few = counts.filter((n) => SMALL.includes(n));
    const many = counts[counts.length - 1];
    const over = (scheme: string, what: keyof Row): number => mean(counts.map((n) => of(scheme, 7, n, what)));
    const pausesAtFew = (name: string): number => mean(few.map((n) => of(name, 3, n, "pauses")));
    const said = (names: readonly string[], value: (name: string) => number): string =>
      names.map((name) => `${name}: ${value(name).toFixed(1)}`).join(", ");
    const claims = (form: (typeof FORMS)[number]): Claim[] => {
      const name = (k: number): string => `K=${k}${form}`;
      const id = form.replace(" ", "-");
      const as = form === "" ? "" : ", a victim's threshold as printed";
      return [
        order(
          { id: `large-k-pauses${id}`, claim: `K = 9 pauses more than K = 5 at small N${as}`, paper: "more" },
          `${said([name(5), name(7), name(9)], pausesAtFew)} PAUSEs at N = ${few.join(" and ")}`,
          pausesAtFew(name(9)) > pausesAtFew(name(5)),
        ),
        order(
          { id: `small-k-loses${id}`, claim: `K = 3 loses throughput against K = 5 at large N${as}`, paper: "less" },
          `${said([name(3), name(5)], (scheme) => of(scheme, 3, many, "throughput"))} Gbps at N = ${many}`,
          of(name(3), 3, many, "throughput") < of(name(5), 3, many, "throughput"),
        ),
        order(
          {
            id: `k5-beats-dt${id}`,
            claim: `At epsilon .875 K = 5 still does better than DT: more throughput on average over N${as}`,
            paper: "slightly better",
          },
          `${said([name(5), "DT"], (scheme) => over(scheme, "throughput"))} Gbps; ${said([name(5), "DT"], (scheme) => over(scheme, "pauses"))} PAUSEs`,
          over(name(5), "throughput") > over("DT", "throughput"),
        ),
      ];
    };
    return {
      plots: [3, 7].flatMap((culprits) =>
        FORMS.flatMap((form) => {
          const where = `epsilon ${culprits / (culprits + 1)}${form === "" ? "" : ", as printed"}`;
          return [
            {
              title: `PAUSE rate at P0, ${where}`,
              x: "burst ports N",
              y: "PAUSEs per second",
              lines: lines(culprits, form, "pauses", 1000 / BURST_MS),
            },
            {
              title: `throughput of P0, ${where}`,
              x: "burst ports N",
              y: "Gbps of payload",
              lines: lines(culprits, form, "throughput"),
            },
          ];
        }),
      ),
      claims: done.length === 0 ? [] : FORMS.flatMap(claims),
    };
  },
});
