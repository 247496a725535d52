/**
 * Encodes scenarios, and the user policies that they name, in the fragment of a link (`#s=...`). A browser never sends
 * the fragment to a server.
 *
 * The author of a link is not trusted, so each value's type and size are checked. A scenario from a link runs only when
 * the user presses Run. Its policies run only with the user's consent.
 */
import { FILE_NAME, MAX_FILES, type OwnFile } from "../own/file.ts";

export interface Shared {
  readonly title: string;
  readonly about: string;
  readonly drafts: readonly { readonly name: string; readonly text: string }[];
  /** The user's policies that the scenarios name. */
  readonly files: readonly OwnFile[];
}

const MARK = "#s=";
/** Maximum number of characters in a fragment. */
const MAX_CODED = 200_000;
/** Maximum number of characters in each text that a fragment contains. */
const MAX_TEXT = 1_000_000;
const MAX_DRAFTS = 4;
const MAX_NAME = 300;

/** The shared URL is incomplete or was not made by the studio. The message says what is wrong with the URL. */
export class LinkError extends Error {
  override name = "LinkError";
}

export const isShared = (fragment: string): boolean => fragment.startsWith(MARK);

export async function fragmentOf(shared: Shared): Promise<string> {
  const text = new Blob([JSON.stringify(shared)]);
  const packed = await new Response(text.stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return coded(new Uint8Array(packed));
}

/** Maximum length of a block of deflate that is stored without compression. */
const MAX_BLOCK = 65_535;

/**
 * The fragment without compression. A page that closes needs it at once and cannot wait for the compression. Undefined
 * if it is too long for an address.
 */
export function plainFragmentOf(shared: Shared): string | undefined {
  const text = new TextEncoder().encode(JSON.stringify(shared));
  const bytes: number[] = [];
  for (let from = 0; from < text.length; from += MAX_BLOCK) {
    const block = text.subarray(from, from + MAX_BLOCK);
    // The header of a stored block: whether it is the last one, its length, and the complement of its length.
    const [low, high] = [block.length & 255, block.length >> 8];
    bytes.push(Number(from + MAX_BLOCK >= text.length), low, high, ~low & 255, ~high & 255);
    for (const byte of block) bytes.push(byte);
  }
  const fragment = coded(Uint8Array.from(bytes));
  return fragment.length - MARK.length > MAX_CODED ? undefined : fragment;
}

function coded(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return MARK + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes a fragment. The promise rejects with `LinkError` if the fragment is invalid. */
export async function sharedIn(fragment: string): Promise<Shared> {
  const coded = fragment.slice(MARK.length);
  if (coded.length > MAX_CODED) throw new LinkError("it is longer than a link of the studio");
  if (!/^[\w-]+$/.test(coded)) throw new LinkError("it has characters that a link of the studio never has");
  return checked(await unpacked(coded));
}

async function unpacked(coded: string): Promise<unknown> {
  try {
    const letters = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return JSON.parse(await textOf(bytes));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError("it is truncated or was changed");
  }
}

/** Decompresses a text. It stops at the maximum length, because a few compressed bytes could expand to gigabytes. */
async function textOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= MAX_TEXT) continue;
    await reader.cancel();
    throw new LinkError("its content is larger than a scenario");
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most;

function checked(value: unknown): Shared {
  if (isMap(value) && isText(value["title"], MAX_NAME) && isText(value["about"], MAX_NAME * 4)) {
    const { title, about, drafts } = value;
    if (Array.isArray(drafts) && drafts.length > 0 && drafts.length <= MAX_DRAFTS) {
      const some = drafts.flatMap((draft: unknown) =>
        isMap(draft) && isText(draft["name"], MAX_NAME) && isText(draft["text"], MAX_TEXT)
          ? [{ name: draft["name"], text: draft["text"] }]
          : [],
      );
      if (some.length === drafts.length) return { title, about, drafts: some, files: filesOf(value["files"]) };
    }
  }
  throw new LinkError("it contains no scenarios");
}

/** The user's files in a link. Links of earlier versions have none. */
function filesOf(value: unknown = []): OwnFile[] {
  if (!Array.isArray(value) || value.length > MAX_FILES)
    throw new LinkError(`it contains no list of at most ${MAX_FILES} files`);
  const files = value.flatMap((file: unknown) =>
    isMap(file) && isText(file["name"], MAX_NAME) && FILE_NAME.test(file["name"]) && isText(file["text"], MAX_TEXT)
      ? [{ name: file["name"], text: file["text"] }]
      : [],
  );
  if (files.length < value.length || new Set(files.map(({ name }) => name)).size < files.length)
    throw new LinkError("it contains files that are not policy files");
  return files;
}
