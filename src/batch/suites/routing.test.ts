/** Tests that the contract of routing policies finds mistakes in policies that hold packets. */
import { expect, test } from "vitest";

import { defaults, defineParams, type PolicyModule } from "../../base/params.ts";
import { Stream } from "../../base/random.ts";
import { us } from "../../base/units.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";
import * as conweave from "../../policies/routing/conweave.ts";
import { FLOWS, HoldingBench } from "./holding-bench.ts";
import { routingChecks } from "./routing.ts";

type Release = "by a timer" | "by the next packet" | "never" | "only one by a timer" | "a packet that it does not hold";

/** Holds every second packet of a flow until the next one arrives, or for 50 us. `release` leaves out a part of this. */
const holding = (release: Release, chargesHeld = false): PolicyModule<RoutingView, RoutingPolicy> => ({
  about: "holds every second packet",
  params: defineParams({}),
  create(_, view) {
    const count = new Int32Array(FLOWS);
    const timer = view.timer((flow) => {
      view.release(flow, release === "only one by a timer" ? 1 : undefined);
    });
    return {
      ...(chargesHeld && { chargesHeld: true }),
      choose: (_here, flow, _reverse, _to, _ports, _from, n) => flow % n,
      holds(_port, packet, flow) {
        if (release === "a packet that it does not hold") view.forward(packet + 1);
        if (++count[flow] % 2 === 1) {
          if (release === "by a timer") timer.arm(flow, view.now + us(50));
          return true;
        }
        if (release === "only one by a timer") timer.arm(flow, view.now + us(50));
        else if (release !== "never") view.release(flow);
        return release === "only one by a timer";
      },
    };
  },
});

function errorOf(module: PolicyModule<RoutingView, RoutingPolicy>): string | undefined {
  const check = routingChecks(module).find(({ name }) => name.startsWith("releases each packet that it holds"));
  try {
    check?.run();
    return undefined;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

test.each([false, true])("a policy that releases by a timer passes, with chargesHeld: %s", (chargesHeld) => {
  expect(errorOf(holding("by a timer", chargesHeld))).toBeUndefined();
});

test.each<Release>(["never", "by the next packet", "only one by a timer"])("release %s is found", (release) => {
  for (const chargesHeld of [false, true])
    expect(errorOf(holding(release, chargesHeld))).toMatch(
      /expected view\.release for each held packet within 100 ms of the last arrival, got \d+ still held of flow [01]\. Release them by a timer, since the packet that they wait for may be lost\./,
    );
});

test("forwarding a packet that is not held is found", () => {
  expect(errorOf(holding("a packet that it does not hold"))).toContain(
    "expected view.forward with a held packet, got 2. Pass the packet of the hook holds, or one that it held.",
  );
});

test("ConWeave holds packets on these paths", () => {
  const source = new Stream(1, 1, 2);
  const delays = [us(1), us(20), us(5), us(9)];
  const bench = new HoldingBench(
    (view) => conweave.create(defaults(conweave.params), view),
    { delays, loss: 0.01 },
    source,
  );
  for (let k = 0; k < 300; k++) {
    bench.send(k % FLOWS);
    bench.clock.runTo(bench.clock.now + us(0.5));
  }
  expect(bench.holds).toBeGreaterThan(20);
});
