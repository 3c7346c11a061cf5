import { byName } from '#engine/shared/by-name.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { type FormChoice, formChoices, questionProperties } from '#schemas/generated/block-forms.ts';
import type { Rule } from '../rule.ts';

const choiceByType = byName<FormChoice>(formChoices);
const questionsByType = byName<string>(questionProperties);

export const unknownForm: Rule = {
  id: 'unknown-form',
  severity: 'error',
  description: 'Every form document that a block names exists.',
  block: function* ({ block, locate }, { forms }) {
    const type = String(block['type']);
    const choice = choiceByType[type];
    const property = choice !== undefined && 'documents' in choice ? choice.property : questionsByType[type];
    if (property === undefined) return;
    const form = block[property];
    // The schema reports a wrong prefix.
    if (typeof form !== 'string' || !form.startsWith('forms/') || forms.has(form)) return;
    yield {
      location: locate([property]),
      message: `There is no form "${form}"; the file "pages-config/${form}.json" does not exist.`,
      expected: forms.size === 0 ? 'a document in pages-config/forms/' : `one of ${[...forms].join(', ')}`,
      found: form,
      suggestion: suggestName(form, forms),
    };
  },
};
