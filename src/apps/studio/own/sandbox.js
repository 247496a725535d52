/**
 * Starts the lab's worker for scenarios with the user's own policies, in a frame without an origin (`sandbox.html`). Code from a link has no
 * access to the page, its storage or the network there.
 */
import workerUrl from "../lab/worker.ts?worker&url";
let code;
async function load() {
  const answer = await fetch(workerUrl);
  if (!answer.ok) throw new Error(`the lab's worker could not be loaded: ${answer.status}`);
  return answer.text();
}
export function sandboxed() {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = new URL("sandbox.html", document.baseURI).href;
  frame.title = "where policies of one's own run";
  frame.hidden = true;
  const { port1: port, port2: theirs } = new MessageChannel();
  const worker = {
    onmessage: null,
    onerror: null,
    // The port queues messages until the worker listens.
    postMessage: (message) => {
      port.postMessage(message);
    },
    terminate: () => {
      window.removeEventListener("message", onFailure);
      port.close();
      frame.remove();
    },
  };
  function onFailure({ source, data }) {
    if (source === frame.contentWindow) worker.onerror?.({ message: String(data) });
  }
  port.onmessage = (event) => worker.onmessage?.(event);
  window.addEventListener("message", onFailure);
  code ??= load();
  code.then(
    (text) => {
      frame.onload = () => frame.contentWindow?.postMessage(text, "*", [theirs]);
      document.body.append(frame);
    },
    (error) => worker.onerror?.({ message: String(error) }),
  );
  return worker;
}
