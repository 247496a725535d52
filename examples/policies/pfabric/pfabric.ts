/**
 * pFabric in seven classes: the flow with the fewest remaining bytes goes first. Senders begin at line rate with one bandwidth-delay product.
 *
 *   class    first + (thresholds below the remaining bytes); threshold k is `smallest` * `factor`^(k - 1)
 *   window   the bandwidth-delay product, without a reaction to congestion
 *
 * Switches serve classes in strict order.
 *
 * Paper    Alizadeh et al., SIGCOMM 2013: sections 4.1 (switch) and 4.2 (rate control).
 * Differs  the paper has a priority for each packet, and drops the worst packet of a full queue. It keeps the order within a flow.
 * Needs    scheduling strict, a lossless class for each level, and recovery selective: a flow's later packets may overtake its earlier ones.
 */
import {
  defineParams,
  ParamError,
  type CongestionPolicy,
  type CongestionView,
  type Needs,
  type Signal,
  type Values,
} from "xoff/policy";

export const role = "congestion";
export const about = "a class by remaining bytes (pFabric in a few classes)";
export const needs: Needs = { window: "always" };
export const reads = (): readonly Signal[] => [];

export const params = defineParams({
  first: { unit: "count", default: 1, min: 0, max: 7, source: "xoff: class 0 is control", about: "The highest class." },
  levels: { unit: "count", default: 7, min: 1, max: 8, source: "own", about: "Classes of data." },
  smallest: { unit: "bytes", default: 20_000, min: 1, max: 2 ** 40, source: "own", about: "Highest class up to here." },
  factor: {
    unit: "ratio",
    default: 3,
    min: 1,
    max: 1000,
    source: "own",
    about: "Ratio of a threshold to the one before.",
  },
});

export function check({ first, levels }: Values<typeof params>): void {
  if (first + levels > 8) throw new ParamError("levels", `at most ${8 - first}`, levels);
}

export function create(p: Values<typeof params>, view: CongestionView): CongestionPolicy {
  const { flows, payload, size, sndNxt } = view;
  const thresholds = new Float64Array(p.levels - 1);
  for (let k = 0; k < thresholds.length; k++) thresholds[k] = k === 0 ? p.smallest : thresholds[k - 1] * p.factor;
  const level = new Uint8Array(flows);

  function levelOf(remaining: number): number {
    let k = 0;
    while (k < thresholds.length && remaining > thresholds[k]) k++;
    return k;
  }

  return {
    onStart(flow) {
      level[flow] = levelOf(size[flow]);
      view.setClass(flow, p.first + level[flow]);
    },
    onSend(flow, seq) {
      const wanted = levelOf(size[flow] - Math.max(seq + payload, sndNxt[flow]));
      if (wanted === level[flow]) return;
      level[flow] = wanted;
      view.setClass(flow, p.first + wanted);
    },
    onAck() {
      // The window stays: pFabric reacts to timeouts alone, which recovery handles.
    },
  };
}
