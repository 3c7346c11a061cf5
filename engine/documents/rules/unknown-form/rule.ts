import { byName } from '#engine/shared/by-name.ts';
import { didYouMean } from '#engine/shared/did-you-mean.ts';
import { type FormChoice, formChoices } from '#schemas/generated/block-forms.ts';
import type { Rule } from '../rule.ts';

const choiceByType = byName<FormChoice>(formChoices);

export const unknownForm: Rule = {
  id: 'unknown-form',
  severity: 'error',
  description: 'Every form that a block shows exists.',
  block: function* ({ block, locate }, { forms }) {
    const choice = choiceByType[String(block['type'])];
    if (choice === undefined || !('documents' in choice)) return;
    const form = block[choice.property];
    // The schema reports a wrong prefix.
    if (typeof form !== 'string' || !form.startsWith('forms/') || forms.has(form)) return;
    yield {
      location: locate([choice.property]),
      message: `There is no form "${form}"; the file "pages-config/${form}.json" does not exist.`,
      expected: forms.size === 0 ? 'a document in pages-config/forms/' : `one of ${[...forms].join(', ')}`,
      found: form,
      suggestion: didYouMean(form, forms),
    };
  },
};
