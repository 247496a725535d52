/**
 * The tab for the user's own files. The user creates a file from a template of xoff or opens one, and edits it here.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { put } from "../edit/put.ts";
import { checked } from "../state/drafts.ts";
import { CodeField } from "./code-field.tsx";
import { FILE_NAME, MAX_FILES, type OwnFile } from "./file.ts";
import { files, flaw, isAllowed, isLinking, putFile, removeFile } from "./files.ts";

interface Template {
  readonly role: string;
  readonly text: string;
}

const templates = signal<readonly Template[]>([]);
/** Name of the file in the editor. */
const chosen = signal("");
/** Maximum size of a file in bytes. */
const MAX_BYTES = 400_000;

async function loadTemplates(): Promise<void> {
  if (templates.value.length > 0) return;
  templates.value = (await (await fetch(new URL("policies.json", document.baseURI))).json()) as Template[];
}

/** Creates a new file from the role's template, with a name that is not in use. */
function begin(role: string): void {
  const text = templates.value.find((one) => one.role === role)?.text ?? "";
  let name = `my-${role}.ts`;
  for (let k = 2; files.value.some((one) => one.name === name); k++) name = `my-${role}-${k}.ts`;
  putFile({ name, text: text.replaceAll("./FILE", `./${name}`) });
  chosen.value = name;
}

async function open(file: File): Promise<void> {
  if (!FILE_NAME.test(file.name)) flaw.value = `${file.name}: expected a file that ends in .ts or .js.`;
  else if (file.size > MAX_BYTES) flaw.value = `${file.name}: expected at most 400 KB, found ${file.size} bytes.`;
  else {
    putFile({ name: file.name, text: await file.text() });
    chosen.value = file.name;
  }
}

export function PoliciesTab() {
  useEffect(() => void loadTemplates(), []);
  const file = files.value.find(({ name }) => name === chosen.value) ?? files.value[0];
  const isFull = files.value.length >= MAX_FILES;
  return (
    <div class="policies">
      <p class="soft">
        A scenario uses your own policy by the name of its file, as in <code>congestion: ./my-congestion.ts</code>.
      </p>
      {isAllowed.value ? (
        <p class="row">
          <select
            aria-label="create a file from a template"
            value=""
            disabled={isFull}
            onChange={({ currentTarget }) => {
              begin(currentTarget.value);
              currentTarget.value = "";
            }}
          >
            <option value="" disabled>
              New from template …
            </option>
            {templates.value.map(({ role }) => (
              <option key={role}>{role}</option>
            ))}
          </select>
          <label class="file">
            Open a file
            <input
              type="file"
              accept=".ts,.mts,.js,.mjs"
              disabled={isFull}
              onChange={({ currentTarget }) => {
                const [one] = currentTarget.files ?? [];
                if (one !== undefined) void open(one);
              }}
            />
          </label>
        </p>
      ) : null}
      {file === undefined ? null : (
        <>
          <div class="row">
            <select
              aria-label="file"
              value={file.name}
              onChange={({ currentTarget }) => void (chosen.value = currentTarget.value)}
            >
              {files.value.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            {isAllowed.value ? (
              <button type="button" onClick={() => removeFile(file.name)}>
                Remove
              </button>
            ) : null}
            {isAllowed.value ? <UseIt file={file} /> : null}
          </div>
          <CodeField
            file={file}
            flaw={flaw.value === "" ? mistakeOf(file) : flaw.value}
            isReadOnly={!isAllowed.value}
            onChange={(text) => putFile({ name: file.name, text }, file.name)}
          />
        </>
      )}
      {isLinking.value ? <p class="soft">Reading …</p> : null}
    </div>
  );
}

/** The first error of the scenario's check that names a place in this file. Empty if there is none. */
const mistakeOf = ({ name }: OwnFile): string =>
  checked.value?.remarks.find(({ message }) => message.includes(`${name}:`))?.message ?? "";

/** A button that puts the file into the current scenario, in the role that the file declares. */
function UseIt({ file: { name, text } }: { readonly file: OwnFile }) {
  const role = /^export const role = "([\w-]+)"/m.exec(text)?.[1];
  const chosen = checked.value?.chosen?.policies;
  if (role === undefined || chosen === undefined || !Object.hasOwn(chosen, role)) return null;
  if (chosen[role].name === `./${name}`) return <span class="soft">in use as {role}</span>;
  return (
    <button type="button" onClick={() => void put(["policies", role], `./${name}`, role)}>
      Use it as {role}
    </button>
  );
}

/** Asks for the user's consent to run the code that a shared web link contains. The code does not run without consent. */
export function CodeNotice({ onLook }: { readonly onLook: () => void }) {
  if (isAllowed.value) return null;
  const names = files.value.map(({ name }) => name).join(", ");
  return (
    <div class="code" role="region" aria-label="code of this link" data-testid="code">
      <p>
        <b>This link contains code: {names}.</b> The code has not run. With your consent it runs in a sandbox without
        access to this page, its storage or the network. It can still be slow or compute wrong results.
      </p>
      <p class="row">
        <button type="button" onClick={onLook}>
          Read it
        </button>
        <button type="button" class="main" onClick={() => void (isAllowed.value = true)}>
          Let it run
        </button>
      </p>
    </div>
  );
}
