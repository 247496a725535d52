/** Copies a link to what the page shows. The address bar has the same link. */
import { useSignal } from "@preact/signals";

export function ShareButton() {
  const isCopied = useSignal(false);
  const share = async (): Promise<void> => {
    // If the browser denies the clipboard, the user can still copy the link from the address bar.
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    isCopied.value = true;
    setTimeout(() => void (isCopied.value = false), 3000);
  };
  return (
    <button
      type="button"
      onClick={() => void share()}
      title="copy a link to these scenarios and to what the page shows of them; the address bar shows it too"
    >
      <span aria-live="polite">{isCopied.value ? "Link copied" : "Share"}</span>
    </button>
  );
}
