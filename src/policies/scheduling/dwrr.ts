/**
 * Deficit weighted round-robin: in its turn a class may send `quantum` bytes plus its unused credit. A class keeps its
 * credit as long as it has packets.
 *
 * A class that becomes ready joins the end of the order without credit. A class that is paused in its turn keeps its
 * credit. After its resume it rejoins the end without a new quantum. Otherwise it would collect quanta while paused,
 * and send them as a burst.
 *
 * Paper    shreedhar95.
 */
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import type { SchedulingPolicy, SchedulingView } from "../../contracts/scheduling.ts";
import { lowest, maskOf } from "./classes.ts";

export const about = "a quantum of bytes from each class in turn";

export const params = defineParams({
  quantum: {
    unit: "bytes",
    default: 1600,
    min: 64,
    max: 2 ** 30,
    source: "dsh, section V",
    about: "Bytes that a class may send in a turn. It should be at least a frame, or some turns send nothing.",
  },
});

const classParams = defineParams({
  class: { unit: "count", default: 3, min: 0, max: 7, source: "802.1Q: eight classes", about: "The class." },
  quantum: { ...params.quantum, about: "Bytes that this class may send in a turn." },
});

export const lists = {
  classes: {
    about: "Classes with their own quantum, which is their weight.",
    params: classParams,
    required: ["class", "quantum"],
  },
} as const;

type Dwrr = Values<typeof params> & { readonly classes?: readonly Values<typeof classParams>[] };

export function check({ classes = [] }: Dwrr): void {
  classes.forEach(({ class: cls }, k) => {
    const before = classes.findIndex((other) => other.class === cls);
    if (before === k) return;
    throw new ParamError(
      `classes[${k}].class`,
      "each class once",
      cls,
      `classes[${before}] has this class too: remove one.`,
    );
  });
}

export function create(p: Dwrr, view: SchedulingView): SchedulingPolicy {
  const strict = maskOf(view.strict);
  const quantum = new Float64Array(8).fill(p.quantum);
  (p.classes ?? []).forEach((own, k) => {
    if ((strict & (1 << own.class)) !== 0) {
      const hint = "The scheduler always serves that class first.";
      throw new ParamError(`classes[${k}].class`, "a class other than the control class", own.class, hint);
    }
    quantum[own.class] = own.quantum;
  });
  const deficit = new Float64Array(view.ports * 8);
  /** By port: the classes in the order of their turns. */
  const turns = new Uint8Array(view.ports * 8);
  /** By port: the number of classes in `turns`. */
  const count = new Uint8Array(view.ports);
  const listed = new Uint8Array(view.ports);
  /** By port: 1 if the first class in `turns` has received its quantum. */
  const granted = new Uint8Array(view.ports);
  /** By port: a bit mask of classes that were paused in their turn. They rejoin with their remaining credit. */
  const interrupted = new Uint8Array(view.ports);

  function leave(port: number): void {
    const base = port * 8;
    listed[port] &= ~(1 << turns[base]);
    turns.copyWithin(base, base + 1, base + count[port]);
    count[port]--;
    granted[port] = 0;
  }

  return {
    looksAtHeads: true,
    next(port, ready) {
      if ((ready & strict) !== 0) return lowest(ready & strict);
      const base = port * 8;
      for (let joining = ready & ~listed[port]; joining !== 0; joining &= joining - 1) {
        const cls = lowest(joining);
        turns[base + count[port]++] = cls;
        listed[port] |= 1 << cls;
      }
      for (;;) {
        const cls = turns[base];
        const bit = 1 << cls;
        if ((ready & bit) === 0) {
          if (granted[port] === 1) interrupted[port] |= bit;
          leave(port);
          continue;
        }
        if (granted[port] === 0) {
          granted[port] = 1;
          if ((interrupted[port] & bit) === 0) deficit[base + cls] += quantum[cls];
          interrupted[port] &= ~bit;
        }
        const size = view.headSize(port, cls);
        if (size <= deficit[base + cls]) {
          deficit[base + cls] -= size;
          return cls;
        }
        // The turn of this class is over. It moves to the end of the order with its remaining credit.
        turns.copyWithin(base, base + 1, base + count[port]);
        turns[base + count[port] - 1] = cls;
        granted[port] = 0;
      }
    },
    onEmpty(port, cls) {
      deficit[port * 8 + cls] = 0;
      interrupted[port] &= ~(1 << cls);
      if (granted[port] === 1 && turns[port * 8] === cls) leave(port); // An empty class has finished its turn; it is not interrupted.
    },
  };
}
