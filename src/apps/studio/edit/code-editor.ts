/**
 * The text editor for scenarios and policies: CodeMirror with completion and with underlined mistakes. The page loads
 * it on demand.
 *
 * The editor is in a shadow root, where CodeMirror can use style sheets made by script. The page's security policy
 * forbids style elements.
 */
import { autocompletion, completionKeymap, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Remark } from "../lab/messages.ts";
import { outsideComments } from "./complete.ts";

export interface CodeEditor {
  readonly setText: (text: string) => void;
  readonly setRemarks: (remarks: readonly Remark[]) => void;
  readonly destroy: () => void;
}

interface Options {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly language: "yaml" | "typescript";
  readonly complete: CompletionSource;
  /** Name of the field for users of a screen reader. */
  readonly label: string;
  readonly isReadOnly?: boolean;
}

export function mountEditor(host: HTMLElement, options: Options): CodeEditor {
  const { text, onChange, language, complete, label, isReadOnly = false } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  /** True while the page itself replaces the text. Such a change is not reported as an edit. */
  let isOurs = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...[lineNumbers(), history(), highlightActiveLine(), indentOnInput(), indentUnit.of("  ")],
        language === "yaml" ? yaml() : javascript({ typescript: true }),
        ...[syntaxHighlighting(COLOURS), THEME, EditorView.lineWrapping, EditorState.readOnly.of(isReadOnly)],
        autocompletion({ override: [outsideComments(complete)], activateOnTyping: true, icons: false }),
        // The Tab key has no binding. So it moves the focus out of the editor, as in any other field.
        keymap.of([...completionKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isOurs) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (changed) => {
      if (view.state.doc.toString() === changed) return;
      isOurs = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: changed } });
      isOurs = false;
    },
    setRemarks: (remarks) => {
      view.dispatch(
        setDiagnostics(
          view.state,
          remarks.filter(({ line }) => line > 0).map((remark) => diagnosticOf(remark, view.state.doc)),
        ),
      );
    },
    destroy: () => view.destroy(),
  };
}

/** The text that an error or a warning underlines: from its position to the end of the word or value there. */
function diagnosticOf({ line, column, severity, message }: Remark, doc: Text): Diagnostic {
  const at = doc.line(Math.max(1, Math.min(line, doc.lines)));
  const from = Math.min(at.from + Math.max(0, column - 1), at.to);
  const word = /^[^\s,}\]#]*/.exec(doc.sliceString(from, at.to))?.[0].length ?? 0;
  return { from, to: Math.max(from + word, Math.min(from + 1, at.to)), severity, message };
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--code-value)" },
  { tag: [tags.keyword, tags.typeName, tags.number, tags.bool], color: "var(--code-key)" },
  { tag: tags.comment, color: "var(--soft)" },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: "var(--soft)" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": {
    fontFamily: ["ui-monospace", "'SF Mono'", "Menlo", "Consolas", "monospace"].join(", "),
    lineHeight: "1.55",
  },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--rule)",
    borderRadius: "6px",
    maxWidth: "28rem",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { padding: "6px 10px", fontFamily: "system-ui, sans-serif" },
  ".cm-diagnostic": { fontFamily: "system-ui, sans-serif", borderLeftWidth: "3px" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad) 1.5px", backgroundImage: "none" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--warn) 1.5px", backgroundImage: "none" },
});
