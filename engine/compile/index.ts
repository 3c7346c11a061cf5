/** The one entry of the rendering side: `createCompiler` is all that the server takes from here. */
export { createCompiler } from './compile.ts';
