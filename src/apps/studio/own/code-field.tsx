/** The editor for one of the user's files. It underlines the place of an error. */
import { useEffect, useRef } from "preact/hooks";
import type { CodeEditor } from "../edit/code-editor.ts";
import type { Remark } from "../lab/messages.ts";
import { completeContract } from "./contract-completion.ts";
import type { OwnFile } from "./file.ts";
import { textOf } from "./files.ts";

interface Props {
  readonly file: OwnFile;
  /** The error message for the files. Empty if they have no error. */
  readonly flaw: string;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

export function CodeField({ file: { name, text }, flaw, isReadOnly, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    let isGone = false;
    void import("../edit/code-editor.ts").then(({ mountEditor }) => {
      if (isGone || host.current === null) return;
      editor.current = mountEditor(host.current, {
        ...{ text, language: "typescript", label: `code of ${name}`, isReadOnly, complete: completeContract },
        onChange: (changed) => change.current(changed),
      });
      editor.current.setRemarks(remarksOf(flaw, name));
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [name, isReadOnly]);
  // Uses the newest text of the file, because the user may have typed since this component was drawn.
  useEffect(() => editor.current?.setText(textOf(name) ?? text), [text]);
  useEffect(() => editor.current?.setRemarks(remarksOf(flaw, name)), [flaw, name]);
  return <div class="editor" ref={host} data-testid="code editor" />;
}

/**
 * The error as a remark at the place that its message names, such as "(my-congestion.ts:23:1)" or "(my-congestion.ts:23)".
 * Empty if the place is in another file or missing.
 */
export function remarksOf(flaw: string, file: string): Remark[] {
  const [, name, line, column = "1"] = /\(([^():]+):(\d+)(?::(\d+))?\)/.exec(flaw) ?? [];
  if (name === undefined || name.replace(/^\.\//, "") !== file) return [];
  return [{ severity: "error", line: Number(line), column: Number(column), path: "", message: flaw }];
}
