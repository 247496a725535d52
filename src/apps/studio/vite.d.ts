/** Imports that Vite knows. */
declare module "*?worker&url" {
  /** Of the worker's code. */
  const url: string;
  export default url;
}
