import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Rule } from '../rule.ts';

const FOLDER = 'schemas/generated/editor/';

export const editorSchema: Rule = {
  id: 'editor-schema',
  severity: 'warning',
  description:
    'Every document names the schema of its kind, so that editors complete and check it as it is typed (D2).',
  written: function* ({ file, kind, value: { $schema } }) {
    if (typeof $schema !== 'string') return;
    const up = '../'.repeat(file.split('/').length - 1);
    const right = `${up}${FOLDER}${kind}.schema.json`;
    // A project inside of another one uses its schemas.
    if (/^(?:\.\.\/)*/.exec($schema)?.[0].startsWith(up) && $schema.endsWith(`../${FOLDER}${kind}.schema.json`)) return;
    const location = { file, path: ['$schema'] };
    yield {
      location,
      message: `"$schema" does not refer to the schema of a ${kind}, so that editors neither complete this document nor find its mistakes.`,
      expected: right,
      found: $schema,
      suggestion: suggestName($schema, [right]),
      fix: { string: location, text: right },
    };
  },
};
