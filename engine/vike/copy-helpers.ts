import type { Plugin, Rolldown } from 'vite';
import { InternalError } from '#engine/shared/errors.ts';

/** The bundler's helper module, which always gets a file of its own. */
const RUNTIME = '\0rolldown/runtime.js';

type Chunk = Pick<Rolldown.OutputChunk, 'code' | 'fileName'>;

/**
 * Copies the bundler's helpers into the named files, which would import a file of 380 bytes otherwise. Helpers are stateless, so copies are
 * harmless. Other code keeps its position, so that source maps stay valid.
 */
export function copyHelpers(isMeant: (name: string) => boolean): Plugin {
  return {
    name: 'vitrine:copy-helpers',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk');
      const runtime = chunks.find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === RUNTIME);
      if (runtime === undefined) return;
      for (const chunk of chunks) {
        if (!isMeant(chunk.name) || !chunk.imports.includes(runtime.fileName)) continue;
        chunk.code = withCopy(chunk, runtime);
        chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
      }
    },
  };
}

/** @throws InternalError for an unexpected format of imports or exports */
export function withCopy(chunk: Chunk, runtime: Chunk): string {
  const [, helpers, exported] = /^([^]*?)export\s*\{([^}]*)\};?\s*$/.exec(runtime.code) ?? [];
  const path = runtime.fileName.replace(/^.*\//, '').replaceAll('.', '\\.');
  const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'][^"']*${path}["'];?`);
  const imported = statement.exec(chunk.code)?.[1];
  if (helpers === undefined || exported === undefined || imported === undefined)
    throw new InternalError(`The helpers of the bundler could not be copied into ${chunk.fileName}.`);
  const given = namesIn(exported).map(([local, name]) => `${name}:${local}`);
  const taken = namesIn(imported).map(([name, local]) => `${name}:${local}`);
  const copied = chunk.code.replace(statement, (text) => `var{${taken}}=${COPY}();`.padEnd(text.length));
  return `${copied}\nfunction ${COPY}(){${helpers}return{${given}}}`;
}

/** Name of the inlined helper function; bundled names are shorter. */
const COPY = '$helpers';

/** `a as b, c` → `[['a', 'b'], ['c', 'c']]` */
function namesIn(list: string): [string, string][] {
  return list.split(',').map((entry) => {
    const [name = '', as = name] = entry.trim().split(/\s+as\s+/);
    return [name, as];
  });
}
