/** A link to what is being looked at, and the way back from one. */
import { useSignal } from "@preact/signals";
import { enter } from "../gallery/open.ts";
import { drafts, source } from "../state/drafts.ts";
import { notice } from "../state/page.ts";
import { files } from "../own/files.ts";
import { storyIn } from "../story/address.ts";
import { tellStory } from "../story/telling.ts";
import { fragmentOf, isShared, sharedIn } from "./fragment.ts";

export function ShareButton() {
  const isTold = useSignal(false);
  const share = async (): Promise<void> => {
    const { title, about } = source.value;
    const fragment = await fragmentOf({
      title: title.slice(0, 300),
      about: about.slice(0, 1200),
      drafts: drafts.value,
      files: files.value,
    });
    history.replaceState(null, "", fragment);
    // Where the clipboard may not be had, the address bar has it all the same.
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    isTold.value = true;
    setTimeout(() => void (isTold.value = false), 3000);
  };
  return (
    <button type="button" onClick={() => void share()} title="the scenarios in a link: it is in the address bar, too">
      <span aria-live="polite">{isTold.value ? "Link copied" : "Share"}</span>
    </button>
  );
}

/** Opens what the page's address holds, if it holds something. Nothing that came with it runs before somebody says so; a story's scenarios are ours. */
export async function openFromAddress(): Promise<void> {
  const named = storyIn(location.hash);
  if (named !== undefined) {
    await tellStory(named.story, named.place);
    return;
  }
  if (!isShared(location.hash)) return;
  try {
    const { title, about, drafts: some, files } = await sharedIn(location.hash);
    enter(some, title, about, files);
  } catch (error) {
    notice.value = `This link cannot be opened: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
