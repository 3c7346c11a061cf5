import { listNamedClaims } from '#engine/shared/claim-name.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { isBlockForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { listStrings } from '#engine/documents/json.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { listQuestions, listShownForms } from './forms.ts';

type Countries = readonly string[];

const NONE: Countries = [];
const NOWHERE: ReadonlySet<string> = new Set();

/** Claim → countries with a figure of their own; claims with the same figure everywhere are left out. */
const byClaim = memoizePerObject(
  (claims: Site['config']['claims']): ReadonlyMap<string, Countries> =>
    new Map(
      Object.entries(claims).flatMap(([name, { countries }]) =>
        countries === undefined ? [] : [[name, Object.keys(countries)] as const],
      ),
    ),
);

/** Translation key → countries of the claims in its text in any language; keys of plurals without their form. */
const byKey = memoizePerObject(({ config, texts }: Site): ReadonlyMap<string, Countries> => {
  const found = new Map<string, Countries>();
  for (const language of texts.values())
    for (const [key, text] of language) {
      const countries = namedIn(text, byClaim(config.claims));
      if (countries.length === 0) continue;
      for (const name of [key, key.replace(/_[a-z]+$/, '')])
        found.set(name, [...(found.get(name) ?? NONE), ...countries]);
    }
  return found;
});

/**
 * Countries with a figure of their own in the claims that the texts of a document name: of its title and description, its blocks, and
 * the forms in them. A page without any is the same for visitors of all countries.
 */
export function listClaimCountries(document: ResolvedDocument, site: Site): ReadonlySet<string> {
  if (byClaim(site.config.claims).size === 0) return NOWHERE;
  const { meta, blocks } = document;
  const forms = [...listShownForms(document, site), ...listQuestions(document, site).values()].map((form) =>
    isBlockForm(form) ? site.forms.get(splitBlockForm(form).document) : getFormRules(form, site),
  );
  // Every string may be a text: one that is none names no claim and is no key.
  return new Set(
    listStrings([meta, blocks, forms]).flatMap((text) => [
      ...(byKey(site).get(text) ?? NONE),
      ...namedIn(text, byClaim(site.config.claims)),
    ]),
  );
}

const namedIn = (text: string, countries: ReadonlyMap<string, Countries>): Countries =>
  listNamedClaims(text).flatMap((name) => countries.get(name) ?? NONE);
