import { pathToFileURL } from 'node:url';
import type { AssetManifest, Compiler } from '#engine/compile/types.ts';
import { paths } from '#server/paths.ts';

export type CreateCompiler = (options: { readonly assets: AssetManifest; readonly buildId: string }) => Compiler;

/** The compiler that `npm run build` made. React renders for production only when `NODE_ENV` says so before it is loaded. */
export async function loadBuiltCompiler(): Promise<CreateCompiler> {
  if (process.env.NODE_ENV !== 'production')
    throw new Error('Set NODE_ENV to "production" before the compiler is loaded.');
  const module: unknown = await import(pathToFileURL(paths.compiler).href);
  if (!hasCreateCompiler(module))
    throw new Error(`${paths.compiler} does not export "createCompiler". Run npm run build.`);
  return module.createCompiler;
}

function hasCreateCompiler(module: unknown): module is { readonly createCompiler: CreateCompiler } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createCompiler' in module &&
    typeof module.createCompiler === 'function'
  );
}
