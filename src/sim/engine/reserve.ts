/**
 * Memory for records that a run may need. It reserves addresses now; the system provides a page when it is first written.
 *
 * So an array has its final size from the start, and its closures never see another array
 * (docs/decisions/0016-closures-over-constant-arrays.md). The buffer is a SharedArrayBuffer where that exists, although no thread shares
 * it. V8 counts an ArrayBuffer of a gigabyte towards garbage collection and collects at once.
 */

/** A zeroed buffer of `bytes` bytes. If the system refuses that size, the size is halved until it fits. Throws below 1 MiB. */
export function reserve(bytes: number): ArrayBufferLike {
  for (let size = bytes; ; size /= 2) {
    try {
      return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(size) : new SharedArrayBuffer(size);
    } catch (error) {
      if (!(error instanceof RangeError) || size < 2 ** 20) throw error;
    }
  }
}
