/**
 * Serves the studio on the loopback interface: its static files, and the results in a folder.
 *
 * Its HTTP headers forbid requests to other hosts and foreign scripts. They allow threads to share memory.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FolderError } from "../../../batch/store/folder-error.ts";
import type { ResultsFolder } from "./results.ts";
import { StaticFiles, type StaticFile } from "./static-files.ts";

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; frame-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Threads of one run share memory. A browser allows shared memory only for a page that is isolated from other sites.
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

/**
 * Headers of result files. The studio's page shows these files. If the user opens a file directly, the headers prevent
 * the file from running scripts.
 */
const RESULTS_HEADERS = {
  ...HEADERS,
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};
const RESULTS = "/results/";

/** Headers for static files whose names match the pattern. They override those of `HEADERS`. */
const OWN: readonly (readonly [file: RegExp, headers: Readonly<Record<string, string>>])[] = [
  // sandbox.html is the frame that runs user policies. The header removes the frame's origin, so it cannot access the
  // page. The file itself states the hash of the only script that may run (scripts/studio.mjs).
  [/^sandbox\.html$/, { "Content-Security-Policy": "sandbox allow-scripts; frame-ancestors 'self'" }],
  // The worker that strips types from user policies uses WebAssembly, which needs 'wasm-unsafe-eval'.
  [
    /^assets\/link-worker-[\w-]+\.js$/,
    { "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" },
  ],
];

export interface Served {
  readonly server: Server;
  /** The studio's address, such as "http://127.0.0.1:40001/". */
  readonly url: string;
}

/** Serves the files of `folder`, and `results` if given. Rejects if the port is in use (`EADDRINUSE`) or not permitted. */
export async function serve(folder: string, port: number, results?: ResultsFolder): Promise<Served> {
  const files = new StaticFiles(folder);
  const server = createServer((request, response) => {
    answer(files, results, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

function answer(
  files: StaticFiles,
  results: ResultsFolder | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const refuse = (code: number): void => {
    response.writeHead(code, { ...HEADERS, "Content-Type": "text/plain" }).end();
  };
  if (request.method !== "GET" && request.method !== "HEAD") {
    refuse(405);
    return;
  }
  // Rejects requests under a foreign host name that resolves to this machine (DNS rebinding).
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "")) {
    refuse(403);
    return;
  }
  if (results !== undefined && request.url?.startsWith(RESULTS) === true) {
    void tell(results, request, response);
    return;
  }
  const file = files.find(request.url ?? "/");
  if (file === undefined) refuse(404);
  else void send(file, request, response);
}

/** Answers a request for a static file. */
async function send(file: StaticFile, { method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const own = { ...HEADERS, ...OWN.find(([name]) => name.test(file.name))?.[1] };
  if (file.isKnown(headers["if-none-match"])) {
    response.writeHead(304, { ...own, ...file.headers }).end();
    return;
  }
  const sent = await file.response(headers["accept-encoding"]?.toString());
  response.writeHead(200, { ...own, ...sent.headers }).end(method === "HEAD" ? undefined : sent.body);
}

/** Answers a request for results. A mistake is returned as text for the page to show. */
async function tell(
  results: ResultsFolder,
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (code: number, why = ""): void => {
    response.writeHead(code, { ...RESULTS_HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(why);
  };
  try {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const served = await results.answer(pathname.slice(RESULTS.length), searchParams);
    if (served === undefined) refuse(404);
    else
      response
        .writeHead(200, { ...RESULTS_HEADERS, "Content-Type": served.type })
        .end(method === "HEAD" ? "" : served.body);
  } catch (error) {
    if (error instanceof FolderError) refuse(404, error.message);
    else refuse(500, error instanceof Error ? error.message : String(error));
  }
}
