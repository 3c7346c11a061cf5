import { isObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const defaultLocale: Rule = {
  id: 'default-locale',
  severity: 'error',
  description: 'The default language of the site is one that visitors can choose.',
  project: function* ({ written }) {
    const site = written.get('site');
    const locales = site?.value['locales'];
    if (site === undefined || !isObject(locales) || !Array.isArray(locales['available'])) return;
    const available = locales['available'].filter((each) => typeof each === 'string');
    // An empty list has a finding of its own.
    if (available.length === 0) return;
    if (typeof locales['default'] !== 'string' || available.includes(locales['default'])) return;
    const location = { file: site.file, path: ['locales', 'default'] };
    yield {
      location,
      // An invalid tag, of this language or among the available ones, has a finding of its own.
      follows: [location, { file: site.file, path: ['locales', 'available'] }],
      message: `The default language "${locales['default']}" is not among the available ones, so visitors without a language of their own would be sent to pages that do not exist.`,
      expected: `one of ${available.join(', ')}`,
      found: locales['default'],
    };
  },
};
