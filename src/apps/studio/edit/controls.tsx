/**
 * Form controls for a scenario, made from the parameter tables. Each role has a menu of policies, and each number has a
 * slider with its unit and range.
 */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { spelled } from "../format.ts";
import type { EntryRow, GroupRow, ParamRow } from "../lab/catalogue.ts";
import { askLab } from "../lab/client.ts";
import type { Chosen, ChosenEntry } from "../lab/messages.ts";
import { modules } from "../own/files.ts";
import { checked, draft } from "../state/drafts.ts";
import type { Knob } from "./knobs.ts";
import { put } from "./put.ts";
import { fromPlace, placeOf, STEPS } from "./slider-scale.ts";

const groups = signal<readonly GroupRow[]>([]);
/** The last valid values. They stay visible while the worker checks a changed text, so the controls do not flicker. */
const lastChosen = signal<Chosen | undefined>(undefined);

export function Controls() {
  const own = modules.value;
  useEffect(() => {
    // The catalogue also lists the user's own policies, once the user has allowed them to run.
    askLab<GroupRow[]>({ what: "catalogue", own }).then(
      (rows) => {
        if (modules.peek() === own) groups.value = rows;
      },
      () => {}, // the old catalogue stays visible, and the scenario's remarks show the error
    );
  }, [own]);
  const chosen = checked.value === undefined ? lastChosen.value : checked.value.chosen;
  if (checked.value !== undefined) lastChosen.value = chosen;
  if (chosen === undefined) return <p class="soft">The scenario has an error. Correct the text to see the controls.</p>;
  return (
    <div class="controls">
      <FirstKnobs />
      {groups.value.map((group) => {
        const isRole = group.section === "policies";
        const entry = isRole
          ? chosen.policies[group.title]
          : group.section === "topologies"
            ? chosen.topology
            : undefined;
        if (entry === undefined) return null;
        const path = isRole ? ["policies", group.title] : ["topology"];
        return <GroupControls key={group.title} group={group} entry={entry} path={path} canChange={isRole} />;
      })}
    </div>
  );
}

/**
 * The quantities in the text of the scenario that the page offers as input fields. `knobs.ts` is loaded only with the
 * controls, because it needs the large YAML library.
 */
const knobs = signal<readonly Knob[]>([]);

function FirstKnobs() {
  const text = draft.value?.text ?? "";
  useEffect(() => {
    let isOld = false;
    void import("./knobs.ts").then(({ knobsOf }) => {
      const found = knobsOf(text);
      // While the user types, the text may be invalid for a moment. Then the last valid amounts stay visible.
      if (!isOld && found.length > 0) knobs.value = found;
    });
    return () => {
      isOld = true;
    };
  }, [text]);
  return (
    <details class="group" open>
      <summary title="the values that most users change first">
        <span class="role">scenario</span>
        <b>traffic, memory, time and seed</b>
      </summary>
      {knobs.value.map(({ label, path, value }) => (
        <div class="knob" key={path.join(".")}>
          <label for={path.join("-")}>{label}</label>
          <TextField id={path.join("-")} value={value} placeholder="default" set={(to) => void put(path, to, "")} />
        </div>
      ))}
    </details>
  );
}

interface TextFieldProps {
  readonly value: string;
  readonly placeholder: string;
  readonly id?: string;
  readonly class?: string;
  readonly "aria-label"?: string;
  readonly set: (value: number | string) => void;
}

/** A field for a number or an amount with its unit. An empty text changes nothing. */
function TextField({ value, set, ...more }: TextFieldProps) {
  /**
   * The text in the field while it differs from the scenario. Rendering the component again for another reason must not
   * replace this text.
   */
  const typed = useSignal<string | undefined>(undefined);
  useEffect(() => void (typed.value = undefined), [value]);
  return (
    <input
      {...more}
      value={typed.value ?? value}
      onInput={({ currentTarget }) => void (typed.value = currentTarget.value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim();
        if (text === "") typed.value = undefined;
        else set(/^[\d.e+-]+$/.test(text) ? Number(text) : text);
      }}
    />
  );
}

interface GroupProps {
  readonly group: GroupRow;
  readonly entry: ChosenEntry;
  readonly path: readonly string[];
  readonly canChange: boolean;
}

function GroupControls({ group, entry, path, canChange }: GroupProps) {
  const row = group.entries.find(({ name }) => name === entry.name);
  const label = canChange ? group.title : "topology";
  return (
    <details class="group">
      <summary title={group.about}>
        <span class="role">{label}</span>
        {canChange ? <PolicyMenu group={group} entry={entry} path={path} /> : <b>{entry.name}</b>}
        <span class="soft">{row?.about}</span>
      </summary>
      {row?.params.map((param) => (
        <ParamControl key={param.name} param={param} entry={entry} row={row} path={[...path, param.name]} />
      ))}
      {row?.params.length === 0 ? <p class="soft">No parameters.</p> : null}
    </details>
  );
}

function PolicyMenu({ group, entry, path }: Omit<GroupProps, "canChange">) {
  return (
    <select
      aria-label={`${group.title} policy`}
      value={entry.name}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget }) => void put(path, currentTarget.value, entry.name)}
    >
      {group.entries.some(({ name }) => name === entry.name) ? null : <option value={entry.name}>{entry.name}</option>}
      {group.entries.map(({ name, about }) => (
        <option key={name} value={name} title={about}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface ParamProps {
  readonly param: ParamRow;
  readonly entry: ChosenEntry;
  readonly row: EntryRow;
  readonly path: readonly string[];
}

function ParamControl({ param, entry, row, path }: ParamProps) {
  const value = entry.values[param.name];
  const set = (changed: unknown): void => void put(path, changed, row.name);
  const title = `${param.about} Source: ${param.source}.`;
  const id = path.join("-");
  return (
    <div class="param" title={title}>
      <label for={id}>{param.name}</label>
      {param.unit === "flag" ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
      ) : param.unit === "choice" ? (
        <select id={id} value={String(value)} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {param.choices?.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <NumberControl id={id} param={param} value={typeof value === "number" ? value : undefined} set={set} />
      )}
    </div>
  );
}

interface NumberProps {
  readonly id: string;
  readonly param: ParamRow;
  readonly value: number | undefined;
  readonly set: (value: unknown) => void;
}

function NumberControl({ id, param, value, set }: NumberProps) {
  const { min = 0, max = 1, unit } = param;
  const usual = typeof param.default === "number" ? param.default : undefined;
  const shown = value ?? usual;
  const scale = { min, max, usual, isWhole: unit !== "ratio" };
  const text = shown === undefined ? "" : spelled(shown, unit);
  return (
    <>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS}
        value={shown === undefined ? 0 : placeOf(shown, scale)}
        aria-valuetext={text === "" ? (param.derived ?? "") : text}
        onChange={({ currentTarget }) => set(asWritten(fromPlace(Number(currentTarget.value), scale), unit))}
      />
      <TextField
        class="value"
        aria-label={`${param.name}, from ${spelled(min, unit)} to ${spelled(max, unit)}`}
        placeholder={param.derived ?? ""}
        value={text}
        set={set}
      />
    </>
  );
}

/** The value as a scenario spells it, with its unit if the parameter has one. */
const asWritten = (value: number, unit: string): unknown => {
  const text = spelled(value, unit);
  return text === String(value) ? value : text;
};
