/** Blocks this thread for `ms`. Used to wait for another process that sends no notification. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
