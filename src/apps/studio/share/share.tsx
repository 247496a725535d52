/** Makes a link to what the page shows, and opens such a link. */
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
    // If the browser denies the clipboard, the user can still copy the link from the address bar.
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    isTold.value = true;
    setTimeout(() => void (isTold.value = false), 3000);
  };
  return (
    <button
      type="button"
      onClick={() => void share()}
      title="copy a link to these scenarios; the address bar shows it too"
    >
      <span aria-live="polite">{isTold.value ? "Link copied" : "Share"}</span>
    </button>
  );
}

/** Opens the story or the scenarios that the page's address contains. Only a story runs at once, because its scenarios are part of xoff. */
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
    notice.value =
      `This link cannot be opened: ${error instanceof Error ? error.message : String(error)}. Ask its author for a ` +
      "new link.";
  }
}
