import { describe, expect, test } from "vitest";
import { headroomBench } from "../../batch/suites/views.ts";
import { FOOTROOM, HEADROOM, NOTHING, QUEUE, REFUSED } from "../../contracts/headroom.ts";
import { gbps } from "../../base/units.ts";
import { createHeadroom, headroomLimit, RESERVE } from "./headroom.ts";

test.each([
  [100, 1000, 37_500],
  [400, 1000, 150_000],
  [25, 1000, 9375],
  [10, 123, 459], // 153.75 B are truncated to 153 before the multiplication by three
  [100, 0, 0],
  [1600, 100_000_000, 60_000_000_000], // rate * delay = 1.6e20 needs more than the 53 bits of a double
])("at %iG and %i ns a queue has three times the bytes on the wire, in whole bytes: %i", (rate, delay, bytes) => {
  expect(headroomLimit(gbps(rate), delay)).toBe(bytes);
});

const bench = () => {
  const at = headroomBench({ ports: 2, private: RESERVE });
  return { ...at, policy: createHeadroom(Float64Array.of(37_500, 150_000), at.view) };
};

test("what is set aside is one queue's headroom a port, whatever the number of classes: 187,500 B", () => {
  expect(bench().policy.reserved[0]).toBe(187_500);
});

describe("where a packet of 1000 B goes, threshold 10,000 B", () => {
  test("up to 4096 B into the reserve, beyond it into the pool up to the threshold, then into headroom", () => {
    const { policy, held } = bench();
    const place = (bytes: number): number => {
      held[3] = bytes;
      return policy.place(3, 1000, 10_000);
    };
    expect(place(3096)).toBe(FOOTROOM);
    expect(place(RESERVE + 9000)).toBe(FOOTROOM);
    expect(place(RESERVE + 9001)).toBe(HEADROOM);
  });

  test("in the reserve whatever the threshold: a threshold of 0 sends to headroom only what goes beyond 4096 B", () => {
    const { policy, held } = bench();
    held[3] = 3096;
    expect(policy.place(3, 1000, 0)).toBe(FOOTROOM);
    held[3] = 3097;
    expect(policy.place(3, 1000, 0)).toBe(HEADROOM);
  });

  test("refused only when it fits neither: headroom over its limit, and the packet over the threshold", () => {
    const { policy, held, stored } = bench();
    held[3] = RESERVE + 9001;
    stored[3] = 36_500;
    expect(policy.place(3, 1000, 10_000)).toBe(HEADROOM);
    stored[3] = 36_501;
    expect(policy.place(3, 1000, 10_000)).toBe(REFUSED);
    held[3] = RESERVE + 9000;
    expect(policy.place(3, 1000, 10_000)).toBe(FOOTROOM);
  });

  test("below the threshold a packet goes into the pool even while headroom is in use", () => {
    const { policy, held, stored } = bench();
    held[3] = RESERVE + 100;
    stored[3] = 20_000;
    expect(policy.place(3, 1000, 10_000)).toBe(FOOTROOM);
  });

  test("each port has its own limit: 149,000 B of headroom are full at port 0 and not at port 1", () => {
    const { policy, held, stored } = bench();
    held[3] = held[11] = RESERVE + 10_000;
    stored[3] = stored[11] = 149_000;
    expect([policy.place(3, 1000, 10_000), policy.place(11, 1000, 10_000)]).toEqual([REFUSED, HEADROOM]);
  });
});

describe("who must stop and who may go, threshold 10,000 B", () => {
  test("stop at shared = threshold, and with anything in headroom", () => {
    const { policy, held, stored } = bench();
    held[3] = RESERVE + 9999;
    expect(policy.pauses(3, 10_000)).toBe(NOTHING);
    held[3] = RESERVE + 10_000;
    expect(policy.pauses(3, 10_000)).toBe(QUEUE);
    held[3] = 0;
    stored[3] = 1;
    expect(policy.pauses(3, 10_000)).toBe(QUEUE);
  });

  test("a threshold of 0 stops even an empty queue: 0 >= 0", () => {
    expect(bench().policy.pauses(3, 0)).toBe(QUEUE);
  });

  test("go with headroom empty and shared + 3072 <= threshold, or nothing shared", () => {
    const { policy, held, stored } = bench();
    held[3] = RESERVE + 6928;
    expect(policy.resumes(3, 10_000)).toBe(QUEUE);
    held[3] = RESERVE + 6929;
    expect(policy.resumes(3, 10_000)).toBe(NOTHING);
    held[3] = RESERVE;
    expect(policy.resumes(3, 0)).toBe(QUEUE);
    stored[3] = 1;
    expect(policy.resumes(3, 10_000)).toBe(NOTHING);
  });

  test("only the queue whose packet left is asked", () => {
    expect(bench().policy.resumeAsks).toBe("own queue");
  });
});
