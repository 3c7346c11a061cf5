import { pinOf } from '../../expand/pin.ts';
import { isObject } from '../../json.ts';
import { newestVersion } from '#engine/base/policy-version.ts';
import { type TextStore, versionsOf } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const policyVersion: Rule = {
  id: 'policy-version',
  severity: 'error',
  description: 'The texts that members accept are those of the version that is stored with their acceptance (S11).',
  project: function* ({ written, references: { texts }, today }) {
    const site = written.get('site');
    const policies = site?.value['policies'];
    if (site === undefined || !isObject(policies)) return;
    for (const { name, path, policy } of policiesIn(policies)) {
      const { document: id, versions } = policy;
      const page = typeof id === 'string' ? written.get(id) : undefined;
      if (page === undefined) {
        yield {
          place: { file: site.file, path: [...path, 'document'] },
          message: `There is no document "${String(id)}" for "${name}".`,
          expected: 'the id of a page, such as "pages/legal/terms"',
          found: id,
        };
        continue;
      }
      const newest = newestVersion(versions);
      const pin = pinOf(textsIn(page.value['blocks'], texts));
      if (versions[newest] === pin) continue;
      yield {
        place: { file: site.file, path: [...path, 'versions', newest] },
        message: `The texts of "${page.id}" are not those of the version of ${newest}. Give them a new day here, and on the page if it names one.`,
        expected: `"${today ?? 'the day of the change'}": "${pin}"`,
        found: versions[newest],
      };
    }
  },
};

interface WrittenPolicy {
  readonly name: string;
  readonly path: readonly string[];
  readonly policy: { readonly document?: unknown; readonly versions: Readonly<Record<string, unknown>> };
}

/** Each policy, with its replacements for single countries. */
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

/** All texts of these blocks in every language, in page order; blocks of fragments are shared with other pages. */
function textsIn(value: unknown, texts: TextStore): unknown[] {
  if (typeof value === 'string') {
    const versions = texts.keys.get(value);
    return versions === undefined ? [] : [[...versions].map(([locale, { text }]) => [locale, text]).toSorted()];
  }
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, texts));
  if (!isObject(value)) return [];
  const inPlace = versionsOf(value, { file: '', path: [] });
  if (inPlace.size > 0) return [[...inPlace].map(([locale, { text }]) => [locale, text])];
  return Object.values(value).flatMap((item) => textsIn(item, texts));
}
