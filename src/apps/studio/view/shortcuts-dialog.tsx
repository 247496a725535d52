/** The list of the page's keys. */
import { useEffect, useRef } from "preact/hooks";
import { SHORTCUTS } from "./keys.ts";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutsDialog({ isOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="shortcuts" aria-label="keys" onClose={onClose} data-testid="keys">
      <h2>Keys</h2>
      <table>
        <tbody>
          {SHORTCUTS.map(({ keys, about }) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <button type="button" class="main" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
