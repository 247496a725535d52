/**
 * Splits large arrays of a value into pieces, and joins them again. A browser copies a value in one task when it stores
 * it. For the samples of a large fabric this task would block the page for a tenth of a second or more.
 */

const TYPES = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Int16Array, Uint8Array } as const;
type TypeName = keyof typeof TYPES;
type Numbers = InstanceType<(typeof TYPES)[TypeName]>;

/** A placeholder for an array that was split. The array's parts are `count` elements of `pieces`, from index `first` on. */
interface Place {
  readonly type: TypeName;
  readonly length: number;
  readonly first: number;
  readonly count: number;
}

/** The only key of an object that replaces a split array. Its value is the placeholder (`Place`). */
const MARK = "arrayInPieces";

export interface InPieces {
  /** The value, with a placeholder for each array that was split. */
  readonly value: unknown;
  /** Parts of the value's own arrays. Store a copy of each (`slice`), because a browser stores the whole buffer behind a part. */
  readonly pieces: readonly Numbers[];
}

/** Splits each array of numbers with more than `bytes` bytes into pieces of at most this size. */
export function inPieces(value: unknown, bytes: number): InPieces {
  const pieces: Numbers[] = [];
  const split = (one: unknown): unknown => {
    const type = typeOf(one);
    if (type !== undefined) {
      const array = one as Numbers;
      if (array.byteLength <= bytes) return array;
      const step = Math.floor(bytes / array.BYTES_PER_ELEMENT);
      const first = pieces.length;
      for (let from = 0; from < array.length; from += step) pieces.push(array.subarray(from, from + step));
      const place: Place = { type, length: array.length, first, count: pieces.length - first };
      return { [MARK]: place };
    }
    return mapped(one, split);
  };
  return { value: split(value), pieces };
}

/** The value that was split. */
export function joined({ value, pieces }: InPieces): unknown {
  const join = (one: unknown): unknown => {
    const place = isPlain(one) ? (one[MARK] as Place | undefined) : undefined;
    if (place === undefined) return mapped(one, join);
    const array = new TYPES[place.type](place.length);
    let at = 0;
    for (const piece of pieces.slice(place.first, place.first + place.count)) {
      array.set(piece, at);
      at += piece.length;
    }
    return array;
  };
  return join(value);
}

const typeOf = (value: unknown): TypeName | undefined =>
  ArrayBuffer.isView(value)
    ? (Object.keys(TYPES) as TypeName[]).find((name) => value instanceof TYPES[name])
    : undefined;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A copy of a list or a plain object, with `change` applied to each element. Any other value stays as it is. */
function mapped(value: unknown, change: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
}
