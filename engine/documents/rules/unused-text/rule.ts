import { withoutPlural } from '../../texts.ts';
import type { Rule } from '../rule.ts';
import { listShownTexts } from './list-shown-texts.ts';

export const unusedText: Rule = {
  id: 'unused-text',
  severity: 'warning',
  isGuess: true,
  description:
    'Every text of a namespace that documents use is shown somewhere, by a document or a form. Namespaces that only code uses are left alone.',
  project: function* (project) {
    const { texts } = project.references;
    const { textKeys } = project.uses;
    const shown = listShownTexts(project);
    const namespaces = new Set([...textKeys].map((key) => key.slice(0, key.indexOf('.'))));
    for (const [key, versions] of texts.keys) {
      if (shown.has(key) || shown.has(withoutPlural(key)) || !namespaces.has(key.slice(0, key.indexOf('.')))) continue;
      const [first] = versions.values();
      if (first === undefined) continue;
      yield {
        location: { ...first.location, at: 'key' },
        message: `No document uses the text "${key}". Use it or delete it in every language.`,
        found: key,
      };
    }
  },
};
