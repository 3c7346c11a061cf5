import { dirname } from 'node:path';
import { build, type Plugin } from 'vite';
import { InternalError } from '#engine/shared/errors.ts';

const QUERY = '?behaviour';

/**
 * `import code from './X.behaviour.ts?behaviour'` returns the module, bundled and minified, as the text of one scoped script. Works in the
 * development server and in the build.
 */
export function createBehaviourPlugin(): Plugin {
  return {
    name: 'vitrine:behaviour',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(QUERY)) return null;
      const resolved = await this.resolve(id.slice(0, -QUERY.length), importer, { skipSelf: true });
      if (resolved === null) this.error(`The behaviour "${id}" was not found. Is the file beside its block?`);
      return resolved.id + QUERY;
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const { code, files } = await bundle(id.slice(0, -QUERY.length));
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}

async function bundle(entry: string): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  const result = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'baseline-widely-available',
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'behaviour' },
      rolldownOptions: { output: { extend: false, exports: 'none' } },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new InternalError(`The behaviour "${entry}" gave no script.`);
  const [chunk] = first.output;
  const files = Object.keys(chunk.modules).filter((file) => !file.startsWith('\0'));
  return { code: chunk.code.trim(), files };
}
