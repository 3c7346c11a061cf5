import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { readBrand } from '../../brand/read-brand.ts';
import { listTexts, checkEachText } from '../../each-text.ts';
import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SiteFacts } from '../../project.ts';
import type { TextEntry } from '../../texts.ts';
import type { Rule } from '../rule.ts';
import { findWrongAddresses } from './address.ts';
import { fixMisprints, findMisprints } from './typesetting.ts';

export const typography: Rule = {
  id: 'typography',
  severity: 'warning',
  description: 'Texts follow the typography of their language and use one form of address.',
  project: checkEachText(
    listTexts,
    ({ references: { site }, written }) => {
      const address = readBrand(written.get('brand'))?.address ?? {};
      const read = [listCounts(site), ...locales.map((locale) => address[locale])] as const;
      return () => read;
    },
    function* (_key, versions, [counts, ...forms]) {
      for (const [locale, entry] of versions) {
        yield* misprints(locale, entry, counts);
        yield* addresses(locale, forms[locales.indexOf(locale)], entry);
      }
    },
  ),
};

/** The fix of the whole text is attached to its first mistake. */
function* misprints(locale: Locale, { text, location }: TextEntry, counts: readonly string[]): Generator<FindingDraft> {
  const all = findMisprints(locale, text, counts);
  const fixed = fixMisprints(text, all);
  const first = all.find(({ instead }) => instead !== undefined);
  for (const [message, [misprint, ...more]] of Map.groupBy(all, (each) => each.message)) {
    if (misprint === undefined) continue;
    yield {
      location: { ...location, inside: misprint.at },
      message:
        more.length === 0
          ? message
          : `${message} So ${more.length === 1 ? 'once' : `${more.length} times`} more in this text.`,
      // Texts that have to be rewritten are not corrected first.
      follows: [location],
      found: around(text, misprint.at),
      mark: `${misprint.at} ${message}`,
      ...(misprint === first && { fix: { string: location, text: fixed } }),
    };
  }
}

function* addresses(locale: Locale, form: string | undefined, { text, location }: TextEntry): Generator<FindingDraft> {
  for (const { at, word, usual } of findWrongAddresses(locale, form, text)) {
    yield {
      location: { ...location, inside: at },
      message: `This site says “${usual}” to visitors; “${word}” speaks to them in another way. Say it with “${usual}”.`,
      found: around(text, at),
      mark: `${at} ${word}`,
    };
  }
}

/** A few words around a position. */
const around = (text: string, at: number): string => text.slice(Math.max(0, at - 20), at + 20);

const countsBySite = new WeakMap<SiteFacts, readonly string[]>();

/** Claims followed by the counted noun; percentages and ratings have none. */
function listCounts(site: SiteFacts): readonly string[] {
  let counts = countsBySite.get(site);
  if (counts === undefined) {
    counts = Object.entries(site.claimsWritten ?? {}).flatMap(([name, claim]) =>
      isObject(claim) && (claim['format'] === 'integer' || claim['format'] === 'compact') ? [name] : [],
    );
    countsBySite.set(site, counts);
  }
  return counts;
}
