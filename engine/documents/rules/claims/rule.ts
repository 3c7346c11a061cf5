import { suggestName } from '#engine/shared/suggest-name.ts';
import { type JsonObject, isObject, listStrings } from '../../json.ts';
import { checkEachText, getFileTexts } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { type TextStore, readVersions, withoutPlural } from '../../texts.ts';
import { checkWrittenShape } from '../../schema-errors/validate.ts';
import type { Rule } from '../rule.ts';
import { checkFigures } from './check-figures.ts';
import { readDay } from './read-day.ts';
import { findTypedFigures, listClaimUses } from './typed-figures.ts';
import { findUntaxedPrices } from './find-untaxed-prices.ts';

export const claims: Rule = {
  id: 'claims',
  severity: 'error',
  description:
    'Marketing figures are valid today, and texts refer to them as claims: none has expired, starts in the future, ends before it begins or contradicts another one (S15, N17).',
  text: function* ({ value, location }, { site }) {
    const isOfPolicy = site.policies.some((id) => location.file === `pages-config/${id}.json`);
    yield* findTypedFigures(readVersions(value, location), site, { isOfStaff: false, isOfPolicy });
  },
  project: function* (project, id) {
    yield* inTexts(project, id);
    yield* findUntaxedPrices(project);
    const { references, today } = project;
    const { file, claimsWritten: all } = references.site;
    if (file === undefined || all === undefined) return;
    yield* conflicts(all, file);
    yield* misspelledClaims(Object.keys(all), references.texts, file);
    for (const [name, claim] of Object.entries(all)) {
      if (!isObject(claim)) continue;
      const [asOf, validUntil] = [readDay(claim['asOf']), readDay(claim['validUntil'])];
      const location = (key: string) => ({ file, path: ['claims', name, key] });
      yield* checkFigures(name, claim, file, today);
      if (validUntil !== undefined && asOf !== undefined && validUntil < asOf) {
        yield {
          location: location('validUntil'),
          message: `The claim "${name}" ends on ${validUntil}, before the day it is true as of, ${asOf}.`,
          expected: `a day from ${asOf} on`,
          found: validUntil,
        };
      } else if (today !== undefined && validUntil !== undefined && validUntil < today) {
        yield {
          location: location('validUntil'),
          message: `The claim "${name}" was valid until ${validUntil}. Check the figure with ${String(claim['source'])} and write the new day.`,
          expected: `a day from ${today} on`,
          found: validUntil,
        };
      }
      if (today !== undefined && asOf !== undefined && asOf > today) {
        yield {
          location: location('asOf'),
          message: `The claim "${name}" is said to be true as of ${asOf}, a day that has not come yet.`,
          expected: `a day up to ${today}`,
          found: asOf,
        };
      }
    }
  },
};

/** An unused claim with a similar name in several texts or languages: the claim is misspelled, not all of the texts. */
function* misspelledClaims(names: readonly string[], { keys }: TextStore, file: string): Generator<FindingDraft> {
  const named = [...keys.values()].flatMap(listClaimUses);
  const missing = named.filter((name, index) => !names.includes(name) && named.indexOf(name) < index);
  for (const found of missing.length === 0 ? [] : names.filter((name) => !named.includes(name))) {
    const suggestion = suggestName(found, missing);
    if (suggestion === undefined) continue;
    yield {
      location: { file, path: ['claims', found], at: 'key' },
      message: `No text names the claim "${found}", and texts name "${suggestion}", which does not exist.`,
      expected: `"${suggestion}", or texts that name "${found}"`,
      found,
      suggestion,
    };
  }
}

/** Two different figures of one source and kind: one is outdated or mistyped. */
function* conflicts(all: JsonObject, file: string): Generator<FindingDraft> {
  const first = new Map<string, { readonly name: string; readonly value: unknown }>();
  for (const [name, claim] of Object.entries(all)) {
    if (!isObject(claim)) continue;
    const { source, format, currency, unit, to, value } = claim;
    const key = JSON.stringify([source, format, currency, unit, to === undefined]);
    const other = first.get(key);
    if (other === undefined) first.set(key, { name, value });
    else if (other.value !== value)
      yield {
        location: { file, path: ['claims', name, 'value'] },
        message: `The claims "${other.name}" and "${name}" have one source, ${JSON.stringify(source)}, and two figures: ${String(other.value)} and ${String(value)}. Find out which is right, or describe what each of them counts.`,
        expected: `${String(other.value)}, or a source that says what is counted`,
        found: value,
      };
  }
}

const ofStaff = /(?:^|\/)staff\./;

const inTexts = checkEachText(
  getFileTexts,
  ({ references: { site }, written }) => {
    const ofPolicies = new Set(site.policies.flatMap((id) => [...listStrings(written.get(id)?.value)]));
    // While the policies of the site document or a page of them cannot be read, or one has no page, its texts are unknown.
    const document = written.get('site');
    const isMissing =
      document?.readable !== true ||
      checkWrittenShape(document, 'schema').some(({ location }) => location.path[0] === 'policies') ||
      site.policies.map((id) => written.get(id)).some((page) => page?.kind !== 'page' || !page.readable);
    return (key) => [site, isMissing || ofPolicies.has(withoutPlural(key))] as const;
  },
  (key, versions, [site, isOfPolicy]) => findTypedFigures(versions, site, { isOfStaff: ofStaff.test(key), isOfPolicy }),
);
