import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { InternalError } from '#engine/shared/errors.ts';
import { cssOptions } from './css-options.ts';

/** Code of pages with data, by the name that pages refer to. */
export const viewsEntry = { views: './engine/client/views.ts' } as const;
/** The studio, a page of its own. */
const studioEntry = { studio: './engine/studio/main.tsx' } as const;

const LISTS = 'virtual:lists';

/** `virtual:lists` combines list components of the block with live updates of the client. */
export function createListsPlugin(): Plugin {
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
 * The code of pages with data and of the studio, bundled separately: the visitors' React file also hydrates islands, which these pages
 * lack, and staff code must not affect visitors. Styles are part of the page.
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
    plugins: [createListsPlugin(), react()],
    css: cssOptions,
    build: {
      write: false,
      modulePreload: false,
      // In one file, which is dropped: per-module files would be requested together with the module.
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
