/**
 * PFC watchdog: a switch that finds a queue stopped for too long takes its peer for broken, and discards or heeds it no more until it is quiet.
 *
 * As SONiC has it, by port and class, at each poll:
 *
 *   storm sample   broadcom: frames that name the class came in since the last poll, and it was stopped all the while
 *                  mellanox: packets wait, none of them was sent since the last poll, and the class was stopped for more than 99% of that time
 *   detected       storm samples for `detection` on end: left <= poll at a storm sample, else left -= poll; any other sample begins anew
 *   drop           PFC of the class is off on the port; what waits there is discarded, and what comes in by it or is to leave by it
 *   forward        PFC of the class is off on the port, and what waits is sent
 *   restored       no frame that names the class came in for `restoration`, in the same count
 *
 * A switch polls at moments of its own, since no two begin at the same time: drawn, unless `phase` says when.
 *
 * Source   SONiC: pfc_detect_broadcom.lua, pfc_detect_mellanox.lua as sonic-swss#3036 has it, pfc_restore.lua, pfcwd start_default (orchagent, utilities)
 * Differs  one poll has one period for all ports, which SONiC multiplies for more than 32; what waits is discarded too, as its DLR handler does,
 *          where the ACL handler sends it
 */
import { formatTime } from "../../base/format.ts";
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";

export const about = "switches take a queue that is stopped for too long for broken (SONiC)";
export const befalls = "ports" as const;
export const places = {
  target: {
    about: "Ports of switches that it watches: all of leaf0, leaf0-h3 to one neighbour, leaf*-h* by pattern, or all.",
  },
};
export const needsPauses = true as const;
export const discards = true as const;
export const loses = "a peer whose PAUSEs the watchdog does not heed is sent more than it has memory for";

export const params = defineParams({
  detection: {
    unit: "ps",
    default: us(200_000),
    min: us(1),
    max: us(5e6),
    source: "SONiC: 200 ms",
    about: "For so long storm samples tell of a storm.",
  },
  restoration: {
    unit: "ps",
    default: us(200_000),
    min: us(1),
    max: us(60e6),
    source: "SONiC: 200 ms",
    about: "For so long no PAUSE tells that it is over.",
  },
  poll: {
    unit: "ps",
    default: us(200_000),
    min: us(1),
    max: us(1e6),
    source: "SONiC: 200 ms",
    about: "From one look to the next.",
  },
  phase: {
    unit: "ps",
    derived: "drawn for each switch, below poll",
    min: 0,
    max: us(1e6),
    source: "lab: switches poll at moments of their own",
    about: "From the beginning to the first look.",
  },
  rule: {
    unit: "choice",
    choices: ["broadcom", "mellanox"],
    default: "broadcom",
    source: "SONiC: one for each maker of ASICs",
    about: "What a storm sample is: PAUSEs that keep coming, or packets of which none was sent for want of leave.",
  },
  action: {
    unit: "choice",
    choices: ["drop", "forward", "alert"],
    default: "drop",
    source: "SONiC: drop",
    about: "What it does to a queue in a storm: discard, send in spite of PAUSEs, or only tell.",
  },
});

export function check(p: Values<typeof params>): void {
  for (const name of ["detection", "restoration"] as const) {
    if (p[name] >= p.poll) continue;
    throw new ParamError(name, `at least poll, ${formatTime(p.poll)}`, formatTime(p[name]));
  }
}

export function late({ detection }: Values<typeof params>, left: Ps): ParamError | undefined {
  if (detection < left) return undefined;
  const hint = "In so short a run it sees no storm.";
  return new ParamError(
    "detection",
    `less than the duration of the run, ${formatTime(left)}`,
    formatTime(detection),
    hint,
  );
}

/** Stopped for more than this share of the time. */
const STOPPED_SHARE = 0.99;

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const { ports, lossless } = view;
  const nodes = [...new Set(ports.map((port) => view.node(port)))];
  const queues = nodes.map((node) =>
    ports
      .filter((port) => view.node(port) === node)
      .flatMap((port) => lossless.map((cls) => ({ port, cls, left: p.detection, storm: false, ...seen(port, cls) }))),
  );
  /** Frames that name the class, how long it was stopped, and the packet that waits first. */
  function seen(port: number, cls: number) {
    return { heard: view.heard(port, cls), stopped: view.stoppedTime(port, cls), first: view.first(port, cls) };
  }
  /** When each switch looked last; NaN: not yet. */
  const looked = nodes.map(() => NaN);
  const look = view.timer(nodes.length, (k) => {
    for (const queue of queues[k]) sample(queue, looked[k]);
    looked[k] = view.now;
    look.arm(k, view.now + p.poll);
  });

  function sample(queue: (typeof queues)[0][0], last: number): void {
    const { port, cls } = queue;
    const now = seen(port, cls);
    const isNew = now.heard > queue.heard;
    const isHeld =
      now.first !== undefined && queue.first?.flow === now.first.flow && queue.first.sent === now.first.sent;
    const stopped =
      p.rule === "broadcom"
        ? isNew && view.stoppedSince(port, cls) <= last
        : isHeld && now.stopped - queue.stopped > STOPPED_SHARE * (view.now - last);
    Object.assign(queue, now);
    if (!queue.storm) {
      if (!stopped) queue.left = p.detection;
      else if (queue.left > p.poll) queue.left -= p.poll;
      else turn(queue, true);
    } else if (p.action === "alert" ? stopped : isNew) queue.left = p.restoration;
    else if (p.action !== "alert" && queue.left > p.poll) queue.left -= p.poll;
    else turn(queue, false);
  }

  function turn(queue: (typeof queues)[0][0], storm: boolean): void {
    const { port, cls } = queue;
    queue.storm = storm;
    queue.left = storm ? p.restoration : p.detection;
    view.note(storm ? `storm: ${p.action}` : "restored", port, cls);
    if (p.action === "alert") return;
    view.ignorePauses(port, cls, storm);
    if (p.action === "drop") view.discard(port, cls, storm);
  }

  return {
    begin() {
      nodes.forEach((node, k) => {
        look.arm(k, view.now + (p.phase ?? Math.floor(view.random(node) * p.poll)));
      });
    },
    end() {
      nodes.forEach((_, k) => {
        look.cancel(k);
        for (const queue of queues[k]) if (queue.storm) turn(queue, false);
      });
    },
  };
}
