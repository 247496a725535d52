/**
 * The type remover (@swc/wasm-typescript) imports Node modules. This file exports browser functions with the same
 * names. In the build of the studio, scripts/studio.mjs puts this file in the place of the Node modules.
 */

export const { TextDecoder, TextEncoder } = globalThis;

/** Decodes base64. The type remover uses Buffer for nothing else. */
export const Buffer = {
  from: (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
};
