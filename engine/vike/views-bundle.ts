import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { InternalError } from '#engine/shared/errors.ts';
import { cssOptions } from './css-options.ts';

/** What pages with data load, by the name under which pages ask for it. */
export const viewsEntry = { views: './engine/client/views.ts' } as const;
/** The studio, which is a page of its own. */
const studioEntry = { studio: './engine/studio/main.tsx' } as const;

const LISTS = 'virtual:lists';

/** `virtual:lists` joins what a list looks like, which is the block's, with how it is kept fresh, which is the client's. */
export function listsPlugin(): Plugin {
  return {
    name: 'vitrine:lists',
    resolveId: (id) => (id === LISTS ? `\0${id}` : null),
    load: (id) =>
      id === `\0${LISTS}`
        ? `import { List } from '/blocks/data-view/Table.tsx';
import { defineLists } from '/engine/client/live-lists/define-lists.tsx';
defineLists(List);`
        : null,
  };
}

/**
 * The code of pages with data and of the studio, each bundled by itself: the file in which visitors have React also makes their islands
 * live, which these pages do not have, and nothing that staff load may change what visitors do. Their styles are in the page.
 */
export async function bundleViews(root: string): Promise<readonly Rolldown.OutputChunk[]> {
  const bundles = await Promise.all([viewsEntry, studioEntry].map((input) => bundle(root, input)));
  return bundles.flat();
}

async function bundle(root: string, input: Readonly<Record<string, string>>): Promise<readonly Rolldown.OutputChunk[]> {
  const name = Object.keys(input).join();
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [listsPlugin(), react()],
    css: cssOptions,
    build: {
      write: false,
      modulePreload: false,
      // In one file, which is left out: in a file of each module's own it would be asked for with the module.
      cssCodeSplit: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: 'assets/[name].[hash].js', chunkFileNames: `assets/chunks/${name}-[hash].js` },
      },
    },
  });
  if (!('output' in result)) throw new InternalError(`${name} gave no script.`);
  return result.output.filter((file) => file.type === 'chunk');
}
