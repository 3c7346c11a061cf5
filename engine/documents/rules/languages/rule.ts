import { locales } from '#schemas/generated/vocabulary.ts';
import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { checkWrittenShape } from '../../schema-errors/validate.ts';
import { hasFolder } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const languages: Rule = {
  id: 'languages',
  severity: 'error',
  description:
    'Every language that the site document declares is a BCP 47 tag with a folder of texts, and the generated code has the same languages.',
  written: (document) => checkWrittenShape(document, 'languages'),
  project: function* ({ references: { texts }, written: documents }) {
    const site = documents.get('site');
    const written = site?.value['locales'];
    if (site === undefined || !isObject(written) || !Array.isArray(written['available'])) return;
    const available = written['available'].map(String);
    const location = (...path: readonly (string | number)[]): FindingDraft['location'] => ({
      file: site?.file ?? '',
      path: ['locales', 'available', ...path],
    });
    for (const [index, tag] of available.entries()) {
      const locale = locales.find((known) => known === tag);
      if (locale === undefined || hasFolder(texts, locale)) continue;
      yield {
        location: location(index),
        message: `The site declares the language "${tag}", but there is no folder "locales/${tag}/". Put a translation of each file of "locales/${locales[0] ?? ''}/" there, or take the language out.`,
        expected: `files such as locales/${tag}/site.json`,
        found: tag,
        follows: texts.strangers
          .filter((stranger) => stranger.file.split('/')[1]?.toLowerCase() === tag.toLowerCase())
          .map((stranger) => ({ file: stranger.file, path: [] })),
      };
    }
    const gone = locales.filter((locale) => !available.includes(locale));
    // The changed list has a finding already.
    if (available.some((tag) => !locales.some((known) => known === tag))) return;
    // The rule `default-locale` reports a wrong default.
    if (gone.length === 0 || gone.some((locale) => locale === written['default'])) return;
    yield {
      location: location(),
      message: `The site no longer declares ${gone.map((locale) => `"${locale}"`).join(', ')}, but types and validators still do. Run "npm run gen", and delete ${gone.map((locale) => `"locales/${locale}/"`).join(', ')}.`,
      expected: `${locales.join(', ')}, or "npm run gen" after a change of this list`,
      found: available,
      // A language that is written twice may stand in place of another one.
      follows: available.flatMap((tag, index) => (available.indexOf(tag) === index ? [] : [location(index)])),
    };
  },
};
