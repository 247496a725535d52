/**
 * Draws the fabric of two runs. The colour of a link shows whether it was paused for longer or for less time in the
 * second run. Its width shows by how much.
 */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { FabricCanvas } from "../fabric/fabric-canvas.tsx";
import { linksAt, sceneOfChange } from "../fabric/scene.ts";
import { openPod, togglePod } from "../fabric/visible.ts";
import { timeText } from "../format.ts";
import type { RunView } from "../lab/messages.ts";
import type { DoneRun } from "../state/runs.ts";
import { pausedTime, portName, portNamed } from "../measure/ports.ts";

interface Props {
  readonly a: DoneRun;
  readonly b: DoneRun;
}

export function DifferenceFabric({ a, b }: Props) {
  const change = useMemo(() => changeOf(a.view, b.view), [a, b]);
  const scene = useMemo(() => sceneOfChange(a.view, change, openPod.value), [a, change, openPod.value]);
  const words = useSignal("");
  const { fabric } = a.view;
  /**
   * Says how the paused time of a port changed from run `a` to run `b`. The port is at the nearer end of the link under
   * the pointer. If several links are drawn as one, the text has the sum over their ports.
   */
  const wordsOf = (port: number): string => {
    const links = linksAt(scene, port);
    const ns = links.reduce((sum, one) => sum + change[fabric.peer[one]], 0);
    const name =
      links.length > 1 ? `${links.length} links such as ${portName(fabric, links[0])}` : portName(fabric, port);
    return `${name}: ${ns === 0 ? `paused for the same time under ${b.name}` : `paused ${timeText(Math.abs(ns))} ${ns > 0 ? "longer" : "less"} under ${b.name}`}`;
  };
  return (
    <div class="fabric" data-testid="difference fabric">
      <FabricCanvas
        scene={scene}
        label={`difference of the time paused, from ${a.name} to ${b.name}`}
        onPort={(port) => void (words.value = port === undefined ? "" : wordsOf(port))}
        onClick={(port) => void (words.value = wordsOf(port))}
        onPod={togglePod}
      />
      <p class="stopped soft">
        {words.value === ""
          ? `Blue half of a link: the port at this end was paused for less time under ${b.name}. Red: for more time.`
          : words.value}
      </p>
    </div>
  );
}

/**
 * By ingress port of the first run: the change of the time for which it paused its upstream port, in ns. Positive:
 * longer in the second run. 0 if the second run lacks this port.
 */
function changeOf(a: RunView, b: RunView): Float64Array {
  const [before, after] = [pausedTime(a), pausedTime(b)];
  return before.map((ns, port) => {
    const other = portNamed(b.fabric, portName(a.fabric, port));
    return other === undefined ? 0 : after[other] - ns;
  });
}
