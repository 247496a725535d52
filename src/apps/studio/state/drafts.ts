/** Scenarios that the user edits side by side. After a run, each has its own column of results. */
import { computed, signal } from "@preact/signals";
import { askLab } from "../lab/client.ts";
import type { Checked } from "../lab/messages.ts";
import { modules } from "../own/files.ts";
import { MAX_DRAFTS } from "./limits.ts";
import type { Asked } from "../measure/answer.ts";

export interface Draft {
  /** Unique name, such as "DT 2" or "SPFC". */
  readonly name: string;
  readonly text: string;
}

export const drafts = signal<readonly Draft[]>([]);
export const current = signal(0);
/** The origin of the scenarios, such as "spfc/fig4", and what to observe in them. */
export interface Source {
  readonly title: string;
  readonly about: string;
  /** The measure that the figure asks about. Undefined for a user's scenario. */
  readonly asks?: Asked;
}

export const source = signal<Source>({ title: "", about: "" });
export const draft = computed<Draft | undefined>(() => drafts.value[current.value]);

/** The results of checking the current scenario's text. Undefined while the check is in progress. */
export const checked = signal<Checked | undefined>(undefined);

/** Increases when other scenarios are opened, but not when the user edits them. */
export const opening = signal(0);

export function openDrafts(some: readonly Draft[], from: Source): void {
  drafts.value = some.slice(0, MAX_DRAFTS);
  current.value = 0;
  source.value = from;
  opening.value++;
  opened = { drafts: drafts.value, current: 0 };
  past.value = [];
  future.value = [];
  recheck(0);
}

/** A copy of the open scenarios, for undoing a change. */
interface Snapshot {
  readonly drafts: readonly Draft[];
  readonly current: number;
}

let opened: Snapshot = { drafts: [], current: 0 };
const past = signal<readonly Snapshot[]>([]);
const future = signal<readonly Snapshot[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
/** True if the scenarios differ from those that were opened. */
export const isEdited = computed(() => drafts.value !== opened.drafts && past.value.length > 0);

/** Maximum number of changes that can be undone. */
const MAX_PAST = 200;
/** Changes of the same kind within this time (ms) are undone together, such as the letters of a word. */
const TOGETHER_MS = 1000;
let lastChange = { kind: "", at: -Infinity };

const snapshot = (): Snapshot => ({ drafts: drafts.value, current: current.value });

/** Name of the scenario that was removed by the last change. Empty if the last change was another one. */
export const removed = signal("");

/** Stores the scenarios before a change, so that the change can be undone. */
function remember(kind: string): void {
  const at = performance.now();
  const isSame = kind === lastChange.kind && at - lastChange.at < TOGETHER_MS && past.value.length > 0;
  lastChange = { kind, at };
  removed.value = "";
  if (!isSame) past.value = [...past.value, snapshot()].slice(-MAX_PAST);
  future.value = [];
}

function restore(some: Snapshot): void {
  removed.value = "";
  drafts.value = some.drafts;
  current.value = some.current;
  lastChange = { kind: "", at: -Infinity };
  recheck(0);
}

export function undo(): void {
  const before = past.value.at(-1);
  if (before === undefined) return;
  past.value = past.value.slice(0, -1);
  future.value = [snapshot(), ...future.value];
  restore(before);
}

export function redo(): void {
  const [after, ...others] = future.value;
  if (after === undefined) return;
  future.value = others;
  past.value = [...past.value, snapshot()];
  restore(after);
}

/** Returns to the scenarios as they were opened. `undo` brings the user's changes back. */
export function reset(): void {
  remember("reset");
  restore(opened);
}

export function edit(text: string): void {
  if (text === draft.value?.text) return;
  remember(`edit ${current.value}`);
  drafts.value = drafts.value.map((one, k) => (k === current.value ? { ...one, text } : one));
  recheck(250);
}

export function rename(name: string): void {
  remember(`rename ${current.value}`);
  drafts.value = drafts.value.map((one, k) => (k === current.value ? { ...one, name } : one));
}

export function choose(k: number): void {
  current.value = k;
  recheck(0);
}

/** Adds a copy of the current scenario, which the user can then change. */
export function duplicate(): void {
  const one = draft.value;
  if (one === undefined || drafts.value.length >= MAX_DRAFTS) return;
  remember("copy");
  drafts.value = [...drafts.value, { ...one, name: copyName(one.name) }];
  choose(drafts.value.length - 1);
}

/** A name for a copy that no other scenario has, such as "DT 2, copy" and then "DT 2, copy 2". */
function copyName(name: string): string {
  const base = name.replace(/, copy( \d+)?$/, "");
  const isTaken = (text: string): boolean => drafts.value.some((one) => one.name === text);
  let text = `${base}, copy`;
  for (let k = 2; isTaken(text); k++) text = `${base}, copy ${k}`;
  return text;
}

export function remove(k: number): void {
  if (drafts.value.length < 2) return;
  remember("remove");
  removed.value = drafts.value[k].name;
  drafts.value = drafts.value.filter((_, other) => other !== k);
  choose(Math.min(current.value, drafts.value.length - 1));
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Number of the newest check. Answers of older checks are ignored, because the text has changed since. */
let newest = 0;

/** Checks the current text once the user has not typed for `after` ms. */
function recheck(after: number): void {
  clearTimeout(timer);
  checked.value = undefined;
  const mine = ++newest;
  timer = setTimeout(() => {
    const text = draft.value?.text;
    if (text === undefined) return;
    askLab<Checked>({ what: "check", text, own: modules.value }).then(
      (answer) => {
        if (mine === newest) checked.value = answer;
      },
      (error: unknown) => {
        if (mine !== newest) return;
        const message = error instanceof Error ? error.message : String(error);
        const remark = { severity: "error", line: 0, column: 0, path: "", message } as const;
        checked.value = {
          ...{ remarks: [remark], cycles: [], overload: "", hosts: 0, switches: 0, untilNs: 0 },
          ...{ chosen: undefined, fabric: undefined },
        };
      },
    );
  }, after);
}

// The check of the text depends on the user's policies, so it is repeated when they change.
modules.subscribe(() => {
  recheck(0);
});
