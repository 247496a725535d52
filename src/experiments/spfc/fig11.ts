/** spfc/fig11: the choice of K, with 3 or 7 of h0's flows meeting the burst. */
import { mean, order } from "../claims.ts";
import { defineExperiment, type Scale } from "../contract.ts";
import { chosen, goodputOver, pausesAtP0, victimScenario } from "./victim-fabric.ts";

interface Key extends Record<string, string | number> {
  /** "DT", or SPFC with that K. */
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
const SCHEMES = ["DT", ...KS.map((k) => `K=${k}`)];
const BURSTS: Readonly<Record<Scale, readonly number[]>> = {
  quick: [2, 8, 16, 28],
  paper: Array.from({ length: 14 }, (_, k) => 2 * k + 2),
};
const BURST_MS = 11;

export const fig11 = defineExperiment<Key, Row>({
  id: "spfc/fig11",
  title: "The choice of K",
  asks: "Which K pauses the victim's port least and keeps its throughput, from few burst ports to many?",
  chosen: [...chosen, "DT has alpha 2, the paper's default."],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) =>
    [3, 7].flatMap((culprits) =>
      SCHEMES.flatMap((scheme) =>
        BURSTS[scale].map((bursts) => ({
          key: { scheme, culprits, bursts },
          scenario: victimScenario({
            buffer: scheme === "DT" ? { name: "dt", alpha: 2 } : { name: "spfc", k: Number(scheme.slice(2)) },
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
    const lines = (culprits: number, what: keyof Row, scale = 1) =>
      SCHEMES.map((name) => ({
        name,
        points: counts.map((n) => [n, of(name, culprits, n, what) * scale] as const),
      }));
    const few = counts[0];
    const many = counts[counts.length - 1];
    const over = (scheme: string, what: keyof Row): number => mean(counts.map((n) => of(scheme, 7, n, what)));
    const list = (names: readonly string[], n: number, what: keyof Row, unit: string): string =>
      names.map((name) => `${name}: ${of(name, 3, n, what).toFixed(1)}`).join(", ") + unit;
    return {
      plots: [3, 7].flatMap((culprits) => [
        {
          title: `PAUSE rate at P0, epsilon ${culprits / (culprits + 1)}`,
          x: "burst ports N",
          y: "PAUSEs per second",
          lines: lines(culprits, "pauses", 1000 / BURST_MS),
        },
        {
          title: `throughput of P0, epsilon ${culprits / (culprits + 1)}`,
          x: "burst ports N",
          y: "Gbps of payload",
          lines: lines(culprits, "throughput"),
        },
      ]),
      claims:
        done.length === 0
          ? []
          : [
              order(
                { id: "large-k-pauses", claim: "K = 7 and 9 pause more than K = 5 at small N", paper: "more" },
                list(["K=5", "K=7", "K=9"], few, "pauses", ` PAUSEs at N = ${few}`),
                ["K=7", "K=9"].every((name) => of(name, 3, few, "pauses") > of("K=5", 3, few, "pauses")),
              ),
              order(
                { id: "small-k-loses", claim: "K = 3 loses throughput against K = 5 at large N", paper: "less" },
                list(["K=3", "K=5"], many, "throughput", ` Gbps at N = ${many}`),
                of("K=3", 3, many, "throughput") < of("K=5", 3, many, "throughput"),
              ),
              order(
                {
                  id: "k5-beats-dt",
                  claim: "At epsilon .875 K = 5 still does better than DT: more throughput on average over N",
                  paper: "slightly better",
                },
                `K=5: ${over("K=5", "throughput").toFixed(1)}, DT: ${over("DT", "throughput").toFixed(1)} Gbps; PAUSEs ${over("K=5", "pauses").toFixed(1)} against ${over("DT", "pauses").toFixed(1)}`,
                over("K=5", "throughput") > over("DT", "throughput"),
              ),
            ],
    };
  },
});
