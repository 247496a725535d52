/**
 * The fabric of a scenario before it runs. It shows the links, the load offered to each, and possible deadlocks:
 * circles of queues that may wait for each other.
 */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { countText, shareText } from "../format.ts";
import type { Checked } from "../lab/messages.ts";
import { circleText, portName, portNamed } from "../measure/ports.ts";
import { FabricCanvas } from "./fabric-canvas.tsx";
import { FabricTools } from "./fabric-tools.tsx";
import { linksAt, sceneBefore } from "./scene.ts";
import { openPod, togglePod } from "./visible.ts";

interface Props {
  readonly fabric: NonNullable<Checked["fabric"]>;
  readonly cycles: Checked["cycles"];
}

export function Preview({ fabric: { wired, loads, longLived }, cycles }: Props) {
  const circles = useMemo(() => cycles.map((cycle) => portsOf(wired, cycle)), [wired, cycles]);
  const scene = useMemo(
    () => sceneBefore(wired, loads, circles.slice(0, 1), openPod.value),
    [wired, loads, circles, openPod.value],
  );
  const words = useSignal("");
  const isLoaded = loads.some((one) => one > 0);
  const load = (pointedAt: number): string => {
    const ports = linksAt(scene, pointedAt);
    const [port] = ports;
    if (ports.length > 1) {
      const sum = ports.reduce((all, one) => all + loads[one], 0);
      return `${ports.length} links such as ${portName(wired, port)}: mean offered load ${shareText(sum / ports.length)} of their rate`;
    }
    return `${portName(wired, port)}: offered load ${shareText(loads[port])} of its rate; reverse direction ${shareText(loads[wired.peer[port]])}`;
  };
  return (
    <div class="fabric preview" data-testid="preview">
      <FabricTools fabric={wired} bundles={scene.bundles} />
      <FabricCanvas
        scene={scene}
        label="the fabric, before the run"
        onPort={(port) => void (words.value = port === undefined ? "" : load(port))}
        onClick={(port) => void (words.value = load(port))}
        onPod={togglePod}
      />
      <p class="stopped soft">
        {words.value === ""
          ? `${scene.bundles === undefined ? "" : "Click a group to open its pod. "}${isLoaded ? "A thicker line is a link with a higher offered load. The fill of a host is the load that it offers." : "The links between hosts and switches."}${circles.length === 0 ? " The routes cannot deadlock." : ""}`
          : words.value}
      </p>
      {longLived === 0 ? null : (
        <p class="soft">
          The offered load leaves out{" "}
          {longLived === 1 ? "1 long-lived flow" : `${countText(longLived)} long-lived flows`}.
        </p>
      )}
      {circles.length === 0 ? null : (
        <p class="warning">
          The routes can deadlock (dashed). Each queue may wait for the next one: {circleText(wired, circles[0])}.
          {circles.length > 1 ? ` There are ${countText(circles.length)} such circles.` : ""}
        </p>
      )}
    </div>
  );
}

/** Converts a cycle of links to port numbers. Each link is named by its direction, such as "leaf1 to spine0". */
const portsOf = (fabric: Props["fabric"]["wired"], cycle: readonly string[]): number[] =>
  cycle.flatMap((direction) => portNamed(fabric, direction.replace(" to ", "-")) ?? []);
