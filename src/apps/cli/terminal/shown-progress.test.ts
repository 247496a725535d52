import { afterEach, expect, test, vi } from "vitest";
import { ShownProgress } from "./shown-progress.ts";
import { SweepProgress } from "./sweep-progress.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("into a log: a line after 5 s, 10 s, 20 s, 40 s and so on, then one a minute, without escape codes", () => {
  vi.useFakeTimers();
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const progress = new SweepProgress(["dt", "st"], "rows");
  const shown = new ShownProgress(progress);
  progress.begin(0);
  progress.tell(0, { share: 0.5, packetHops: 1e6 });
  const times: number[] = [];
  for (let ms = 0; ms <= 300_000; ms += 200) {
    const before = written.mock.calls.length;
    shown.look();
    if (written.mock.calls.length > before) times.push(ms / 1000);
    vi.advanceTimersByTime(200);
  }
  expect(times).toEqual([5, 10, 20, 40, 80, 140, 200, 260]);
  const [[first]] = written.mock.calls;
  expect(first).toMatch(/^0 of 2 rows done, .*about 15 s left; dt 50%\n$/);
});
