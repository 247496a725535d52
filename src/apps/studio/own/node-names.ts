/** What the stripper of types (@swc/wasm-typescript) asks Node for, from what a page has. Vite puts it in Node's place (scripts/studio.mjs). */

export const { TextDecoder, TextEncoder } = globalThis;

/** Of base64, the only thing that is asked for. */
export const Buffer = {
  from: (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
};
