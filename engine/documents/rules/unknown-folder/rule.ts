import { suggestName } from '#engine/shared/suggest-name.ts';
import { PHASES_FILE } from '../../experiment-phases.ts';
import { documentFolders, identify } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const unknownFolder: Rule = {
  id: 'unknown-folder',
  severity: 'error',
  description:
    'Every file under `pages-config/` is `site.json`, `brand.json` or is in the folder of a kind of document.',
  source: function* ({ file, problems }) {
    if (!file.startsWith('pages-config/') || file === PHASES_FILE || identify(file) !== undefined) return;
    // An unreadable folder has a finding of its own.
    if (problems.some(({ kind }) => kind === 'unreadable')) return;
    const inside = file.slice('pages-config/'.length);
    const folder = inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : inside.replace(/\.json$/, '');
    const suggestion = suggestName(folder, [...documentFolders, 'site', 'brand']);
    yield {
      location: { file, path: [] },
      message: `The file is not a document: "${folder}" is not the folder of a kind of document, and only "site.json" and "brand.json" are outside of one.`,
      expected: documentFolders.map((name) => `pages-config/${name}/`).join(', '),
      found: folder,
      suggestion,
      ...(suggestion !== undefined && { meant: file.replace(`/${folder}`, `/${suggestion}`) }),
    };
  },
};
