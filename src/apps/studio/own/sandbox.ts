/**
 * Runs the worker for scenarios with user policies in a frame without an origin (`sandbox.html`). So code from a link
 * has no access to this page, its storage or the network.
 */
import workerUrl from "../lab/worker.ts?worker&url";
import type { Asked, WorkerMessage } from "../lab/messages.ts";

/** The parts of a worker's interface that the page uses. A worker in the sandboxed frame has the same interface. */
export interface LabWorker {
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  postMessage(message: Asked | "stop"): void;
  terminate(): void;
}

let code: Promise<string> | undefined;

async function load(): Promise<string> {
  const answer = await fetch(workerUrl);
  if (!answer.ok) throw new Error(`The simulator could not be loaded (status ${answer.status}). Reload the page.`);
  return answer.text();
}

export function sandboxed(): LabWorker {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = new URL("sandbox.html", document.baseURI).href;
  frame.title = "sandbox of your own policies";
  frame.hidden = true;
  const { port1: port, port2: theirs } = new MessageChannel();
  const worker: LabWorker = {
    onmessage: null,
    onerror: null,
    // The port stores messages until the worker listens.
    postMessage: (message) => {
      port.postMessage(message);
    },
    terminate: () => {
      window.removeEventListener("message", onFailure);
      port.close();
      frame.remove();
    },
  };
  function onFailure({ source, data }: MessageEvent<unknown>): void {
    if (source === frame.contentWindow) worker.onerror?.({ message: String(data) });
  }
  port.onmessage = (event: MessageEvent<WorkerMessage>) => worker.onmessage?.(event);
  window.addEventListener("message", onFailure);
  code ??= load();
  code.then(
    (text) => {
      frame.onload = () => frame.contentWindow?.postMessage(text, "*", [theirs]);
      document.body.append(frame);
    },
    (error: unknown) => worker.onerror?.({ message: String(error) }),
  );
  return worker;
}
