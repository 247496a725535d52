/** Tests PFC at ports with separate memory, where the link policy alone decides which queues to pause. */
import { describe, expect, test } from "vitest";
import { LinkBench } from "../../batch/suites/link-bench.ts";
import { defaults } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { create, params } from "./pfc.ts";

describe("a port with memory of its own, 3 MB for three lossless classes, of which 400 KB may follow a PAUSE", () => {
  const owner = (more: Partial<ReturnType<typeof defaults<typeof params>>> = {}, memory = 3e6) => {
    const held = new Float64Array(8);
    const noted: [cls: number, stops: boolean, threshold: number][] = [];
    const at = new LinkBench({
      ownMemory: (port) => (port === 0 ? memory : 0),
      worstCase: () => 400_000,
      backlog: (_port, cls) => held[cls],
      record: (_port, cls, _scope, stops, threshold) => void noted.push([cls, stops, threshold]),
    });
    const policy = create({ ...defaults(params), reaction: 0, ...more }, at.view);
    at.policy = policy;
    return {
      at,
      noted,
      hold: (cls: number, bytes: number): void => {
        const more = bytes > held[cls];
        held[cls] = bytes;
        if (more) policy.onArrive?.(0, cls, 1000);
        else policy.onDepart?.(0, cls, 1000);
      },
    };
  };

  test("stops a class at 3 MB / 3 - 400 KB = 600 KB, once, and lets it go there", () => {
    const { at, noted, hold } = owner();
    hold(3, 599_999);
    expect(at.sent).toEqual([]);
    hold(3, 600_000);
    hold(3, 700_000);
    at.clock.runTo(us(2));
    expect([at.stopped(1), at.sent.length]).toEqual([1 << 3, 1]);
    hold(3, 600_001);
    hold(3, 600_000);
    at.clock.runTo(us(4));
    expect([at.stopped(1), at.sent.length]).toEqual([0, 2]);
    expect(noted).toEqual([
      [3, true, 600_000],
      [3, false, 600_000],
    ]);
  });

  test("where packets repeat it, each that comes while the class is to stop sends another: the peer stands again when the first ran out", () => {
    const { at, hold } = owner({ repeat: "packet", hold: us(5) });
    hold(3, 600_000);
    at.clock.runTo(us(8));
    expect(at.stopped(1)).toBe(0);
    hold(3, 601_000);
    at.clock.runTo(us(10));
    expect(at.stopped(1)).toBe(1 << 3);
  });

  test("xoff and xon are taken as given, whatever follows", () => {
    const { at, hold } = owner({ xoff: 1_000_000, xon: 250_000 });
    hold(4, 999_999);
    expect(at.sent).toEqual([]);
    hold(4, 1_000_000);
    hold(4, 250_001);
    at.clock.runTo(us(2));
    expect(at.stopped(1)).toBe(1 << 4);
    hold(4, 250_000);
    at.clock.runTo(us(4));
    expect(at.stopped(1)).toBe(0);
  });

  test("classes that are not lossless do not stop", () => {
    const { at, hold } = owner();
    hold(1, 2e6);
    expect(at.sent).toEqual([]);
  });

  test("memory that what may follow fills, 1.2 MB, is refused, with the least that does", () => {
    expect(() => owner({}, 1_200_000)).toThrow("expected memory of 1.2 MB or more, got");
    expect(() => owner({ xoff: 1000 }, 1_200_000)).not.toThrow();
  });

  test("without such a port it hears no packets", () => {
    expect(Object.keys(create(defaults(params), new LinkBench({ ports: 2 }).view))).toEqual([
      "frames",
      "pause",
      "resume",
      "onFrame",
      "addState",
      "leak",
    ]);
  });
});
