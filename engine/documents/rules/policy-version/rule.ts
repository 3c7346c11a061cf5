import { pinOf } from '../../expand/pin.ts';
import { isObject } from '../../json.ts';
import { newestVersion } from '../../policy-version.ts';
import { type TextStore, versionsOf } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const policyVersion: Rule = {
  id: 'policy-version',
  severity: 'error',
  description: 'The texts that members accept are those of the version that is stored with their acceptance (S11).',
  project: function* ({ written, references: { site, texts }, today }) {
    const policies = site.document?.value['policies'];
    if (site.document === undefined || !isObject(policies)) return;
    for (const [name, policy] of Object.entries(policies)) {
      if (!isObject(policy) || !isObject(policy['versions'])) continue;
      const { document: id, versions } = policy;
      const page = typeof id === 'string' ? written.get(id) : undefined;
      if (page === undefined) {
        yield {
          place: { file: site.document.file, path: ['policies', name, 'document'] },
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
        place: { file: site.document.file, path: ['policies', name, 'versions', newest] },
        message: `The texts of "${page.id}" are not those of the version of ${newest}. Give them a new day here, and on the page if it names one.`,
        expected: `"${today ?? 'the day of the change'}": "${pin}"`,
        found: versions[newest],
      };
    }
  },
};

/** Every text of these blocks in every language, in the order of the page; blocks of fragments belong to other pages too. */
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
