/** The entry point of rendering: the server uses `createCompiler` only. */
export { createCompiler } from './compile.ts';
