import { describe, expect, test } from "vitest";
import { headroomBench, type HeadroomBench } from "../../batch/suites/views.ts";
import { eta } from "../../theory/headroom.ts";
import { gbps, us } from "../../base/units.ts";
import {
  FOOTROOM,
  HEADROOM,
  NOTHING,
  PORT,
  QUEUE,
  REFUSED,
  type HeadroomPolicy,
  type HeadroomView,
} from "../../contracts/headroom.ts";
import { create } from "./dsh.ts";

const base = { size: undefined, mtu: undefined, rule: "exact", resumeOffset: 0 } as const;

describe("eta, of which each port has one", () => {
  test("by equation 1 at 100G, 2 us, MTU 1500: 2 (25,000 + 1500) + 3840 = 56,840 B; 32 ports: 1,818,880 B, with 1 class or 7", () => {
    const reserved = (lossless: number[]): number =>
      create({ ...base, rule: "equation-1" }, headroomBench({ ports: 32, lossless, maxFrame: 1500 }).view).reserved[0];
    expect(eta(gbps(100), us(2), 1500)).toBe(56_840);
    expect([reserved([3]), reserved([1, 2, 3, 4, 5, 6, 7])]).toEqual([56_840 * 32, 56_840 * 32]);
  });

  test("by h* with a queue's frame before the port's, 84 B more: 1062 + (2164 + 168 + 50,000 + 3840) 1062/1082 = 56,196 B", () => {
    expect(create(base, headroomBench({ ports: 1 }).view).reserved[0]).toBe(56_196);
  });

  test("each port's by its own link: 100G with 1 us and 9 us set aside 31,658 B and 227,961 B", () => {
    const { view } = headroomBench({ ports: 2, delay: (port) => (port === 0 ? us(1) : us(9)) });
    expect(create(base, view).reserved[0]).toBe(31_658 + 227_961);
  });

  test("a size of one's own, 30 KB, is every port's: 4 ports, 2 classes: 120 KB", () => {
    expect(create({ ...base, size: 30_000 }, headroomBench({ lossless: [3, 4] }).view).reserved[0]).toBe(120_000);
  });
});

/** Port 0 with classes 3 and 4, eta 3000 B, 4096 B private; a pool of 100,000 B. */
interface Bench extends HeadroomBench {
  readonly policy: HeadroomPolicy;
  /** Sets the shared bytes of classes 3 and 4, and the other bytes in the pool. */
  readonly hold: (three: number, four: number, others?: number) => void;
}

function bench(more: Partial<HeadroomView> = {}, resumeOffset = 0): Bench {
  const at = headroomBench({ lossless: [3, 4], private: 4096, ...more });
  at.pool.capacity = 100_000;
  const hold = (three: number, four: number, others = 0): void => {
    at.held[3] = three === 0 ? 0 : 4096 + three;
    at.held[4] = four === 0 ? 0 : 4096 + four;
    at.pool.used = three + four + others;
  };
  return { ...at, policy: create({ ...base, size: 3000, resumeOffset }, at.view), hold };
}

describe("where a packet goes", () => {
  test("into the private segment and then the pool, however high the queue stands against its threshold: T restricts by PAUSE alone", () => {
    const { policy, hold } = bench();
    hold(50_000, 0);
    expect(policy.place(3, 1000, 0)).toBe(FOOTROOM);
  });

  test("into insurance when the pool has no room for it: 99,001 + 1000 > 100,000", () => {
    const { policy, hold } = bench();
    hold(9000, 0, 90_000);
    expect(policy.place(3, 1000, 0)).toBe(FOOTROOM);
    hold(9000, 0, 90_001);
    expect(policy.place(3, 1000, 0)).toBe(HEADROOM);
  });

  test("a packet that straddles the private segment needs the pool for the part beyond alone: 96 B of 1000", () => {
    const { policy, held, pool } = bench();
    held[3] = 3192;
    pool.used = pool.capacity - 96;
    expect(policy.place(3, 1000, 0)).toBe(FOOTROOM);
    pool.used++;
    expect(policy.place(3, 1000, 0)).toBe(HEADROOM);
  });

  test("all of a port in POFF goes to insurance, though the pool has room, but for the private segment", () => {
    const { policy, hold, held } = bench();
    hold(20_000, 20_000);
    expect(policy.pauses(3, 20_000) & PORT).toBe(PORT);
    expect([policy.place(3, 1000, 20_000), policy.place(4, 1000, 20_000)]).toEqual([HEADROOM, HEADROOM]);
    held[4] = 3096;
    expect([policy.place(4, 1000, 20_000), policy.place(4, 1001, 20_000)]).toEqual([FOOTROOM, HEADROOM]);
    expect(policy.place(8 + 3, 1000, 20_000)).toBe(FOOTROOM); // port 1
  });

  test("insurance is the port's, all classes together: 1500 + 500 of 3000 leave 1000 B, and a byte more is refused", () => {
    const { policy, hold, stored } = bench();
    hold(50_000, 50_000);
    stored[3] = 1500;
    stored[4] = 500;
    stored[8 + 3] = 3000; // another port's
    expect(policy.place(3, 1000, 0)).toBe(HEADROOM);
    expect(policy.place(4, 1001, 0)).toBe(REFUSED);
  });
});

describe("QOFF: one class stops, threshold 20,000 B", () => {
  test("X_qoff = 20,000 - 3000 = 17,000 shared bytes: not at it, a byte above it", () => {
    const { policy, hold } = bench();
    hold(17_000, 0);
    expect(policy.pauses(3, 20_000)).toBe(NOTHING);
    hold(17_001, 0);
    expect(policy.pauses(3, 20_000)).toBe(QUEUE);
    expect(policy.pauses(4, 20_000)).toBe(NOTHING);
  });

  test("goes at X_qoff again, the paper's X_qon = X_qoff; 5000 B below it with such an offset", () => {
    const { policy, hold } = bench();
    hold(17_001, 0);
    expect(policy.resumes(3, 20_000) & QUEUE).toBe(NOTHING);
    hold(17_000, 0);
    expect(policy.resumes(3, 20_000) & QUEUE).toBe(QUEUE);
    const later = bench({}, 5000);
    later.hold(12_001, 0);
    expect(later.policy.resumes(3, 20_000) & QUEUE).toBe(NOTHING);
    later.hold(12_000, 0);
    expect(later.policy.resumes(3, 20_000) & QUEUE).toBe(QUEUE);
  });

  test("where T is below eta X_qoff is 0, not negative: who holds anything shared stops, who holds nothing goes", () => {
    const { policy, hold } = bench();
    hold(1, 0);
    expect(policy.pauses(3, 2999) & QUEUE).toBe(QUEUE);
    hold(0, 0);
    expect([policy.pauses(3, 2999), policy.resumes(3, 2999) & QUEUE]).toEqual([NOTHING, QUEUE]);
  });
});

describe("POFF: the port stops, threshold 20,000 B, two classes", () => {
  test("X_poff = 2 * 20,000: 39,999 shared bytes of the port are below it, 40,000 are not, however they are divided", () => {
    for (const three of [0, 10_000, 39_000]) {
      const { policy, hold } = bench();
      hold(three, 39_999 - three);
      expect(policy.pauses(4, 20_000) & PORT).toBe(NOTHING);
      hold(three, 40_000 - three);
      expect(policy.pauses(4, 20_000) & PORT).toBe(PORT);
    }
  });

  test("a queue above X_qoff and its port at X_poff: both verdicts at once, and a port in POFF says so at every packet", () => {
    const { policy, hold } = bench();
    hold(40_000, 0);
    expect(policy.pauses(3, 20_000)).toBe(QUEUE | PORT);
    hold(0, 10);
    expect(policy.pauses(4, 20_000)).toBe(PORT);
  });

  test("with anything in insurance the port stops, whatever the thresholds", () => {
    const { policy, hold, stored } = bench();
    hold(100, 0);
    stored[3] = 64;
    expect(policy.pauses(3, 20_000)).toBe(PORT);
  });

  test("a port that holds nothing shared is not stopped because others have filled the pool: T = 0", () => {
    const { policy, hold, held } = bench();
    hold(0, 0, 100_000);
    held[3] = 1000; // private
    expect(policy.pauses(3, 0)).toBe(NOTHING);
  });

  test("goes below X_poff only with its insurance empty, so that the next stop finds all 3000 B of it", () => {
    const { policy, hold, stored } = bench();
    hold(40_000, 0);
    stored[4] = 1;
    policy.pauses(3, 20_000);
    hold(10_000, 0);
    expect(policy.resumes(3, 20_000) & PORT).toBe(NOTHING);
    stored[4] = 0;
    hold(40_000, 0);
    expect(policy.resumes(3, 20_000) & PORT).toBe(NOTHING);
    hold(39_999, 0);
    expect(policy.resumes(3, 20_000) & PORT).toBe(PORT);
    expect(policy.place(3, 1000, 20_000)).toBe(FOOTROOM);
  });

  test("the offset is off X_poff too: 40,000 - 5000, below it", () => {
    const { policy, hold } = bench({}, 5000);
    hold(40_000, 0);
    policy.pauses(3, 20_000);
    hold(35_000, 0);
    expect(policy.resumes(3, 20_000) & PORT).toBe(NOTHING);
    hold(34_999, 0);
    expect(policy.resumes(3, 20_000) & PORT).toBe(PORT);
  });

  test("with nothing shared left it goes, though T has sunk to 0", () => {
    const { policy, hold } = bench();
    hold(40_000, 0);
    policy.pauses(3, 20_000);
    hold(0, 0, 100_000);
    expect(policy.resumes(3, 0) & PORT).toBe(PORT);
  });

  test("the two stand by themselves: a queue goes while its port stays, and a port while its queue stays", () => {
    const { policy, hold, stored } = bench();
    hold(40_000, 0);
    expect(policy.pauses(3, 20_000)).toBe(QUEUE | PORT);
    stored[3] = 1;
    hold(10_000, 0);
    expect(policy.resumes(3, 20_000)).toBe(QUEUE);
    stored[3] = 0;
    hold(30_000, 0);
    expect(policy.resumes(3, 20_000)).toBe(PORT);
  });

  test("the buffer policy may set X_poff: where it says 25,000 B, 24,999 are below it and 25,000 are not", () => {
    const { policy, hold } = bench({ portThreshold: () => 25_000 });
    hold(10_000, 14_999);
    expect(policy.pauses(4, 20_000) & PORT).toBe(NOTHING);
    hold(10_000, 15_000);
    expect(policy.pauses(4, 20_000) & PORT).toBe(PORT);
  });

  test("classes that PFC does not protect count for nothing: 80,000 B of class 5 stop neither it nor the port", () => {
    const { policy, hold, held } = bench();
    hold(10_000, 0, 80_000);
    held[5] = 80_000;
    expect(policy.pauses(3, 20_000)).toBe(NOTHING);
  });
});

test("when the pool grows for all, every stopped queue is asked", () => {
  expect(bench().policy.resumeAsks).toBe("every queue");
});
