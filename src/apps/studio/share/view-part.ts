/**
 * The part of the page's address that says what the page shows of the runs:
 *
 *   &t=4.8e6&z=1e6-3e6            time of the clock and visible time range, in ns
 *   &tab=flows&port=sw0-h0        open tab and selected ingress port
 *   &pin=flow/3&pin=port/sw0-h1   pinned flows and ports
 *   &pod=2&fabric=0.25-0.5        open pod, and visible range of the fabric's width
 *   &of=DT%202&find=h0&kinds=PAUSE,drop&sort=length     the list of events: its run, its filters and its order
 *   &diff=1-0                     the two runs of the difference view
 *   &why=pause/12/DT%202          the explained PAUSE or flow
 *
 * A part with its initial value is left out. The author of a link is not trusted, so an invalid value is left out, too.
 */
import { KINDS, ORDERS, type Kind, type Order } from "../events/events.ts";
import { MAX_DRAFTS, MAX_PINS } from "../state/limits.ts";
import { TABS, type Tab } from "../state/page.ts";

export interface ViewPart {
  readonly time?: number;
  /** The time range of the charts. */
  readonly shown?: readonly [from: number, to: number];
  readonly tab?: Tab;
  /** Name of the selected ingress port. */
  readonly port?: string;
  readonly pinnedFlows?: readonly number[];
  /** Names of the pinned ingress ports. */
  readonly pinnedPorts?: readonly string[];
  readonly pod?: number | undefined;
  /** The visible range of the fabric, in shares of its width with at most 6 decimal places. */
  readonly fabric?: readonly [from: number, to: number] | undefined;
  /** Name of the run whose events are listed. */
  readonly of?: string;
  /** Part of the name of a port or flow whose events are listed. */
  readonly find?: string;
  /** The kinds of events that the list shows. Undefined: all kinds. */
  readonly kinds?: readonly Kind[];
  readonly sort?: Order;
  /** The two runs in the difference view, as indices in the page's list of completed runs. */
  readonly compared?: readonly [from: number, to: number];
  readonly why?: { readonly kind: "pause" | "flow"; readonly row: number; readonly run: string };
}

const MAX_NAME = 300;

export function viewText(view: ViewPart): string {
  const { time, shown, tab, port, pinnedFlows, pinnedPorts, pod, fabric, of, find, kinds, sort, compared, why } = view;
  const part = (name: string, value: string | undefined): string =>
    value === undefined ? "" : `&${name}=${encodeURIComponent(value)}`;
  return [
    part("t", time?.toString()),
    part("z", shown?.join("-")),
    part("tab", tab),
    part("port", port),
    ...(pinnedFlows ?? []).map((flow) => part("pin", `flow/${flow}`)),
    ...(pinnedPorts ?? []).map((name) => part("pin", `port/${name}`)),
    part("pod", pod?.toString()),
    part("fabric", fabric?.join("-")),
    part("of", of),
    part("find", find),
    part("kinds", kinds?.join(",")),
    part("sort", sort),
    part("diff", compared?.join("-")),
    part("why", why && `${why.kind}/${why.row}/${why.run}`),
  ].join("");
}

export function viewPartIn(fragment: string): ViewPart {
  const from = fragment.indexOf("&");
  const parts = new URLSearchParams(from < 0 ? "" : fragment.slice(from + 1));
  const text = (name: string): string => parts.get(name) ?? "";
  const time = numberIn(parts.get("t"));
  const range = /^([\d.e+]+)-([\d.e+]+)$/.exec(text("z"));
  const [start, end] = [numberIn(range?.[1]), numberIn(range?.[2])];
  const tab = TABS.find((one) => one === text("tab"));
  const [port, of, find] = ["port", "of", "find"].map(text);
  const [pinnedFlows, pinnedPorts] = pinsIn(parts);
  const pod = /^\d{1,6}$/.exec(text("pod"))?.[0];
  const fabric = fabricIn(text("fabric"));
  const kinds = parts.has("kinds") ? KINDS.filter((kind) => text("kinds").split(",").includes(kind)) : KINDS;
  const sort = ORDERS.find((one) => one === text("sort"));
  const diff = /^(\d)-(\d)$/.exec(text("diff"))?.slice(1).map(Number) ?? [];
  const why = /^(pause|flow)\/(\d{1,9})\/(.{1,300})$/s.exec(text("why"));
  return {
    ...(time !== undefined && { time }),
    ...(start !== undefined && end !== undefined && start < end && { shown: [start, end] as const }),
    ...(tab !== undefined && { tab }),
    ...(isName(port) && { port }),
    ...(pinnedFlows.length > 0 && { pinnedFlows }),
    ...(pinnedPorts.length > 0 && { pinnedPorts }),
    ...(pod !== undefined && { pod: Number(pod) }),
    ...(fabric !== undefined && { fabric }),
    ...(isName(of) && { of }),
    ...(isName(find) && { find }),
    ...(kinds.length < KINDS.length && { kinds }),
    ...(sort !== undefined && { sort }),
    ...(diff.length === 2 && diff.every((k) => k < MAX_DRAFTS) && { compared: [diff[0], diff[1]] as const }),
    ...(why !== null && { why: { kind: why[1] as "pause" | "flow", row: Number(why[2]), run: why[3] } }),
  };
}

const isName = (text: string): boolean => text !== "" && text.length <= MAX_NAME;

/** The pinned flows and ports without repetition, at most `MAX_PINS` of each. */
function pinsIn(parts: URLSearchParams): [flows: number[], ports: string[]] {
  const [flows, ports] = [new Set<number>(), new Set<string>()];
  for (const pin of parts.getAll("pin")) {
    const [, kind, value] = /^(flow|port)\/(.{1,300})$/s.exec(pin) ?? [];
    if (kind === "port" && ports.size < MAX_PINS) ports.add(value);
    else if (kind === "flow" && flows.size < MAX_PINS && /^\d{1,9}$/.test(value)) flows.add(Number(value));
  }
  return [[...flows], [...ports]];
}

function fabricIn(text: string): [from: number, to: number] | undefined {
  const found = /^(\d(?:\.\d{1,6})?)-(\d(?:\.\d{1,6})?)$/.exec(text);
  const [from, to] = [Number(found?.[1]), Number(found?.[2])];
  return from < to && to <= 1 ? [from, to] : undefined;
}

function numberIn(text: string | null | undefined): number | undefined {
  const value = text === null || text === undefined || text === "" ? NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
