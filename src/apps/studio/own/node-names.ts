/**
 * Browser functions in place of the Node modules that the type remover (@swc/wasm-typescript) imports.
 * scripts/studio.mjs substitutes this file for them.
 */

export const { TextDecoder, TextEncoder } = globalThis;

/** Decodes base64. The type remover uses Buffer for nothing else. */
export const Buffer = {
  from: (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
};
