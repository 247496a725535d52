/** Collects bytes in order, for binary formats. */

export class ByteWriter {
  length = 0;
  private bytes = new Uint8Array(1024);
  private view = new DataView(this.bytes.buffer);

  u8(value: number): void {
    const at = this.more(1);
    this.bytes[at] = value;
  }

  /** Appends a 16-bit number. All numbers are little-endian. */
  u16(value: number): void {
    const at = this.more(2);
    this.view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.more(4);
    this.view.setUint32(at, value, true);
  }

  /** Appends a whole number up to 2^53, in 8 bytes. */
  u64(value: number): void {
    this.u32(value % 2 ** 32);
    this.u32(Math.floor(value / 2 ** 32));
  }

  f64(value: number): void {
    const at = this.more(8);
    this.view.setFloat64(at, value, true);
  }

  put(bytes: Uint8Array): void {
    const at = this.more(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** Returns the collected bytes and removes them. */
  take(): Uint8Array<ArrayBuffer> {
    const all = this.bytes.slice(0, this.length);
    this.length = 0;
    return all;
  }

  private more(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length));
      larger.set(this.bytes);
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}

/** `text` in UTF-8. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const part of encodeURIComponent(wellFormed(text)).match(/%[0-9A-F]{2}|./g) ?? [])
    bytes.push(part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0));
  return Uint8Array.from(bytes);
}

/** Replaces lone surrogates by U+FFFD. Text from a file never has them, but a program can create such a string. */
const wellFormed = (text: string): string =>
  text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g, (one) => (one.length === 2 ? one : "\uFFFD"));
