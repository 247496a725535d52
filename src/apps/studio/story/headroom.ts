/** The story of idle headroom. It uses DSH's figure 11 with headroom for each queue (SIH) and with shared headroom (DSH). */
import { bytesText, countText, rateText, shareText, timesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { Facts } from "./facts.ts";
import type { Step, Story } from "./story.ts";

export const headroom: Story = {
  id: "headroom",
  title: "Why headroom is idle",
  about:
    "Most of a switch's memory waits for a worst case that never comes to all queues at once. DSH lends it to bursts.",
  figure: "dsh/fig11",
  trials: [
    ["SIH, burst 20", "SIH"],
    ["DSH, burst 20", "DSH"],
  ],
  tell,
};

/** The port of a host that sends from the start, the receiver of this traffic, and the receiver of the burst. */
const [BACKGROUND, LOADED, BURST] = ["sw0-h0", "sw0-h31", "sw0-h30"];
const [FIRST, SECOND] = [0, 1];

/**
 * The memory of a switch: number of ports, headroom of each queue, and size of the shared pool. The pool's size follows
 * from the threshold of an empty switch.
 */
function memoryOf({ view }: Facts) {
  const { isSwitch, base } = view.fabric;
  const node = isSwitch.indexOf(1);
  const { buffer, headroom } = view.summary.policies;
  const value = (policy: typeof buffer, name: string): number => {
    const [one] = [policy].flat();
    return Number(one?.values[name]);
  };
  const pool = view.samples.threshold.reduce((most, one) => (one > most ? one : most), 0) / value(buffer, "alpha");
  return { ports: base[node + 1] - base[node], eta: value(headroom, "size"), pool };
}

function tell([first, second]: readonly RunView[]): Step[] {
  const [sih, dsh] = [new Facts(first), new Facts(second)];
  const { burst, burstFlows, end } = sih;
  const senders = burstFlows.map((flow) => sih.source(flow));
  const size = burstFlows.reduce((sum, flow) => sum + first.flows.size[flow], 0);
  const [worst] = first.summary.headroom;
  const { ports, eta, pool } = memoryOf(sih);
  const lent = memoryOf(dsh);
  const classes = first.lossless.length;
  const aside = ports * classes * eta;
  const used = new Set(first.flows.cls);
  const began = sih.pause(sih.pauses(BACKGROUND)[0] ?? -1);
  const late = first.headroomPeak[sih.port(BACKGROUND)];
  const hits = senders.flatMap((name) => sih.pauses(`sw0-${name}`, burst)).sort((a, b) => a - b);
  const hit = sih.pause(hits[0] ?? -1);
  const together = senders.reduce((sum, name) => sum + sih.stoppedFor(`sw0-${name}`), 0);
  const peaks = first.headroomPeak.reduce((sum, one) => sum + one, 0);
  const stoppedByDsh = senders.flatMap((name) => dsh.pauses(`sw0-${name}`, burst));
  const left = senders.reduce((sum, name) => sum + dsh.stoppedFor(`sw0-${name}`), 0);
  const done = (facts: Facts): number => Math.max(...burstFlows.map((flow) => facts.view.flows.fct[flow]));
  const lowest = Math.min(...senders.map((name) => dsh.at("threshold", `sw0-${name}`, hit.start)));
  const dropped = [first, second].map(
    ({ summary }) => summary.counters.dropped_no_headroom + summary.counters.dropped_no_buffer,
  );
  const [start, around] = [
    [0, burst / 4],
    [burst - burst / 20, burst + 1.5 * done(sih)],
  ] as const;

  return [
    {
      say: [
        `A PAUSE takes its time: until it has crossed a link of ${timeText(worst.delay_ns)} and all that was under way has come, up to ${bytesText(worst.exact_bytes)} still arrive.`,
        `They must not be lost, so SIH keeps ${bytesText(eta)} of headroom for each queue that may be stopped.`,
      ],
      holds: eta >= worst.exact_bytes,
      look: { time: 0, shown: start, view: "fabric", link: "h0-sw0", port: BACKGROUND },
    },
    {
      say: [
        `This switch has ${countText(ports)} ports with ${countText(classes)} such classes each, and ${bytesText(first.memory)} of memory: ${bytesText(aside)} of it are headroom, ${shareText(aside / first.memory)}.`,
        `What is left to all that waits is a shared pool of ${bytesText(pool)}.`,
      ],
      holds: aside > first.memory / 2 && pool + aside < first.memory,
      look: { time: 0, shown: start, view: "fabric", port: BACKGROUND },
    },
    {
      say: [
        `Two flows come too fast for one link: ${sih.flow(FIRST)}, and ${sih.flow(SECOND)}.`,
        `A queue may take ${shareText(began.threshold / pool)} of the pool here: with ${bytesText(began.stored)} stored ${began.stopped} is told to stop, at ${timeText(began.start)}.`,
      ],
      holds:
        sih.destination(FIRST) === sih.destination(SECOND) &&
        began.stopped === sih.source(FIRST) &&
        began.start < burst,
      look: { time: began.start, shown: start, view: "occupancy", port: BACKGROUND, link: "h0-sw0", flow: FIRST },
    },
    {
      say: [
        `What comes after a PAUSE goes to headroom: of ${began.stopped} it never was more than ${bytesText(late)}, ${shareText(late / eta)} of what is kept for that queue.`,
        `But all traffic here is in ${used.size === 1 ? "one class" : `${countText(used.size)} classes`}, and the port has as much for each of the other ${countText(classes - used.size)}, which nobody uses.`,
      ],
      holds: late > 0 && late <= eta && used.size === 1 && classes > 1,
      look: { time: burst / 2, shown: [0, burst], view: "occupancy", port: BACKGROUND },
    },
    {
      say: [
        `At ${timeText(burst)} ${countText(senders.length)} hosts send ${bytesText(first.flows.size[burstFlows[0]])} each at once, all to ${sih.destination(burstFlows[0])}.`,
        `That is ${bytesText(size)}, ${shareText(size / first.memory)} of this switch's memory, and more of it waits from moment to moment.`,
      ],
      holds:
        senders.length > 1 &&
        size < first.memory &&
        sih.most("egress", BURST, burst) > sih.most("egress", BURST, 0, burst),
      look: {
        time: burst + (hit.start - burst) / 2,
        shown: around,
        view: "queues",
        link: "sw0-h30",
        port: `sw0-${senders[0]}`,
      },
    },
    {
      say: [
        `${timeText(hit.start - burst)} later ${hit.stopped} is stopped: ${bytesText(hit.stored)} of its bytes lie in the pool, and the threshold is down to ${bytesText(hit.threshold)}.`,
        `The whole burst would have fitted into memory ${timesText(first.memory / size)}, but it had to do with the pool.`,
      ],
      holds: senders.includes(hit.stopped) && hit.stored >= hit.threshold - FEW && size > pool / 2,
      look: {
        time: hit.start,
        shown: around,
        view: "occupancy",
        port: `sw0-${hit.stopped}`,
        link: `${hit.stopped}-sw0`,
      },
    },
    {
      say: [
        `The burst's hosts stand still for ${timeText(together)}, all of them added up.`,
        `Meanwhile headroom is idle: add up the most that each port ever had in it, and it is ${bytesText(peaks)} of ${bytesText(aside)}, ${shareText(peaks / aside)}.`,
      ],
      holds:
        together > 0 && peaks < aside / 4 && new Set(hits.map((row) => sih.pause(row).stopped)).size === senders.length,
      look: { time: hit.end, shown: around, view: "raster", port: `sw0-${hit.stopped}` },
    },
    {
      say: [
        `DSH, beside it, keeps ${bytesText(lent.eta)} for a port, not for a queue, since the queues of a port share its link: ${bytesText(ports * lent.eta)} in all.`,
        `So its pool is ${bytesText(lent.pool)}, ${timesText(lent.pool / pool)} that of SIH, and whoever is stopped takes headroom out of it.`,
      ],
      holds: lent.pool > 2 * pool && ports * lent.eta < aside / 2,
      look: { time: burst / 2, shown: [0, burst], view: "occupancy", port: BACKGROUND },
    },
    {
      say: [
        `The same burst stops ${stoppedByDsh.length === 0 ? "none" : countText(stoppedByDsh.length)} of its hosts there.`,
        `When SIH stopped the first, at ${timeText(hit.start)}, a queue under DSH might have had ${bytesText(lowest)}; none of the burst's ever had more than ${bytesText(Math.max(...senders.map((name) => dsh.most("ingress", `sw0-${name}`))))}.`,
      ],
      holds: stoppedByDsh.length === 0 && senders.every((name) => dsh.most("ingress", `sw0-${name}`) < lowest),
      look: { time: hit.start, shown: around, view: "occupancy", port: `sw0-${hit.stopped}` },
    },
    {
      say: [
        `Nothing was lost in either, and the burst is over after ${timeText(done(sih))} and ${timeText(done(dsh))}: its receiver's link was the bottleneck all the time, at ${rateText(sih.link("sw0-h30").rate)}.`,
        `What DSH spares is the PAUSEs, and whoever would have stood behind them: its hosts stood still for ${timeText(together)} under SIH, and ${left === 0 ? "never" : `for ${timeText(left)}`} under DSH.`,
      ],
      holds:
        left < together &&
        dropped.every((packets) => packets === 0) &&
        Math.abs(done(sih) / done(dsh) - 1) < 0.05 &&
        sih.end === end,
      look: { time: burst + done(sih), shown: around, view: "raster", port: LOADED },
    },
  ];
}

/** Bytes of one or two frames, which may arrive while a PAUSE is decided. */
const FEW = 2200;
