import type { Locale } from '#schemas/generated/vocabulary.ts';
import { readBrand } from '../../brand/written-brand.ts';
import type { TextStore } from '../../texts.ts';
import type { Rule } from '../rule.ts';

const roles = ['display', 'text'] as const;
const LETTER = /[\p{L}\p{M}\p{N}]/gu;
/** So many of the missing letters are named. */
const MOST = 12;

export const fontLetters: Rule = {
  id: 'font-letters',
  severity: 'warning',
  description: "The brand's fonts draw every letter that the texts of each language are written with.",
  project: function* ({ written, fonts, references: { texts } }) {
    const document = written.get('brand');
    const brand = readBrand(document);
    if (document === undefined || brand === null) return;
    const used = lettersByLanguage(texts);
    for (const role of roles) {
      const found = fonts.get(role);
      if (found === undefined || 'problem' in found) continue;
      const { family, subsets, similar } = brand.fonts[role];
      for (const [locale, letters] of used) {
        const lacking = [...letters].filter((letter) => !found.characters.has(letter.codePointAt(0) ?? 0)).toSorted();
        if (lacking.length === 0) continue;
        yield {
          place: { file: document.file, path: ['fonts', role, 'subsets'] },
          message: `The font "${family}" (${subsets.join(', ')}) lacks ${lacking.length === 1 ? 'a letter' : `${lacking.length} letters`} of the texts in "${locale}": ${lacking.slice(0, MOST).join(' ')}${lacking.length > MOST ? ' …' : ''}. Browsers draw ${lacking.length === 1 ? 'it' : 'them'} with ${similar.join(', ')}${role === 'display' ? '; link previews leave out titles with them' : ''}.`,
          mark: locale,
          expected: 'subsets with these letters, or a font that has them',
          found: subsets,
        };
      }
    }
  },
};

function lettersByLanguage({ keys }: TextStore): ReadonlyMap<Locale, ReadonlySet<string>> {
  const byLanguage = new Map<Locale, Set<string>>();
  for (const versions of keys.values()) {
    for (const [locale, { text }] of versions) {
      const letters = byLanguage.get(locale) ?? new Set();
      byLanguage.set(locale, letters);
      for (const [letter] of text.matchAll(LETTER)) letters.add(letter);
    }
  }
  return byLanguage;
}
