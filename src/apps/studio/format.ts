/** Formats numbers for people: at most four significant digits and a fitting unit. */

const scaled = (value: number, steps: readonly (readonly [number, string])[]): string => {
  const size = Math.abs(value);
  const [step, unit] = steps.find(([least]) => size >= least) ?? steps[steps.length - 1];
  return `${Number((value / step).toPrecision(4))} ${unit}`;
};

export const timeText = (ns: number): string =>
  ns === 0
    ? "0"
    : scaled(ns, [
        [1e9, "s"],
        [1e6, "ms"],
        [1e3, "us"],
        [1, "ns"],
        [1e-3, "ps"],
      ]);

/** A time to the ns, to tell events of the same microsecond apart, such as "4.772113 ms". */
export const exactTimeText = (ns: number): string =>
  ns < 1e3 ? timeText(ns) : ns < 1e6 ? `${(ns / 1e3).toFixed(3)} us` : `${(ns / 1e6).toFixed(6)} ms`;

export const bytesText = (bytes: number): string =>
  scaled(bytes, [
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "KB"],
    [1, "B"],
  ]);

/** Two sizes as text. They are exact if four digits would show two different sizes as equal. */
export const twoBytesTexts = (one: number, other: number): readonly [string, string] =>
  one !== other && bytesText(one) === bytesText(other)
    ? [`${countText(one)} B`, `${countText(other)} B`]
    : [bytesText(one), bytesText(other)];

export const rateText = (bps: number): string =>
  scaled(bps, [
    [1e12, "Tbps"],
    [1e9, "Gbps"],
    [1e6, "Mbps"],
    [1e3, "kbps"],
    [1, "bps"],
  ]);

export const countText = (n: number): string => {
  const text = String(Math.round(n));
  return text.replace(/\B(?=(\d{3})+$)/g, ",");
};

const EXACT: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  ps: [[1e9, "ms"], [1e6, "us"], [1e3, "ns"], [1, "ps"]], // prettier-ignore
  bytes: [[2 ** 20, "MiB"], [1e6, "MB"], [2 ** 10, "KiB"], [1e3, "KB"], [1, "B"]], // prettier-ignore
  bps: [[1e9, "Gbps"], [1e6, "Mbps"], [1e3, "kbps"], [1, "bps"]], // prettier-ignore
};

/** A value in base units, written as in a scenario: in the largest unit of which it is a whole number. */
export function spelled(value: number, unit: string): string {
  const units = EXACT[unit === "delay" ? "ps" : unit];
  if (units === undefined) return String(value);
  if (value === 0) return `0${units[units.length - 1][1]}`;
  const [step, name] = units.find(([one]) => value % one === 0) ?? units[units.length - 1];
  return `${value / step}${name}`;
}

export const shareText = (share: number): string => `${Number((share * 100).toPrecision(3))}%`;

/** Formats a ratio, such as "1.98 times". */
export const timesText = (ratio: number): string => `${Number(ratio.toPrecision(3))} times`;

/** The ending of a run in words for a reader. */
export const endingText = (ending: string): string => (ending === "time is up" ? "time limit reached" : ending);
