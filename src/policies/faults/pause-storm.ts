/**
 * PAUSE storm: a NIC that hangs sends PAUSE frames continuously, so its switch stops sending to it.
 *
 * The NIC sends one frame in each interval `every`, from the beginning of the fault to its end. It sends no RESUME, so
 * the last PAUSE expires. All other functions of the NIC continue.
 */
import { MAX_QUANTA } from "../../base/pause-times.ts";
import { defineParams, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";

export const about = "a NIC sends PAUSE frames continuously";
export const befalls = "hosts" as const;
export const places = { target: { about: 'Hosts whose NICs storm: h5 or "h0..h3", a list, or all.' } };
export const needsPauses = true as const;
export const stops = "storms PAUSEs";

export const params = defineParams({
  class: {
    unit: "count",
    derived: "all lossless classes",
    min: 0,
    max: 7,
    source: "lab",
    about: "The class that the NIC pauses.",
  },
  quanta: {
    unit: "quanta",
    default: MAX_QUANTA,
    min: 1,
    max: MAX_QUANTA,
    source: "802.1Qbb: 16-bit field",
    about: "Duration of each PAUSE, in quanta of 512 bit times.",
  },
  every: {
    unit: "ps",
    derived: "half of the duration",
    min: us(0.1),
    max: us(1e6),
    source: "lab: no PAUSE expires",
    about: "Interval between two PAUSE frames.",
  },
});

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const { ports, lossless } = view;
  const classes = p.class === undefined ? lossless : [p.class];
  const mask = classes.reduce((bits, cls) => bits | (1 << cls), 0);
  const every = (port: number): Ps => p.every ?? Math.ceil((p.quanta * 512e12) / view.rate(port) / 2);
  const next = view.timer(ports.length, (k) => {
    view.sendPause(ports[k], mask, p.quanta);
    next.arm(k, view.now + every(ports[k]));
  });
  const record = (stops: boolean): void => {
    for (const port of ports) for (const cls of classes) view.record(port, cls, stops);
  };
  return {
    begin() {
      record(true);
      ports.forEach((_, k) => {
        next.arm(k, view.now);
      });
    },
    end() {
      ports.forEach((_, k) => {
        next.cancel(k);
      });
      record(false);
    },
  };
}
