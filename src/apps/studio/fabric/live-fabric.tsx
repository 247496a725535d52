/** The fabric of a run in progress, with its queues and pauses of this moment. */
import { useMemo } from "preact/hooks";
import { countText } from "../format.ts";
import { checked } from "../state/drafts.ts";
import type { Run } from "../state/runs.ts";
import { portName } from "../view/ports.ts";
import { FabricCanvas } from "./fabric-canvas.tsx";
import { FabricTools } from "./fabric-tools.tsx";
import { sceneBefore } from "./scene.ts";
import { sceneDuring } from "./scene-during.ts";
import { openPod, togglePod } from "./visible.ts";

interface Props {
  readonly run: Run & Required<Pick<Run, "fabric">>;
  /** Number of queued bytes at which a switch is drawn as full. It is the same for all runs. */
  readonly fullQueue: number;
  /** True for the first run. Its tools are for all fabrics of the page. */
  readonly hasTools: boolean;
}

/** Number of paused ports that the line below the drawing names. */
const FEW_NAMED = 4;

export function LiveFabric({ run: { name, fabric, live }, fullQueue, hasTools }: Props) {
  const base = useMemo(() => {
    // The offered loads are known for the current scenario only. Its copies have about the same loads.
    const loads = checked.value?.fabric?.loads;
    const fits = loads?.length === fabric.node.length;
    return sceneBefore(fabric, fits ? loads : new Float32Array(fabric.node.length), [], openPod.value);
  }, [fabric, openPod.value]);
  const scene = useMemo(
    () => (live === undefined ? undefined : sceneDuring(base, live, fullQueue)),
    [base, live, fullQueue],
  );
  if (scene === undefined || live === undefined) return null;
  const paused = Array.from(live.paused.keys()).filter((port) => live.paused[port] !== 0);
  const named = paused.slice(0, FEW_NAMED).map((port) => portName(fabric, port));
  return (
    <div class="fabric" data-testid={`live ${name}`}>
      {hasTools ? <FabricTools fabric={fabric} bundles={scene.bundles} /> : null}
      <FabricCanvas
        scene={scene}
        label={`fabric of ${name} during the run`}
        onPort={() => {}}
        onClick={() => {}}
        onPod={togglePod}
      />
      <p class="stopped soft">
        {paused.length === 0
          ? "No port is paused now."
          : `${countText(paused.length)} paused now: ${named.join(", ")}${paused.length > FEW_NAMED ? " and others" : ""}.`}
      </p>
    </div>
  );
}
