/**
 * The part of the page's address that says what the page shows of the runs: `&t=4.8e6&z=1e6-3e6&tab=flows&port=sw0-h0`,
 * `&find=h0` and `&why=pause/12/DT%202`. Times are in ns. The author of a link is not trusted, so an invalid value is left out.
 */
import { TABS, type Tab } from "../state/page.ts";

export interface ViewPart {
  readonly time?: number;
  /** The time range of the charts. */
  readonly shown?: readonly [from: number, to: number];
  readonly tab?: Tab;
  /** Name of the selected ingress port. */
  readonly port?: string;
  /** The name that the list of events is filtered by. */
  readonly find?: string;
  readonly why?: { readonly kind: "pause" | "flow"; readonly row: number; readonly run: string };
}

const MAX_NAME = 300;

export function viewText({ time, shown, tab, port, find, why }: ViewPart): string {
  const part = (name: string, value: string | undefined): string =>
    value === undefined ? "" : `&${name}=${encodeURIComponent(value)}`;
  return [
    part("t", time?.toString()),
    part("z", shown?.join("-")),
    part("tab", tab),
    part("port", port),
    part("find", find),
    part("why", why && `${why.kind}/${why.row}/${why.run}`),
  ].join("");
}

export function viewPartIn(fragment: string): ViewPart {
  const from = fragment.indexOf("&");
  const parts = new URLSearchParams(from < 0 ? "" : fragment.slice(from + 1));
  const time = numberIn(parts.get("t"));
  const range = /^([\d.e+]+)-([\d.e+]+)$/.exec(parts.get("z") ?? "");
  const [start, end] = [numberIn(range?.[1]), numberIn(range?.[2])];
  const tab = TABS.find((one) => one === parts.get("tab"));
  const port = parts.get("port") ?? "";
  const find = parts.get("find") ?? "";
  const why = /^(pause|flow)\/(\d{1,9})\/(.{1,300})$/s.exec(parts.get("why") ?? "");
  return {
    ...(time !== undefined && { time }),
    ...(start !== undefined && end !== undefined && start < end && { shown: [start, end] as const }),
    ...(tab !== undefined && { tab }),
    ...(port !== "" && port.length <= MAX_NAME && { port }),
    ...(find !== "" && find.length <= MAX_NAME && { find }),
    ...(why !== null && { why: { kind: why[1] as "pause" | "flow", row: Number(why[2]), run: why[3] } }),
  };
}

function numberIn(text: string | null | undefined): number | undefined {
  const value = text === null || text === undefined || text === "" ? NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
