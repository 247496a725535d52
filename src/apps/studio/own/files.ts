/**
 * The user's files that scenarios can name: policies, topologies and traffic kinds. Files from a link run only after
 * the user allows it.
 */
import { computed, effect, signal } from "@preact/signals";
import type { OwnModule } from "xoff";
import type { OwnFile } from "./file.ts";
import type { Linked } from "./link-worker.ts";

export const files = signal<readonly OwnFile[]>([]);
/**
 * True if the files are allowed to run. Files that the user opens or writes here are allowed. Files from a link need
 * the user's consent.
 */
export const isAllowed = signal(true);

/** The files compiled to modules. Undefined while the compilation runs, or if the files are not allowed to run. */
export const modules = signal<readonly OwnModule[] | undefined>(undefined);
/** The error message for the files. Empty if they have no error. */
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

/** The newest text of a file. Undefined if no file has this name. */
export const textOf = (wanted: string): string | undefined => files.peek().find(({ name }) => name === wanted)?.text;

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
  // The compiler has a worker of its own, because it is large. Only pages with user files load it.
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
    done({ failed: message || "The compiler for these files could not be loaded. Reload the page." });
  };
  worker.postMessage(some);
});
