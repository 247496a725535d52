/**
 * The type remover (@swc/wasm-typescript) imports Node modules. This file exports browser functions with the same
 * names. scripts/studio.mjs puts it in their place.
 */

export const { TextDecoder, TextEncoder } = globalThis;

/** Decodes base64. The type remover uses Buffer for nothing else. */
export const Buffer = {
  from: (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
};
