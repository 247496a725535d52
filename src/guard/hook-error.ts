/** What went wrong in a hook of a policy from a file, before it is known where and when. */

/** Where in the network it was: numbers, which whoever catches it makes names of. */
export interface HookPlace {
  readonly flow?: number;
  readonly port?: number;
  readonly node?: number;
}

/** An answer that the contract does not admit, or what a hook threw: its `cause`. */
export class HookError extends Error {
  override name = "HookError";
  /** Whose hook it is. */
  readonly role: string;
  readonly hook: string;
  readonly place: HookPlace;

  constructor(role: string, hook: string, place: HookPlace, message: string, cause?: unknown) {
    super(message, { cause });
    this.role = role;
    this.hook = hook;
    this.place = place;
  }
}

/** The answer of `hook`, which is none of what its contract admits. */
export const wrongAnswer = (role: string, hook: string, place: HookPlace, expected: string, got: unknown): HookError =>
  new HookError(role, hook, place, `expected ${expected}, got ${shown(got)}`);

/** What a hook did to its view that the contract does not admit. Its place is that of the line. */
export class ViewError extends Error {
  override name = "ViewError";
}

export const wrongCall = (call: string, expected: string, got: unknown): ViewError =>
  new ViewError(`${call}: expected ${expected}, got ${shown(got)}`);

export const shown = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
