import { didYouMean } from '#engine/base/did-you-mean.ts';
import { documentFolders, identify } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const unknownFolder: Rule = {
  id: 'unknown-folder',
  severity: 'error',
  description: 'Every file under `pages-config/` is `site.json` or stands in the folder of a kind of document.',
  source: function* ({ file }) {
    if (!file.startsWith('pages-config/') || identify(file) !== undefined) return;
    const inside = file.slice('pages-config/'.length);
    const folder = inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : inside.replace(/\.json$/, '');
    const suggestion = didYouMean(folder, [...documentFolders, 'site']);
    yield {
      place: { file, path: [] },
      message: `The file is no document: "${folder}" is not the folder of a kind of document, and only "site.json" stands outside of one.`,
      expected: documentFolders.map((name) => `pages-config/${name}/`).join(', '),
      found: folder,
      suggestion,
    };
  },
};
