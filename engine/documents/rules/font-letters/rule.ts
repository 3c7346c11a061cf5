import type { BrandDocument } from '#schemas/generated/documents.ts';
import { nameCharacter } from '#engine/shared/characters.ts';
import { buildFontKey } from '../../brand/font-key.ts';
import { readBrands } from '../../brand/read-brand.ts';
import { getFileTexts, rememberTexts } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { formatPath } from '../../source-location.ts';
import type { CheckCache } from '../../check-cache.ts';
import type { TextEntry, TextStore } from '../../texts.ts';
import type { FontPackage } from '../../types.ts';
import type { Rule } from '../rule.ts';

const roles = ['display', 'text'] as const;
type Role = (typeof roles)[number];
const LETTER = /[\p{L}\p{M}\p{N}]/gu;
/** Maximum number of letters and of texts in a message. */
const MAX_LETTERS = 12;
const MAX_TEXTS = 3;
/** Letters of more texts than these are of a language, not of a name: a subset was forgotten. */
const MAX_ENTRIES = 20;

export const fontLetters: Rule = {
  id: 'font-letters',
  severity: 'warning',
  description: "The brand's fonts draw every letter that the texts of each language are written with.",
  project: function* ({ written, fonts, references: { texts }, checkCache }) {
    for (const { id, file, brand } of readBrands(written)) {
      const ofRoles = roles.map((role) => fonts.get(buildFontKey(id, role)));
      const missing = missingLetters(texts, ofRoles, checkCache);
      // Few texts with a letter may be on no page of a further brand.
      yield* report(
        file,
        brand,
        id === 'brand' ? missing : missing.filter(({ entries }) => entries.length > MAX_ENTRIES),
      );
    }
  },
};

function* report(file: string, brand: BrandDocument, missing: readonly Missing[]): Generator<FindingDraft> {
  for (const { letters, entries, lacking } of missing) {
    const [first] = entries;
    if (first === undefined) continue;
    const names = letters.slice(0, MAX_LETTERS).join(' ') + (letters.length > MAX_LETTERS ? ' …' : '');
    const others = entries.slice(1);
    const named = others.slice(0, MAX_TEXTS).map(({ location }) => `${location.file} ${formatPath(location.path)}`);
    const rest = others.length - named.length;
    if (entries.length > MAX_ENTRIES) {
      yield {
        location: { file, path: ['fonts', lacking[0] ?? 'text', 'subsets'] },
        message: `The subsets of ${lacking.map((role) => `"${brand.fonts[role].family}"`).join(' and ')} lack ${letters.length} letters of ${entries.length} texts, such as ${first.location.file} ${formatPath(first.location.path)}: ${names}. Browsers draw them with ${brand.fonts[lacking[0] ?? 'text'].similar.join(', ')}. Add the subset that has them.`,
        expected: 'subsets with the letters of every language, such as "latin" and "latin-ext"',
        found: brand.fonts[lacking[0] ?? 'text'].subsets,
        mark: letters.join(''),
      } satisfies FindingDraft;
      continue;
    }
    const coded = letters.slice(0, MAX_LETTERS).map((letter) => `${letter} (${nameCharacter(letter)})`);
    const last = letters.length > MAX_LETTERS ? ' …' : '';
    yield {
      location: { ...first.location, inside: first.text.search(new RegExp(`[${letters.join('')}]`, 'u')) },
      message:
        `${lacking.length === 1 ? 'The font' : 'The fonts'} ${lacking.map((role) => `"${brand.fonts[role].family}" (${brand.fonts[role].subsets.join(', ')})`).join(' and ')} ` +
        `${lacking.length === 1 ? 'lacks' : 'lack'} ${letters.length === 1 ? 'a letter' : `${letters.length} letters`} of this text: ${coded.join(', ')}${last}. ` +
        `Browsers draw ${letters.length === 1 ? 'it' : 'them'} with ${brand.fonts[lacking[0] ?? 'text'].similar.join(', ')}${lacking.includes('display') ? '; link previews leave out titles with them' : ''}.` +
        (others.length === 0 ? '' : ` Also in ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`),
      expected: 'another letter, or subsets of the font in pages-config/brand.json that have it',
      mark: letters.join(''),
    } satisfies FindingDraft;
  }
}

interface Missing {
  readonly letters: readonly string[];
  /** Texts with one of them, in file order. */
  readonly entries: readonly TextEntry[];
  /** Fonts without them. */
  readonly lacking: readonly Role[];
}

/** Letters of the same text that the same fonts lack are one mistake in all languages. */
function missingLetters(
  texts: TextStore,
  ofRoles: readonly (FontPackage | undefined)[],
  checkCache: CheckCache | undefined,
): readonly Missing[] {
  const texted = new Map<string, { readonly entries: TextEntry[]; readonly lacking: readonly Role[] }>();
  for (const { letter, entry, lacking } of lettersWithout(getFileTexts(texts), () => ofRoles, checkCache)) {
    const known = texted.get(letter);
    if (known === undefined) texted.set(letter, { entries: [entry], lacking });
    else known.entries.push(entry);
  }
  const groups = new Map<string, Group>();
  for (const [letter, { entries, lacking }] of texted) {
    const key = JSON.stringify([lacking, entries[0]?.location.path]);
    const group = groups.get(key) ?? { letters: [], entries: new Set(), lacking };
    groups.set(key, group);
    group.letters.push(letter);
    for (const entry of entries) group.entries.add(entry);
  }
  return ofSubsets([...groups.values()]).map(({ letters, entries, lacking }) => ({
    letters: letters.toSorted(),
    entries: [...entries],
    lacking,
  }));
}

interface LackingLetter {
  readonly letter: string;
  readonly entry: TextEntry;
  readonly lacking: readonly Role[];
}

/** The letters of a text that fonts lack, each once per language. */
const lettersWithout = rememberTexts(
  'font-letters',
  (_key, versions, fonts: readonly (FontPackage | undefined)[]): readonly LackingLetter[] =>
    [...versions.values()].flatMap((entry) =>
      [...new Set(entry.text.match(LETTER))].flatMap((letter) => {
        const lacking = roles.filter((_role, index) => isLacking(fonts[index], letter));
        return lacking.length === 0 ? [] : [{ letter, entry, lacking }];
      }),
    ),
);

interface Group {
  readonly letters: string[];
  readonly entries: Set<TextEntry>;
  readonly lacking: readonly Role[];
}

/** Missing letters combined by font, where many texts contain them. */
function ofSubsets(groups: readonly Group[]): readonly Group[] {
  return [...Map.groupBy(groups, ({ lacking }) => lacking.join())].flatMap(([, same]) => {
    const entries = new Set(same.flatMap((group) => [...group.entries]));
    const [first] = same;
    if (first === undefined || entries.size <= MAX_ENTRIES) return same;
    return [{ letters: same.flatMap(({ letters }) => letters), entries, lacking: first.lacking }];
  });
}

function isLacking(font: FontPackage | undefined, letter: string): boolean {
  return font !== undefined && !('problem' in font) && !font.characters.has(letter.codePointAt(0) ?? 0);
}
