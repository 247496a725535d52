/**
 * A mistake in the lab: on in every build, since a run that went wrong must print no number.
 *
 * Takes numbers, not a built string, so a check that passes costs one branch.
 */
export class InvariantError extends Error {
  override name = "InvariantError";
}

/** Throws `InvariantError` unless `holds`. Whoever runs a scenario adds its name and seed to the message. */
export function invariant(holds: boolean, what: string, a?: number, b?: number): asserts holds {
  if (!holds) {
    const numbers = [a, b].filter((n) => n !== undefined).join(", ");
    throw new InvariantError(`invariant broken: ${what}${numbers === "" ? "" : ` (${numbers})`}`);
  }
}
