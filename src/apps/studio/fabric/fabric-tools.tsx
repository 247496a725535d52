/** Buttons that zoom and move the drawing of a large fabric, and a menu that opens a pod. The keyboard reaches them too. */
import type { Fabric } from "../lab/messages.ts";
import { podNames, type Bundles } from "./bundles.ts";
import { isFabricZoomed, moveFabric, openPod, showWholeFabric, zoomFabric } from "./visible.ts";

interface Props {
  readonly fabric: Fabric;
  readonly bundles: Bundles | undefined;
}

/** The tools of a fabric that is drawn in groups. Smaller fabrics have none. */
export function FabricTools({ fabric, bundles }: Props) {
  if (bundles === undefined) return null;
  const names = podNames(fabric, bundles);
  const open = openPod.value < names.length ? openPod.value : -1;
  const isWhole = !isFabricZoomed.value;
  return (
    <p class="fabric-tools" role="group" aria-label="the fabric's visible part">
      <label>
        Pod{" "}
        <select value={open} onChange={({ currentTarget }) => void (openPod.value = Number(currentTarget.value))}>
          <option value={-1}>none</option>
          {names.map((name, pod) => (
            <option key={name} value={pod}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => zoomFabric(0.5)} aria-label="zoom the fabric in">
        +
      </button>
      <button type="button" onClick={() => zoomFabric(2)} disabled={isWhole} aria-label="zoom the fabric out">
        −
      </button>
      <button type="button" onClick={() => moveFabric(-0.5)} disabled={isWhole} aria-label="move the fabric left">
        ‹
      </button>
      <button type="button" onClick={() => moveFabric(0.5)} disabled={isWhole} aria-label="move the fabric right">
        ›
      </button>
      <button type="button" onClick={showWholeFabric} disabled={isWhole && open < 0}>
        Whole fabric
      </button>
    </p>
  );
}
