import { computePin } from '../../inheritance/compute-pin.ts';
import { isObject } from '../../json.ts';
import { findNewestVersion } from '#engine/shared/policy-version.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { readDay } from '../claims/read-day.ts';
import { reuseItems } from '../../reuse-items.ts';
import type { SourceLocation } from '../../source-location.ts';
import { type TextStore, type TextVersions, readVersions } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const policyVersion: Rule = {
  id: 'policy-version',
  severity: 'error',
  description: 'The texts that members accept are those of the version that is stored with their acceptance (S11).',
  project: function* ({ written, references: { texts }, today }) {
    const site = written.get('site');
    const policies = site?.value['policies'];
    if (site === undefined || !isObject(policies)) return;
    // Without the folder of a language, its texts are missing in every policy.
    const languages = { file: site.file, path: ['locales', 'available'] };
    for (const { name, path, policy } of policiesIn(policies)) {
      const { document: id, versions } = policy;
      const page = typeof id === 'string' ? written.get(id) : undefined;
      if (page === undefined) {
        yield {
          location: { file: site.file, path: [...path, 'document'] },
          message: `There is no document "${String(id)}" for "${name}".`,
          expected: 'the id of a page, such as "pages/legal/terms"',
          found: id,
          suggestion: suggestName(String(id), written.keys()),
          missing: { name: String(id) },
        };
        continue;
      }
      // Its texts are unknown, and its syntax has a finding of its own.
      if (!page.readable) continue;
      const newest = findNewestVersion(versions);
      const wrong = Object.keys(versions).find((day) => readDay(day) === undefined);
      if (wrong !== undefined) {
        yield {
          location: { file: site.file, path: [...path, 'versions', wrong], at: 'key' },
          message: `The version "${wrong}" of "${name}" is named by a day that does not exist.`,
          expected: 'a day of the calendar as YYYY-MM-DD, such as "2026-11-30"',
          found: wrong,
        };
        continue;
      }
      if (today !== undefined && newest > today) {
        const location = { file: site.file, path: [...path, 'versions', newest], at: 'key' as const };
        yield {
          location,
          message: `The version of ${newest} is of a day that has not come yet, and would be accepted from today on.`,
          expected: `a day up to ${today}`,
          found: newest,
          follows: [location],
        };
        continue;
      }
      const pin = pinOfTexts(page.value['blocks'], texts);
      if (versions[newest] === pin) continue;
      // A mistake in one of its texts is to be corrected rather than to become a version.
      const parts = listTextPlaces(page.value['blocks'], texts);
      yield {
        location: { file: site.file, path: [...path, 'versions', newest] },
        message: `The texts of "${page.id}" are not those of the version of ${newest}. Give them a new day here, and on the page if it names one.`,
        expected: `"${today ?? 'the day of the change'}": "${pin}"`,
        found: versions[newest],
        follows: [{ file: site.file, path: [...path, 'document'] }, languages, ...parts],
        together: {
          location: { file: site.file, path: path.slice(0, 2), at: 'key' },
          follows: [languages, ...parts],
          message:
            'The texts of several pages of this policy, which may be one text that they share, are not those of their newest versions. Give each page a new day, also on the page if it names one:',
          name: `"${page.id}" "${today ?? 'the day of the change'}": "${pin}"`,
        },
      };
    }
  },
};

interface WrittenPolicy {
  readonly name: string;
  readonly path: readonly string[];
  readonly policy: { readonly document?: unknown; readonly versions: Readonly<Record<string, unknown>> };
}

/** Each policy, with its country-specific replacements. */
function policiesIn(policies: Readonly<Record<string, unknown>>): readonly WrittenPolicy[] {
  return Object.entries(policies).flatMap(([name, policy]) => {
    const countries = isObject(policy) && isObject(policy['countries']) ? policy['countries'] : {};
    const ofCountries = Object.entries(countries).flatMap(([country, own]) =>
      readPolicy(`${name} in ${country}`, ['policies', name, 'countries', country], own),
    );
    return [...readPolicy(name, ['policies', name], policy), ...ofCountries];
  });
}

function readPolicy(name: string, path: readonly string[], policy: unknown): readonly WrittenPolicy[] {
  if (!isObject(policy) || !isObject(policy['versions'])) return [];
  return [{ name, path, policy: { document: policy['document'], versions: policy['versions'] } }];
}

interface Pinned {
  readonly read: readonly TextVersions[];
  readonly pin: string;
}

const pins = new WeakMap<object, Pinned>();

/** Pin of all texts of these blocks in every language, in page order; blocks of fragments are shared with other pages. */
function pinOfTexts(blocks: unknown, texts: TextStore): string {
  const places = Array.isArray(blocks) ? listPlaces(blocks) : [];
  const read = places.flatMap((place) => (typeof place === 'string' ? (texts.keys.get(place) ?? []) : place));
  const before = Array.isArray(blocks) ? pins.get(blocks) : undefined;
  if (before !== undefined && reuseItems(before.read, read) !== undefined) return before.pin;
  const inPlace = new Set(places);
  const shown = read.map((versions) => {
    const list = [...versions].map(([locale, { text }]) => [locale, text]);
    return inPlace.has(versions) ? list : list.toSorted();
  });
  const pin = computePin(shown);
  if (Array.isArray(blocks)) pins.set(blocks, { read, pin });
  return pin;
}

/** Texts of these blocks in all languages, by place. */
function listTextPlaces(blocks: unknown, { keys }: TextStore): readonly SourceLocation[] {
  return (Array.isArray(blocks) ? listPlaces(blocks) : []).flatMap((place) =>
    typeof place === 'string' ? [...(keys.get(place) ?? [])].map(([, { location }]) => location) : [],
  );
}

/** Where texts may be: every string, which may be the key of one, and those in place. */
const listPlaces = memoizePerObject((blocks: object): readonly (string | TextVersions)[] => [...placesIn(blocks)]);

function* placesIn(value: unknown): Generator<string | TextVersions> {
  if (typeof value === 'string') {
    yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* placesIn(item);
  } else if (isObject(value)) {
    const inPlace = readVersions(value, { file: '', path: [] });
    if (inPlace.size > 0) yield inPlace;
    else for (const item of Object.values(value)) yield* placesIn(item);
  }
}
