/** Functions that check values from a user's file and show them in messages. */

export const isMap = (value: unknown): value is object => typeof value === "object" && value !== null;

/** True for an integer that is 0 or more. */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** True for an index into a list of `count` elements. */
export const isIndex = (value: unknown, count: number): boolean => isAmount(value) && value < count;

export function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") {
    if (typeof Reflect.get(value, "then") === "function") return "a promise";
    const names = Object.keys(value);
    return names.length === 0 ? "an empty object" : `an object with ${names.slice(0, 5).join(", ")}`;
  }
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 60))
    : typeof value === "number"
      ? String(value)
      : typeof value;
}
