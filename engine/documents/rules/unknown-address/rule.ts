import { suggestName } from '#engine/shared/suggest-name.ts';
import { readBrand } from '../../brand/read-brand.ts';
import { listAddressForms, languagesWithForms } from '../typography/address.ts';
import type { Rule } from '../rule.ts';

export const unknownAddress: Rule = {
  id: 'unknown-address',
  severity: 'error',
  description: 'Every form of address that `brand.json` names is one that its language has.',
  written: function* (document) {
    for (const [locale, form] of Object.entries(readBrand(document)?.address ?? {})) {
      const known = listAddressForms(locale);
      if (known.includes(form)) continue;
      const isLanguage = known.length > 0;
      yield {
        location: { file: document.file, path: ['address', locale], at: isLanguage ? 'value' : 'key' },
        message: isLanguage
          ? `The form of address "${form}" is not used in the language "${locale}", so its texts could not be checked.`
          : `Forms of address are not known for the language "${locale}", so its texts cannot be checked. Remove the entry.`,
        expected: `one of ${(isLanguage ? known : languagesWithForms).join(', ')}`,
        found: isLanguage ? form : locale,
        suggestion: suggestName(isLanguage ? form : locale, isLanguage ? known : languagesWithForms),
      };
    }
  },
};
