// The script of the frame in which user policies run (sandbox.html). The frame has no origin, so it has no access to
// the page, its storage or the network. The script starts the lab's worker from its text, and gives it the port to the
// page. Removing the frame ends the worker.
//
// Another site may open sandbox.html as a page of its own. Such a page has the origin of its server, so the script
// starts nothing there.
if (origin === "null")
  addEventListener(
    "message",
    ({ data, ports }) => {
      const script = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      // Without an origin a worker cannot be a module, but may import one.
      const start = `import("${script(data)}").then(() => postMessage(""), (error) => postMessage(String(error)));`;
      const worker = new Worker(script(start), { name: "xoff" });
      worker.onmessage = ({ data: failure }) => {
        if (failure === "") worker.postMessage("port", [ports[0]]);
        else parent.postMessage(failure, "*");
      };
      worker.onerror = ({ message }) => parent.postMessage(message, "*");
    },
    { once: true },
  );
