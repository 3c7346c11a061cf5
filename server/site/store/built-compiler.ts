import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InternalError, UserError } from '#engine/shared/errors.ts';
import type { AssetManifest, ClientScripts, Compiler } from '#engine/compile/types.ts';
import type { ReleaseFolder } from '#server/platform/build-record.ts';
import { readClientScripts } from './client-scripts.ts';

export interface BuiltCompilerOptions {
  readonly assets: AssetManifest;
  readonly buildId: string;
}

export type CreateCompiler = (options: BuiltCompilerOptions & { readonly client: ClientScripts }) => Compiler;

/** The compiler of `npm run build`, with the scripts of the same build. `NODE_ENV` must be set before React is loaded. */
export async function loadBuiltCompiler(folder: ReleaseFolder): Promise<(options: BuiltCompilerOptions) => Compiler> {
  if (process.env.NODE_ENV !== 'production')
    throw new InternalError('Set NODE_ENV to "production" before the compiler is loaded.');
  const file = join(folder.server, 'compile.mjs');
  const module: unknown = await import(pathToFileURL(file).href);
  if (!hasCreateCompiler(module)) throw new UserError(`${file} does not export "createCompiler". Run npm run build.`);
  const { createCompiler } = module;
  const client = await readClientScripts(folder);
  return (options) => createCompiler({ ...options, client });
}

function hasCreateCompiler(module: unknown): module is { readonly createCompiler: CreateCompiler } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createCompiler' in module &&
    typeof module.createCompiler === 'function'
  );
}
