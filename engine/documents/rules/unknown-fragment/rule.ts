import { suggestName } from '#engine/shared/suggest-name.ts';
import { explainRenamedFile } from '../../explain-renamed-file.ts';
import type { Rule } from '../rule.ts';

export const unknownFragment: Rule = {
  id: 'unknown-fragment',
  severity: 'error',
  description: 'Every fragment that a document uses exists.',
  project: function* ({ written, references: { fragments } }) {
    for (const { file, references } of written.values()) {
      for (const { to, path } of references) {
        // The schema reports a wrong prefix.
        if (path.at(-1) !== 'fragment' || fragments.has(to) || !to.startsWith('fragments/')) continue;
        const suggestion = suggestName(to, fragments);
        yield {
          location: { file, path },
          message: `There is no fragment "${to}"; the file "pages-config/${to}.json" does not exist.`,
          found: to,
          suggestion,
          follows: [...written.values()]
            .filter(({ id }) => id.slice(id.indexOf('/')) === to.slice(to.indexOf('/')))
            .map((other) => ({ file: other.file, path: [] })),
          missing: { name: to, cause: suggestion === undefined ? undefined : explainRenamedFile(to, suggestion) },
        };
      }
    }
  },
};
