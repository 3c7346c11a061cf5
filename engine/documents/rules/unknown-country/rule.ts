import { findTodaysCountry, isCountry } from '#engine/shared/countries.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { selectExperiments } from '../../build-experiments.ts';
import { isObject } from '../../json.ts';
import { findUnservedCountry } from '../../offered-countries.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path, SourceLocation } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';

export const unknownCountry: Rule = {
  id: 'unknown-country',
  severity: 'error',
  description: 'Every country is a code of ISO 3166-1 that is in use.',
  project: function* (project) {
    for (const { code, location } of listCountries(project)) {
      const finding =
        checkCountry(code, location) ??
        (location.path[0] === 'policies' ? findUnservedCountry(code, location) : undefined);
      if (finding !== undefined) yield finding;
    }
  },
};

interface Country {
  readonly code: unknown;
  readonly location: SourceLocation;
}

/** Countries of the address, of claims, of policies, and of targeting. */
function* listCountries({ written }: Pick<Project, 'written'>): Generator<Country> {
  const document = written.get('site');
  if (document !== undefined) {
    const at = (path: Path, key?: 'key'): SourceLocation => ({ file: document.file, path, at: key });
    const { organization, claims, policies } = document.value;
    const address = isObject(organization) ? organization['address'] : undefined;
    if (isObject(address)) yield { code: address['country'], location: at(['organization', 'address', 'country']) };
    for (const [name, claim] of Object.entries(isObject(claims) ? claims : {})) {
      const countries = isObject(claim) && isObject(claim['countries']) ? claim['countries'] : {};
      for (const code of Object.keys(countries))
        yield { code, location: at(['claims', name, 'countries', code], 'key') };
    }
    for (const [name, policy] of Object.entries(isObject(policies) ? policies : {})) {
      const countries = isObject(policy) && isObject(policy['countries']) ? policy['countries'] : {};
      for (const code of Object.keys(countries))
        yield { code, location: at(['policies', name, 'countries', code], 'key') };
    }
  }
  for (const { file, value } of selectExperiments(written.values())) {
    const countries = isObject(value['targeting']) ? value['targeting']['countries'] : undefined;
    for (const [index, code] of (Array.isArray(countries) ? countries : []).entries())
      yield { code, location: { file, path: ['targeting', 'countries', index] } };
  }
}

/** The rule `schema` reports invalid formats. */
function checkCountry(code: unknown, location: SourceLocation): FindingDraft | undefined {
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) return undefined;
  if (isCountry(code)) return undefined;
  const today = findTodaysCountry(code);
  const suggestion =
    today !== code && today !== undefined
      ? today
      : suggestName(code, ['GB', 'DE', 'FR', 'CH', 'AT', 'IT', 'NL', 'PL', 'SE', 'US']);
  return {
    location,
    message: `There is no country "${code}" in ISO 3166-1, so no visitor comes from it.`,
    expected: 'a code in use, such as DE, or GB for the United Kingdom',
    found: code,
    suggestion,
  };
}
