/**
 * An internal error of xoff. The checks are on in every build, because a run that went wrong must print no number.
 *
 * A check takes numbers, not a finished string, so it costs one branch when it passes.
 */
export class InvariantError extends Error {
  override name = "InvariantError";
}

/** Throws `InvariantError` if `holds` is false. The caller that runs a scenario adds its name and seed to the message. */
export function invariant(holds: boolean, what: string, a?: number, b?: number): asserts holds {
  if (!holds) {
    const numbers = [a, b].filter((n) => n !== undefined).join(", ");
    throw new InvariantError(`invariant broken: ${what}${numbers === "" ? "" : ` (${numbers})`}`);
  }
}
