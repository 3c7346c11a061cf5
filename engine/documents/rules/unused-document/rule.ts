import type { Rule } from '../rule.ts';

export const unusedDocument: Rule = {
  id: 'unused-document',
  severity: 'warning',
  isGuess: true,
  description:
    'Every fragment is used by a document. Landings may be named by a flag or a code that nobody sees from here.',
  project: function* ({ written }) {
    const used = new Set([...written.values()].flatMap(({ references }) => references.map(({ to }) => to)));
    for (const { id, kind, file } of written.values()) {
      if (kind !== 'fragment' || used.has(id)) continue;
      yield {
        place: { file, path: [] },
        message: `No document uses the fragment "${id}". Use it or delete the file.`,
        found: id,
      };
    }
  },
};
