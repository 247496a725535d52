/** Completion for policies: the members of the contract of the file's role, with their types and meanings. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { optionsFor, type Contracts } from "./contract-members.ts";

let contracts: Promise<Contracts> | undefined;

const contractsOnce = (): Promise<Contracts> =>
  (contracts ??= fetch(new URL("contracts.json", document.baseURI)).then(
    async (response) => (await response.json()) as Contracts,
  ));

export async function completeContract(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/);
  const before = context.state.sliceDoc(Math.max(0, (word?.from ?? 0) - 1), word?.from ?? 0);
  // Without a letter or a dot before the cursor, the list appears only on request.
  if (word === null || (word.from === word.to && before !== "." && !context.explicit)) return null;
  return {
    from: word.from,
    options: optionsFor(await contractsOnce(), context.state.doc.toString()),
    validFor: /^[\w$]*$/,
  };
}
