/** Resets the views of the results to their first state when other scenarios or runs are opened. */
import { compared } from "../difference/compared.ts";
import { showAllEvents } from "../events/show.ts";
import { showWholeFabric } from "../fabric/visible.ts";
import { tab } from "../state/page.ts";
import { unpinAll } from "../state/pins.ts";
import { selectedPort } from "../state/selected.ts";

export function showFirstView(): void {
  unpinAll();
  showAllEvents();
  showWholeFabric();
  compared.value = [0, 1];
  selectedPort.value = undefined;
  tab.value = "ports";
}
