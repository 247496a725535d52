/** Types of imports that Vite resolves. */
declare module "*?worker&url" {
  /** Address of the worker's code. */
  const url: string;
  export default url;
}
