/** The current scenario as editable text. */
import { useEffect, useRef } from "preact/hooks";
import { askLab } from "../lab/client.ts";
import { modules } from "../own/files.ts";
import { checked, draft, edit } from "../state/drafts.ts";
import type { CodeEditor } from "./code-editor.ts";
import { completeFrom, type Schema } from "./complete.ts";

let schema: Promise<Schema> | undefined;
const schemaOnce = (): Promise<Schema> => (schema ??= askLab<Schema>({ what: "schema", own: modules.value }));
// The schema contains the user's own policies. When these change, it is requested again.
modules.subscribe(() => void (schema = undefined));

export function Editor() {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const text = draft.value?.text ?? "";
  const remarks = checked.value?.remarks;

  useEffect(() => {
    let isGone = false;
    void import("./code-editor.ts").then(({ mountEditor }) => {
      if (isGone || host.current === null) return;
      editor.current = mountEditor(host.current, {
        ...{ text: draft.value?.text ?? "", onChange: edit, language: "yaml", label: "scenario, as YAML" },
        complete: completeFrom(schemaOnce),
      });
      editor.current.setRemarks(checked.value?.remarks ?? []);
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);
  // Uses the newest text of the draft, because the user may have typed since this component was drawn.
  useEffect(() => editor.current?.setText(draft.peek()?.text ?? ""), [text]);
  useEffect(() => {
    if (remarks !== undefined) editor.current?.setRemarks(remarks);
  }, [remarks]);

  return <div class="editor" ref={host} data-testid="editor" />;
}
