/** Scenarios that the user edits side by side. After a run, each has its own column of results. */
import { computed, signal } from "@preact/signals";
import { askLab } from "../lab/client.ts";
import type { Checked } from "../lab/messages.ts";
import { modules } from "../own/files.ts";

export interface Draft {
  /** Unique name, such as "DT 2" or "SPFC". */
  readonly name: string;
  readonly text: string;
}

/** Maximum number of columns. More would be too narrow to compare. */
export const MAX_DRAFTS = 4;

export const drafts = signal<readonly Draft[]>([]);
export const current = signal(0);
/** The origin of the scenarios, such as "spfc/fig4", and what to observe in them. */
export const source = signal<{ readonly title: string; readonly about: string }>({ title: "", about: "" });
export const draft = computed<Draft | undefined>(() => drafts.value[current.value]);

/** The worker's check of the current scenario. Undefined while the check runs. */
export const checked = signal<Checked | undefined>(undefined);

export function openDrafts(some: readonly Draft[], from: { readonly title: string; readonly about: string }): void {
  drafts.value = some.slice(0, MAX_DRAFTS);
  current.value = 0;
  source.value = from;
  recheck(0);
}

export function edit(text: string): void {
  drafts.value = drafts.value.map((one, k) => (k === current.value ? { ...one, text } : one));
  recheck(250);
}

export function rename(name: string): void {
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
  drafts.value = drafts.value.filter((_, other) => other !== k);
  choose(Math.min(current.value, drafts.value.length - 1));
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Checks the current text once the user has not typed for `after` ms. */
function recheck(after: number): void {
  clearTimeout(timer);
  checked.value = undefined;
  timer = setTimeout(() => {
    const text = draft.value?.text;
    if (text === undefined) return;
    askLab<Checked>({ what: "check", text, own: modules.value }).then(
      (answer) => {
        if (draft.value?.text === text) checked.value = answer;
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        const remark = { severity: "error", line: 0, column: 0, path: "", message } as const;
        checked.value = {
          ...{ remarks: [remark], cycles: [], hosts: 0, switches: 0, untilNs: 0 },
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
