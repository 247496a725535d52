/**
 * Selects the baseline point for each point of a sweep. `--against congestion=dcqcn` names a value of one axis: each point is compared with
 * the point that has this value and equals it in all other axes. The option may also have the full name of a point, which gives a
 * value of each axis. All points are then compared with this point.
 */
import { didYouMean } from "../../../base/params.ts";
import { labelOf, type Against } from "../../../batch/sweep/point-statistics.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

type Settings = Readonly<Record<string, string>>;

export interface AgainstText {
  /** The value of the option, such as "congestion=dcqcn". */
  readonly text: string;
  /**
   * The axes that the option does not name. A point and its baseline have equal values of these axes. Empty if all points
   * have the same baseline.
   */
  readonly within: readonly string[];
  readonly of: Against;
}

/**
 * The baseline of each point. `points` lists the settings of each point. If `given` is undefined, the first value of
 * the first axis is the baseline. Throws `Failure` if no point has the given value.
 */
export function againstOf(points: readonly Settings[], given: string | undefined): AgainstText {
  const labels = points.map(labelOf);
  const [first] = points;
  const [axis] = Object.entries(first);
  if (given === undefined) {
    const value = axis === undefined ? undefined : againstValue(points, { [axis[0]]: axis[1] });
    return value !== undefined && points.some((point) => isCompared(value, point)) ? value : onePoint(labels[0]);
  }
  if (labels.includes(given)) return onePoint(given);
  const asked = settingsIn(given);
  if (asked !== undefined && points.some((point) => has(point, asked))) return againstValue(points, asked);
  const values = [
    ...new Set(points.flatMap((point) => Object.entries(point).map(([path, value]) => `${path}=${value}`))),
  ];
  const hint = didYouMean(given, [...values, ...labels]) ?? `Values are ${values.map((one) => `"${one}"`).join(", ")}.`;
  throw new Failure(
    `--against: expected a value of an axis, or a point of the sweep, got "${given}". ${hint}`,
    EXIT.input,
  );
}

const onePoint = (label: string): AgainstText => ({ text: label, within: [], of: () => label });

const isCompared = ({ of }: AgainstText, settings: Settings): boolean => {
  const base = of(settings);
  return base !== undefined && base !== labelOf(settings);
};

function againstValue(points: readonly Settings[], asked: Settings): AgainstText {
  const labels = new Map(points.map((point) => [key(point), labelOf(point)]));
  return {
    text: labelOf(asked),
    within: [...new Set(points.flatMap((point) => Object.keys(point)))].filter((path) => !(path in asked)),
    of: (settings) => labels.get(key({ ...settings, ...asked })),
  };
}

const key = (settings: Settings): string =>
  JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));

const has = (point: Settings, asked: Settings): boolean =>
  Object.entries(asked).every(([path, value]) => point[path] === value);

/**
 * The settings in a text such as "buffer=dt, routing={name: ecmp, seed: drawn}". A comma separates settings only if a path follows.
 * Undefined if the text holds no settings.
 */
function settingsIn(text: string): Settings | undefined {
  const parts = text.split(/, *(?=[\w.[\]]+=)/).map((one) => /^([^=]+)=(.*)$/s.exec(one.trim()));
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? undefined : Object.fromEntries(known.map(([, path, value]) => [path, value]));
}
