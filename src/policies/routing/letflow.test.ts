import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { stream } from "../../base/random.ts";
import { us } from "../../base/units.ts";
import { create, params } from "./letflow.ts";

const PORTS = Int32Array.of(4, 5, 6, 7);

/** How often each of 4 paths was used by `packets` packets of a flow. `apart` is the time between two packets. */
function spread(packets: number, apart: number): number[] {
  const clock = new Clock();
  const draws = stream(1, "test");
  const policy = create(
    defaults(params),
    routingView(clock, 2009, 2, () => draws.next()),
  );
  const count = [0, 0, 0, 0];
  for (let packet = 0; packet < packets; packet++) {
    count[policy.choose(2009, 0, false, 1000, PORTS, 0, 4, packet)]++;
    clock.runTo(clock.now + apart);
  }
  return count;
}

test("4,000 packets 101 us apart, T_fl 100 us, 4 paths: each path about 1,000, within 4 x 27.4", () => {
  // Standard deviation: sqrt(4,000 * 1/4 * 3/4) = 27.4.
  for (const packets of spread(4000, us(101))) expect(Math.abs(packets - 1000)).toBeLessThan(4 * 27.4);
});

test("99 us apart: all on one path; so too at exactly T_fl, 100 us", () => {
  expect(spread(4000, us(99)).filter((packets) => packets > 0)).toEqual([4000]);
  expect(spread(4000, us(100)).filter((packets) => packets > 0)).toEqual([4000]);
});

test("a path that is no candidate any more is left at once, whatever the gap", () => {
  const policy = create(
    defaults(params),
    routingView(new Clock(), 2009, 2, () => 0.9),
  );
  expect(policy.choose(2009, 0, false, 1000, PORTS, 0, 4, 1)).toBe(3);
  expect(policy.choose(2009, 0, false, 1000, Int32Array.of(4, 5, 6), 0, 3, 2)).toBe(2);
});

test("a path that stands elsewhere among other candidates is kept within the gap", () => {
  const policy = create(
    defaults(params),
    routingView(new Clock(), 2009, 2, () => 0.6),
  );
  expect(policy.choose(2009, 0, false, 1000, PORTS, 0, 4, 1)).toBe(2); // port 6
  expect(policy.choose(2009, 0, false, 1000, PORTS, 2, 1, 2)).toBe(0);
  expect(policy.choose(2009, 0, false, 1000, PORTS, 0, 4, 3)).toBe(2);
});
