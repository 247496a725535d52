/**
 * Reserves memory for records that a run may need. It reserves addresses only; the operating system provides each page
 * when the page is first written.
 *
 * So an array has its final size from the start, and the closures over it never need another array
 * (docs/decisions/0016-closures-over-constant-arrays.md). The buffer is a SharedArrayBuffer where the platform has
 * them, although no thread shares it. An ArrayBuffer of a gigabyte would make V8 collect garbage at once, because V8
 * counts it as used memory.
 */

/**
 * Returns a zeroed buffer of `bytes` bytes. While the system refuses the size, the size is halved. Throws below 1 MiB.
 */
export function reserve(bytes: number): ArrayBufferLike {
  for (let size = bytes; ; size /= 2) {
    try {
      return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(size) : new SharedArrayBuffer(size);
    } catch (error) {
      if (!(error instanceof RangeError) || size < 2 ** 20) throw error;
    }
  }
}
