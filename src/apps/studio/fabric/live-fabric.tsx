/** The fabric of a run in progress, with the queues and pauses of the run's last report. */
import { useMemo } from "preact/hooks";
import { countText } from "../format.ts";
import { checked } from "../state/drafts.ts";
import type { Run } from "../state/runs.ts";
import { portName } from "../measure/ports.ts";
import { FabricCanvas } from "./fabric-canvas.tsx";
import { FabricTools } from "./fabric-tools.tsx";
import { sceneBefore } from "./scene.ts";
import { sceneDuring } from "./scene-during.ts";
import { openPod, togglePod } from "./visible.ts";

interface Props {
  readonly run: Run & Required<Pick<Run, "fabric">>;
  /**
   * Number of queued bytes at which a switch is drawn as full. All runs have the same number, so their drawings can be
   * compared.
   */
  readonly fullQueue: number;
  /** True for the first run. The tools are above its drawing, and change the drawings of all runs. */
  readonly hasTools: boolean;
}

/** Number of paused ports that the line below the drawing names. */
const FEW_NAMED = 4;

export function LiveFabric({ run: { name, fabric, live }, fullQueue, hasTools }: Props) {
  const base = useMemo(() => {
    // Loads are known only for the scenario in the editor. The scenarios of the other columns are usually copies of it
    // with about the same loads. Equal loads give all columns the same layout.
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
