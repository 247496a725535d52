/** The search for a flow, port, host or switch. The chosen one is pinned to the charts. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { tab } from "../state/page.ts";
import { pinnedFlows, pinnedPorts, toggleFlow, togglePort } from "../state/pins.ts";
import { done } from "../state/runs.ts";
import { portName } from "../measure/ports.ts";
import { selectedPort } from "../state/selected.ts";
import { found, type Found } from "./found.ts";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SearchDialog({ isOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  const at = useSignal(0);
  // The dialog opens before the next frame. Otherwise, the letters that the user types meanwhile would act as keys of
  // the page.
  useLayoutEffect(() => {
    if (!isOpen) return;
    text.value = "";
    at.value = 0;
    dialog.current?.showModal();
  }, [isOpen]);
  const [first] = done.value;
  // Enter may come before the results of the last letters are drawn, so its handler calls this function again.
  const results = (): readonly Found[] => (isOpen && first !== undefined ? found(first.view, text.value) : []);
  const some = results();
  const take = (one: Found | undefined): void => {
    if (one === undefined) return;
    choose(one);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} class="search" aria-label="search" onClose={onClose} data-testid="search">
      <label>
        Flow, port, host or switch
        <input
          value={text.value}
          placeholder="h3 h7, or sw0-h0, or 12"
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            at.value = 0;
          }}
          onKeyDown={(event) => {
            const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
            if (by !== 0) {
              event.preventDefault();
              at.value = Math.max(0, Math.min(some.length - 1, at.value + by));
            } else if (event.key === "Enter") {
              // The dialog closes at once, and the focus returns to the element that had it before. Without
              // `preventDefault`, the same Enter would also press this element.
              event.preventDefault();
              take(results()[at.value]);
            }
          }}
        />
      </label>
      <ul>
        {some.map((one, k) => (
          <li key={`${one.kind} ${one.number}`}>
            <button type="button" class={k === at.value ? "current" : ""} onClick={() => take(one)}>
              <span class="kind">{one.kind}</span> {one.name}
            </button>
          </li>
        ))}
      </ul>
      <p class="soft">
        {text.value === ""
          ? "A flow is added to the chart of goodputs. A port gets a chart of its own."
          : some.length === 0
            ? "No flow, port, host or switch has this name. Try a part of a name, such as h3."
            : "Choose with ↑ ↓ and Enter."}
      </p>
    </dialog>
  );
}

/** Adds the selected search result to the charts: a flow to the chart of goodputs, or a new chart for a port. */
function choose({ kind, number, name }: Found): void {
  const [first] = done.value;
  const { fabric } = first.view;
  if (kind === "flow") {
    if (!pinnedFlows.value.includes(number)) toggleFlow(number, done.value);
    tab.value = "flows";
    return;
  }
  // For a host, the charts show the switch port that leads to it. For a switch, they show its first port.
  const port =
    kind === "port" ? name : portName(fabric, kind === "host" ? fabric.peer[fabric.base[number]] : fabric.base[number]);
  if (!pinnedPorts.value.includes(port)) togglePort(port);
  selectedPort.value = port;
  tab.value = "ports";
}
