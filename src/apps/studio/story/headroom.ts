/** The story of idle headroom. It uses DSH's figure 11 with headroom for each queue (SIH) and with shared headroom (DSH). */
import { bytesText, countText, rateText, shareText, timesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { Facts } from "./facts.ts";
import type { Step, Story } from "./story.ts";

export const headroom: Story = {
  id: "headroom",
  title: "Why headroom is idle",
  about:
    "Most of a switch's memory is reserved for a worst case that never occurs in all queues at once. DSH lends it to bursts.",
  figure: "dsh/fig11",
  trials: [
    ["SIH, burst 20", "SIH"],
    ["DSH, burst 20", "DSH"],
  ],
  steps,
};

/** Switch ports to a host that sends from the start, to the receiver of its traffic, and to the receiver of the burst. */
const [BACKGROUND, LOADED, BURST] = ["sw0-h0", "sw0-h31", "sw0-h30"];
const [FIRST, SECOND] = [0, 1];

/**
 * The memory of the switch: its number of ports, the headroom of each queue, and the size of the shared pool. The size
 * of the pool is the highest sampled threshold divided by alpha, because an empty switch has this threshold.
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

function steps([first, second]: readonly RunView[]): Step[] {
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
      paragraphs: [
        `A PAUSE takes effect late. It crosses a link with a delay of ${timeText(worst.delay_ns)}, and packets in flight still arrive: up to ${bytesText(worst.exact_bytes)}.`,
        `These packets must not be lost. So SIH reserves ${bytesText(eta)} of headroom for each lossless queue.`,
      ],
      holds: eta >= worst.exact_bytes,
      look: { time: 0, shown: start, view: "fabric", link: "h0-sw0", port: BACKGROUND },
    },
    {
      paragraphs: [
        `This switch has ${countText(ports)} ports with ${countText(classes)} lossless classes each, and ${bytesText(first.memory)} of memory. Headroom takes ${bytesText(aside)} of it, or ${shareText(aside / first.memory)}.`,
        `A shared pool of ${bytesText(pool)} is left for queued packets.`,
      ],
      holds: aside > first.memory / 2 && pool + aside < first.memory,
      look: { time: 0, shown: start, view: "fabric", port: BACKGROUND },
    },
    {
      paragraphs: [
        `Two flows together exceed the rate of one link: ${sih.flow(FIRST)} and ${sih.flow(SECOND)}.`,
        `The threshold of a queue is ${shareText(began.threshold / pool)} of the pool here. At ${timeText(began.start)} the switch holds ${bytesText(began.stored)} of packets from ${began.stopped}, so it pauses ${began.stopped}.`,
      ],
      holds:
        sih.destination(FIRST) === sih.destination(SECOND) &&
        began.stopped === sih.source(FIRST) &&
        began.start < burst,
      look: { time: began.start, shown: start, view: "occupancy", port: BACKGROUND, link: "h0-sw0", flow: FIRST },
    },
    {
      paragraphs: [
        `Packets that arrive after a PAUSE go to headroom. The packets of ${began.stopped} never took more than ${bytesText(late)}, or ${shareText(late / eta)} of the headroom of their queue.`,
        `All traffic here is in ${used.size === 1 ? "one class" : `${countText(used.size)} classes`}. The port has as much headroom for each of the other ${countText(classes - used.size)} classes, which carry no packet.`,
      ],
      holds: late > 0 && late <= eta && used.size === 1 && classes > 1,
      look: { time: burst / 2, shown: [0, burst], view: "occupancy", port: BACKGROUND },
    },
    {
      paragraphs: [
        `At ${timeText(burst)}, ${countText(senders.length)} hosts send ${bytesText(first.flows.size[burstFlows[0]])} each to ${sih.destination(burstFlows[0])}.`,
        `That is ${bytesText(size)}, or ${shareText(size / first.memory)} of the memory of this switch. The backlog now grows.`,
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
      paragraphs: [
        `${timeText(hit.start - burst)} later the switch pauses ${hit.stopped}. It holds ${bytesText(hit.stored)} of packets from ${hit.stopped}, and one more packet would exceed the threshold of ${bytesText(hit.threshold)}.`,
        `The memory of the switch is ${timesText(first.memory / size)} the size of the burst, but the burst may use only the pool.`,
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
      paragraphs: [
        `The hosts of the burst are paused for ${timeText(together)} in total.`,
        `Meanwhile headroom is idle. The maxima of its use at all ports add up to ${bytesText(peaks)} of ${bytesText(aside)}, or ${shareText(peaks / aside)}.`,
      ],
      holds:
        together > 0 && peaks < aside / 4 && new Set(hits.map((row) => sih.pause(row).stopped)).size === senders.length,
      look: { time: hit.end, shown: around, view: "raster", port: `sw0-${hit.stopped}` },
    },
    {
      paragraphs: [
        `The column DSH shows the same traffic. DSH reserves ${bytesText(lent.eta)} for each port instead of each queue, because the queues of a port share its link. That is ${bytesText(ports * lent.eta)} in total.`,
        `So its pool is ${bytesText(lent.pool)}, ${timesText(lent.pool / pool)} that of SIH. A paused queue takes its headroom from this pool.`,
      ],
      holds: lent.pool > 2 * pool && ports * lent.eta < aside / 2,
      look: { time: burst / 2, shown: [0, burst], view: "occupancy", port: BACKGROUND },
    },
    {
      paragraphs: [
        `Under DSH the same burst causes ${stoppedByDsh.length === 0 ? "no PAUSE" : `${countText(stoppedByDsh.length)} PAUSEs`} of its hosts.`,
        `At ${timeText(hit.start)}, when SIH paused the first host, the threshold under DSH was at least ${bytesText(lowest)}. No queue of the burst ever held more than ${bytesText(Math.max(...senders.map((name) => dsh.most("ingress", `sw0-${name}`))))}.`,
      ],
      holds: stoppedByDsh.length === 0 && senders.every((name) => dsh.most("ingress", `sw0-${name}`) < lowest),
      look: { time: hit.start, shown: around, view: "occupancy", port: `sw0-${hit.stopped}` },
    },
    {
      paragraphs: [
        `No packet was lost. The burst takes ${timeText(done(sih))} under SIH and ${timeText(done(dsh))} under DSH. The link of its receiver is the bottleneck in both, at ${rateText(sih.link("sw0-h30").rate)}.`,
        `DSH avoids the PAUSEs, and with them the victims. The hosts of the burst were paused for ${timeText(together)} in total under SIH, and ${left === 0 ? "never" : `for ${timeText(left)}`} under DSH.`,
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

/** Tolerance in bytes: one or two frames may arrive while the switch decides a PAUSE. */
const FEW = 2200;
