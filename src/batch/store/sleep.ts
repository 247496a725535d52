/** Blocks this thread for so long, where what is waited for comes from another process and nothing tells of it. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
