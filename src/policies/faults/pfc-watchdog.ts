/**
 * PFC watchdog: if a queue is paused for too long, the switch assumes that its peer is broken. The switch then discards
 * the packets of the queue, or ignores PAUSE frames. This lasts until no PAUSE frame has arrived for some time.
 *
 * The rules of SONiC, by port and class, at each poll:
 *
 *   storm sample   broadcom: since the last poll, frames that name the class arrived, and the class was paused all the time.
 *                  mellanox: packets wait, and none of them was sent since the last poll. The class was paused for more than 99% of this
 *                  time.
 *   detected       A countdown starts at `detection`. Each storm sample reduces it by one poll period, and any other sample restarts it.
 *                  A storm is detected when at most one period is left.
 *   drop           PFC of the class is off on the port. Waiting packets of the class, and packets that arrive or depart, are discarded.
 *   forward        PFC of the class is off on the port, and waiting packets of the class are sent.
 *   alert          The storm is only reported.
 *   restored       The storm ends when no frame that names the class has arrived for `restoration`, by the same kind of countdown. With
 *                  `alert` it ends at the first poll without a storm sample.
 *
 * Each switch polls at its own times, because real switches do not start together. The times are drawn at random,
 * unless `phase` is given.
 *
 * Source   SONiC: `pfc_detect_broadcom.lua`, `pfc_detect_mellanox.lua` as of sonic-swss#3036, `pfc_restore.lua` (orchagent), `pfcwd start_default` (utilities).
 * Differs  The poll period does not depend on the number of ports. SONiC multiplies it for more than 32 ports. Waiting packets are
 *          discarded too, as by SONiC's DLR handler. SONiC's ACL handler sends them.
 */
import { formatTime } from "../../base/format.ts";
import { defineParams, ParamError, type Values } from "../../base/params.ts";
import { us, type Ps } from "../../base/units.ts";
import type { Fault, FaultView } from "../../contracts/faults.ts";

export const about = "switches treat a queue that is paused for too long as broken (SONiC)";
export const befalls = "ports" as const;
export const places = {
  target: {
    about: "Watched ports of switches: leaf0 for all its ports, leaf0-h3 for one, or leaf*-h* for a pattern. Or all.",
  },
};
export const needsPauses = true as const;
export const discards = true as const;
export const loses = "a peer may receive more than its memory holds while the watchdog ignores its PAUSE frames";

export const params = defineParams({
  detection: {
    unit: "ps",
    default: us(200_000),
    min: us(1),
    max: us(5e6),
    source: "SONiC: 200 ms",
    about: "Time for which storm samples must last to detect a storm.",
  },
  restoration: {
    unit: "ps",
    default: us(200_000),
    min: us(1),
    max: us(60e6),
    source: "SONiC: 200 ms",
    about: "Time without a PAUSE after which the storm is over.",
  },
  poll: {
    unit: "ps",
    default: us(200_000),
    min: us(1),
    max: us(1e6),
    source: "SONiC: 200 ms",
    about: "Interval between two polls.",
  },
  phase: {
    unit: "ps",
    derived: "drawn for each switch, below poll",
    min: 0,
    max: us(1e6),
    source: "lab: each switch polls at its own times",
    about: "Time from the beginning to the first poll.",
  },
  rule: {
    unit: "choice",
    choices: ["broadcom", "mellanox"],
    default: "broadcom",
    source: "SONiC: one rule for each manufacturer of ASICs",
    about:
      "Definition of a storm sample. broadcom: PAUSE frames keep arriving. mellanox: no waiting packet was sent because of pauses.",
  },
  action: {
    unit: "choice",
    choices: ["drop", "forward", "alert"],
    default: "drop",
    source: "SONiC: drop",
    about: "Reaction to a storm: discard the packets, send despite the PAUSEs, or only report it.",
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

/**
 * With `mellanox`, a poll is a sign of a storm only if the queue was paused for long. The pause must exceed this share of the time
 * since the last poll.
 */
const STOPPED_SHARE = 0.99;

export function create(p: Values<typeof params>, view: FaultView): Fault {
  const { ports, lossless } = view;
  const nodes = [...new Set(ports.map((port) => view.node(port)))];
  const queues = nodes.map((node) =>
    ports
      .filter((port) => view.node(port) === node)
      .flatMap((port) => lossless.map((cls) => ({ port, cls, left: p.detection, storm: false, ...seen(port, cls) }))),
  );
  /**
   * Samples a queue: the number of PAUSE frames that named its class, its paused time, and its first waiting packet.
   */
  function seen(port: number, cls: number) {
    return { heard: view.heard(port, cls), stopped: view.stoppedTime(port, cls), first: view.first(port, cls) };
  }
  /** By switch: the time of its last poll. NaN: it has not polled yet. */
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
