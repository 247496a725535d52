/**
 * Converts errors to plain objects and back, so that a thread can send them to the caller of a run. An error object
 * itself would lose its class.
 */
import { InvariantError, ParamError, PolicyError } from "../lab/partition-run.ts";

export type PackedError =
  | { readonly kind: "invariant" | "policy"; readonly message: string }
  | {
      readonly kind: "param";
      readonly path: string;
      readonly expected: string;
      readonly got: unknown;
      readonly hint: string | undefined;
    };

/** Converts an error to a plain object. Undefined if the error is unexpected: no InvariantError, PolicyError or ParamError. */
export function packError(error: unknown): PackedError | undefined {
  if (error instanceof InvariantError) return { kind: "invariant", message: error.message };
  if (error instanceof PolicyError) return { kind: "policy", message: error.message };
  if (!(error instanceof ParamError)) return undefined;
  const { at, expected, got, hint } = error;
  return { kind: "param", path: at, expected, got, hint };
}

export function errorOf(packed: PackedError): Error {
  if (packed.kind === "param") return new ParamError(packed.path, packed.expected, packed.got, packed.hint);
  return packed.kind === "policy" ? new PolicyError(packed.message) : new InvariantError(packed.message);
}
