/**
 * Replaces the parts of Node that the type remover (@swc/wasm-typescript) imports, with functions of the browser. scripts/studio.mjs tells
 * Vite to use this file.
 */

export const { TextDecoder, TextEncoder } = globalThis;

/** Decodes base64, the only use of Buffer. */
export const Buffer = {
  from: (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
};
