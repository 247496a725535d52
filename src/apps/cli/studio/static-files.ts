/**
 * The static files of a folder as a web server sends them. A file is read once, and compressed once for each encoding.
 *
 * A changed file is read again, so a new build needs no restart of the server.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
};

type Encoding = "br" | "gzip";

/** Quality 5 compresses 1 MB in about 25 ms. The best quality needs 2 s for an output that is only a tenth smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const compress: Readonly<Record<Encoding, (data: Buffer) => Promise<Buffer>>> = {
  br: (data) => promisify(brotliCompress)(data, QUALITY),
  gzip: promisify(gzip),
};

/** A file as a response: its own headers, and its body in the encoding that they name. */
export interface StaticResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export class StaticFiles {
  private readonly root: string;
  private readonly read = new Map<string, StaticFile>();

  constructor(folder: string) {
    this.root = realpathSync(folder);
  }

  /** The file at a URL's path, or undefined if the folder contains no such file. */
  find(url: string): StaticFile | undefined {
    try {
      const path = decodeURIComponent(new URL(url, "http://127.0.0.1").pathname);
      const file = realpathSync(join(this.root, path.endsWith("/") ? `${path}index.html` : path));
      const stat = statSync(file);
      if (!file.startsWith(this.root + sep) || !stat.isFile()) return undefined;
      const version = `${stat.mtimeMs} ${stat.size}`;
      const known = this.read.get(file);
      if (known?.version === version) return known;
      const fresh = new StaticFile(relative(this.root, file).replaceAll(sep, "/"), readFileSync(file), version);
      this.read.set(file, fresh);
      return fresh;
    } catch {
      return undefined;
    }
  }
}

export class StaticFile {
  /** The path below the folder, such as "assets/index-CNKjbs-G.js". */
  readonly name: string;
  /** Time of change and size of the file on disk. A change shows that the copy in memory is out of date. */
  readonly version: string;
  private readonly data: Buffer;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();
  /** Headers of every response for this file, also of "304 Not Modified". */
  readonly headers: Readonly<Record<string, string>>;

  constructor(name: string, data: Buffer, version: string) {
    this.name = name;
    this.version = version;
    this.data = data;
    this.headers = {
      // The bundler puts files into assets/ under names with a hash of their content (scripts/studio.mjs).
      "Cache-Control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      // A weak tag is the same for all encodings.
      ETag: `W/"${createHash("sha256").update(data).digest("base64url")}"`,
      Vary: "Accept-Encoding",
    };
  }

  /** True if the request header `If-None-Match` names this content, so the browser already has the file. */
  isKnown(ifNoneMatch = ""): boolean {
    const tag = (text: string): string => text.trim().replace(/^W\//, "");
    return ifNoneMatch.split(",").some((one) => tag(one) === "*" || tag(one) === tag(this.headers.ETag));
  }

  /** The response in the best encoding that the request header `Accept-Encoding` permits. */
  async response(acceptEncoding?: string): Promise<StaticResponse> {
    const encoding = bestEncoding(acceptEncoding);
    const body = encoding === undefined ? this.data : await this.inEncoding(encoding);
    return {
      headers: {
        ...this.headers,
        ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
        "Content-Type": TYPES[extname(this.name)] ?? "application/octet-stream",
        "Content-Length": String(body.length),
      },
      body,
    };
  }

  private inEncoding(encoding: Encoding): Promise<Buffer> {
    const known = this.compressed.get(encoding) ?? compress[encoding](this.data);
    this.compressed.set(encoding, known);
    return known;
  }
}

/** Brotli if permitted, otherwise gzip, otherwise none. "br;q=0" forbids an encoding. */
function bestEncoding(acceptEncoding = ""): Encoding | undefined {
  const permitted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(",")
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.replace(/;.*/, "").trim()),
  );
  return (["br", "gzip"] as const).find((encoding) => permitted.has(encoding));
}
