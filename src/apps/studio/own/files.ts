/** Files of one's own that scenarios call by name: policies, topologies, kinds of traffic. Nothing of what came with a link runs before somebody says so. */
import { computed, effect, signal } from "@preact/signals";
import type { OwnModule } from "xoff";
import type { OwnFile } from "./file.ts";
import type { Linked } from "./link-worker.ts";

export const files = signal<readonly OwnFile[]>([]);
/** May they run? Those that somebody brings or writes here may, those of a link once somebody has said so. */
export const isAllowed = signal(true);

/** The files as modules; undefined while they are being made, or where none may run. */
export const modules = signal<readonly OwnModule[] | undefined>(undefined);
/** What is wrong with them; "" nothing. */
export const flaw = signal("");
export const isLinking = computed(
  () => files.value.length > 0 && isAllowed.value && modules.value === undefined && flaw.value === "",
);

export function openFiles(some: readonly OwnFile[], allowed: boolean): void {
  isAllowed.value = allowed || some.length === 0;
  files.value = some;
}

export function putFile(file: OwnFile, instead?: string): void {
  const others = files.value.filter(({ name }) => name !== file.name || name === instead);
  files.value = others.some(({ name }) => name === instead)
    ? others.map((one) => (one.name === instead ? file : one))
    : [...others, file];
}

export function removeFile(wanted: string): void {
  files.value = files.value.filter(({ name }) => name !== wanted);
}

let underWay: Worker | undefined;
effect(() => {
  const some = files.value;
  underWay?.terminate();
  underWay = undefined;
  modules.value = undefined;
  flaw.value = "";
  if (some.length === 0 || !isAllowed.value) return;
  // Its own: what leaves types out is large, and loaded only for this.
  const worker = new Worker(new URL("./link-worker.ts", import.meta.url), { type: "module", name: "link" });
  underWay = worker;
  const done = (linked: Linked): void => {
    worker.terminate();
    if (underWay !== worker) return;
    if ("failed" in linked) flaw.value = linked.failed;
    else modules.value = linked.modules;
  };
  worker.onmessage = ({ data }: MessageEvent<Linked>) => {
    done(data);
  };
  worker.onerror = ({ message }) => {
    done({ failed: message || "what reads these files could not be loaded" });
  };
  worker.postMessage(some);
});
