/**
 * The story of how PFC makes a victim. It runs the network of SPFC's figure 4 twice: with dynamic thresholds, and with
 * SPFC.
 */
import { bytesText, countText, rateText, timesText, timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import { Facts } from "./facts.ts";
import type { Step, Story } from "./story.ts";

export const victim: Story = {
  id: "victim",
  title: "How PFC makes a victim",
  about: "A burst to one host pauses a flow to another host. SPFC prevents these PAUSEs.",
  figure: "spfc/fig4",
  until: "4ms",
  asks: { what: "goodput", flow: 0 },
  trials: [
    ["DT 2, bursts 24", "DT 2"],
    ["SPFC, bursts 24", "SPFC"],
  ],
  steps,
};

/** Ports of the switch. The second half of a name is the host at the other end of the link. */
const [VICTIM, RECEIVER, CONGESTED] = ["sw0-h0", "sw0-r1", "sw0-r2"];
/** The flow that never uses the congested port, and the other flow of the same host. */
const [INNOCENT, OTHER] = [0, 1];
/** A queue below this size counts as uncongested, bytes. A packet has 1000 bytes of payload. */
const FEW = 5000;

function steps([first, second]: readonly RunView[]): Step[] {
  const [dt, spfc] = [new Facts(first), new Facts(second)];
  const { burst, burstFlows, end } = dt;
  const senders = new Set(burstFlows.map((flow) => dt.source(flow)));
  const receiver = dt.destination(INNOCENT);
  const [host, congested] = [dt.source(INNOCENT), dt.destination(OTHER)];
  const began = dt.pause(0);
  const [row = -1, ...others] = dt.pauses(VICTIM);
  const hit = dt.pause(row);
  /** Time at which the last of the burst's hosts is paused for the first time. */
  const all = Math.max(...[...senders].map((name) => dt.pause(dt.pauses(`sw0-${name}`)[0] ?? -1).start));
  const before = dt.goodput(INNOCENT, burst / 10, burst);
  const after = dt.goodput(INNOCENT, hit.start, end);
  const both = (...rates: readonly number[]): string => {
    const texts = [...new Set(rates.map(rateText))];
    return texts.length === 1 ? `${texts[0]} each` : texts.join(" and ");
  };
  const queued = dt.most("egress", RECEIVER);
  const stopped = dt.stoppedFor(VICTIM);
  const late = (hit.start + end) / 2;
  const [victimT, normalT] = [VICTIM, `sw0-${began.stopped}`].map((port) => spfc.at("threshold", port, late));
  const burstStopped = (facts: Facts): number =>
    [...senders].reduce((sum, name) => sum + facts.stoppedFor(`sw0-${name}`), 0) / senders.size;
  const [calm, busy] = [
    [0, burst * 2],
    [burst, burst + (hit.start - burst) * 2],
  ] as const;

  return [
    {
      paragraphs: [
        `${countText(first.summary.hosts)} hosts are connected to one switch. ${host} has two flows without an end: ${dt.flow(INNOCENT)} and ${dt.flow(OTHER)}.`,
        `The two flows share the link of ${host}. Until ${timeText(burst)} they get ${both(before, dt.goodput(OTHER, burst / 10, burst))}.`,
      ],
      holds: dt.source(OTHER) === host && receiver !== congested && before > 0.4 * dt.link("h0-sw0").rate,
      look: { time: burst / 2, shown: calm, view: "fabric", flow: INNOCENT, port: VICTIM },
    },
    {
      paragraphs: [
        `At ${timeText(burst)}, ${countText(senders.size)} other hosts begin to send to ${congested}, each in flows of ${bytesText(first.flows.size[burstFlows[0]])}.`,
        `Together their links have ${timesText(senders.size)} the rate of the link to ${congested}, so packets queue in the switch.`,
      ],
      holds: senders.size > 1 && !senders.has(host) && burstFlows.every((flow) => dt.destination(flow) === congested),
      look: { time: burst + (began.start - burst) / 2, shown: busy, view: "fabric", link: "sw0-r2", port: VICTIM },
    },
    {
      paragraphs: [
        `At ${timeText(began.start)} the switch holds ${bytesText(began.stored)} of packets from ${began.stopped}. In total, ${bytesText(dt.at("egress", CONGESTED, began.start))} are queued for ${congested}.`,
        `The threshold falls as memory fills. It has reached ${bytesText(began.threshold)}, so the switch pauses ${began.stopped}.`,
      ],
      holds: began.stored >= began.threshold && senders.has(began.stopped),
      look: {
        time: began.start,
        shown: busy,
        view: "occupancy",
        port: `sw0-${began.stopped}`,
        link: `${began.stopped}-sw0`,
      },
    },
    {
      paragraphs: [
        `${timeText(all - began.start)} later all ${countText(senders.size)} senders of the burst are paused.`,
        `That is the purpose of PFC: these hosts send to ${congested}, where the congestion is.`,
      ],
      holds: all >= began.start && all < hit.start,
      look: { time: all, shown: busy, view: "raster", port: `sw0-${began.stopped}` },
    },
    {
      paragraphs: [
        `But at ${timeText(hit.start)} the switch also pauses ${host}, ${timeText(hit.start - burst)} after the burst began.`,
        `It holds ${bytesText(hit.stored)} of packets from ${host}, and the threshold is down to ${bytesText(Math.max(0, hit.threshold))}.`,
      ],
      holds: hit.stopped === host && hit.stored >= hit.threshold,
      look: { time: hit.start, shown: busy, view: "occupancy", port: VICTIM, link: "h0-sw0" },
    },
    {
      paragraphs: [
        `A PAUSE applies to all flows of a class on a link. So this PAUSE also stops ${dt.flow(INNOCENT)}.`,
        `${queued === 0 ? "Nothing was" : `At most ${bytesText(queued)} were`} ever queued for ${receiver}. This flow met no congestion: it is a victim.`,
      ],
      holds: queued < FEW && hit.end > hit.start,
      look: {
        time: (hit.start + hit.end) / 2,
        shown: [burst, hit.end],
        view: "fabric",
        flow: INNOCENT,
        link: "h0-sw0",
        port: VICTIM,
      },
    },
    {
      paragraphs: [
        `From then to the end of the run the victim gets ${rateText(after)} instead of ${rateText(before)}.`,
        `The link to ${receiver} was idle for ${timeText(dt.idle(RECEIVER, hit.start, end))} of these ${timeText(end - hit.start)}.`,
      ],
      holds: after < before / 2 && dt.idle(RECEIVER, hit.start, end) > (end - hit.start) / 2,
      look: { time: late, view: "goodput", flow: INNOCENT, port: VICTIM },
    },
    {
      paragraphs: [
        `The switch pauses ${host} ${countText(others.length + 1)} times, for ${timeText(stopped)} of ${timeText(end)}.`,
        `Memory is nearly full each time ${host} resumes. The few packets that it sends exceed the threshold again.`,
      ],
      holds: others.length > 0 && stopped > end / 2 && others.every((one) => dt.pause(one).threshold < hit.stored),
      look: { time: hit.end, view: "raster", port: VICTIM, link: "h0-sw0" },
    },
    {
      paragraphs: [
        `The column SPFC shows the same traffic under SPFC. SPFC finds ports whose packets leave as fast as they arrive, and adds the free memory to their threshold.`,
        `At ${timeText(late)} the threshold is ${bytesText(victimT)} for the port of ${host}, and ${bytesText(normalT)} for that of ${began.stopped}.`,
      ],
      holds: victimT > normalT && spfc.at("ingress", VICTIM, late) < victimT,
      look: { time: late, view: "occupancy", port: VICTIM },
    },
    {
      paragraphs: [
        `Under SPFC ${host} is ${spfc.pauses(VICTIM).length === 0 ? "never paused" : `paused ${countText(spfc.pauses(VICTIM).length)} times`}. Flow ${INNOCENT} gets ${rateText(spfc.goodput(INNOCENT, hit.start, end))} instead of ${rateText(after)}.`,
        `Each host of the burst is paused for ${timeText(burstStopped(spfc))} under SPFC, and for ${timeText(burstStopped(dt))} under DT. So the burst is not paused longer.`,
      ],
      holds:
        spfc.pauses(VICTIM).length === 0 &&
        spfc.goodput(INNOCENT, hit.start, end) > 2 * after &&
        Math.abs(burstStopped(spfc) / burstStopped(dt) - 1) < 0.01,
      look: { time: late, view: "goodput", flow: INNOCENT, port: VICTIM },
    },
  ];
}
