/**
 * Tests every meter of the simulation against its brute force. Each mutation of a meter must be detected
 * (test/meters/meter.ts).
 */
import { describe, expect, test } from "vitest";
import { acc } from "./meters/acc.ts";
import { busyTime } from "./meters/busy-time.ts";
import { congaSampled } from "./meters/conga-sampled.ts";
import { conga } from "./meters/conga.ts";
import { dcqcn } from "./meters/dcqcn.ts";
import { dctcp } from "./meters/dctcp.ts";
import { drill } from "./meters/drill.ts";
import { flowlets } from "./meters/flowlets.ts";
import { bifrostGrants } from "./meters/grants.ts";
import { headroomUse } from "./meters/headroom-use.ts";
import { hermesPaths } from "./meters/hermes-paths.ts";
import { hpcc } from "./meters/hpcc.ts";
import { int } from "./meters/int.ts";
import type { Meter } from "./meters/meter.ts";
import { plb } from "./meters/plb.ts";
import { portTables } from "./meters/port-tables.ts";
import { powertcp } from "./meters/powertcp.ts";
import { probeSamples } from "./meters/probes.ts";
import { queueHistogram } from "./meters/queue-histogram.ts";
import { rateHistory } from "./meters/rate-history.ts";
import { roundTrip } from "./meters/round-trip.ts";
import { series } from "./meters/series.ts";
import { spfc } from "./meters/spfc.ts";
import { stoppedTimes } from "./meters/stops.ts";
import { swing } from "./meters/swing.ts";
import { tcd } from "./meters/tcd.ts";
import { tcp } from "./meters/tcp.ts";
import { timely } from "./meters/timely.ts";

const meters: readonly Meter[] = [
  acc,
  busyTime,
  conga,
  congaSampled,
  dcqcn,
  dctcp,
  drill,
  flowlets,
  bifrostGrants,
  headroomUse,
  hermesPaths,
  hpcc,
  int,
  plb,
  portTables,
  powertcp,
  probeSamples,
  queueHistogram,
  rateHistory,
  roundTrip,
  series,
  spfc,
  stoppedTimes,
  swing,
  tcd,
  tcp,
  timely,
];

/** Loads the module, or a mutant of it (vitest.config.ts). */
const load = async (file: string, query = ""): Promise<never> =>
  (await import(/* @vite-ignore */ new URL(`../src/${file}`, import.meta.url).pathname + query)) as never;

describe.each(meters)("$file", ({ file, says, property, mutations }) => {
  test(says, async () => {
    property(await load(file));
  });

  test.each(mutations)("caught: %j, instead %j", async (...mutation) => {
    const mutant = await load(file, `?mutant=${encodeURIComponent(JSON.stringify(mutation))}`);
    expect(() => {
      property(mutant);
    }).toThrow();
  });
});
