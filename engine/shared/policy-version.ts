import type { Policy } from '#schemas/generated/documents.ts';

/** The newest version of a policy: its dates are ISO 8601, so that they sort chronologically. */
export function findNewestVersion(versions: Readonly<Record<string, unknown>>): string {
  return Object.keys(versions).toSorted().at(-1) ?? '';
}

/** Whether a policy has this version, in general or for one of its countries. */
export function hasVersion({ versions, countries = {} }: Policy, version: string): boolean {
  return (
    Object.hasOwn(versions, version) ||
    Object.entries(countries).some(([country, own]) =>
      Object.keys(own.versions).some((day) => `${day}-${country}` === version),
    )
  );
}

/** The version that members of a country accept (V2): its date, and the country if it has its own text. */
export function chooseVersion(policy: Policy, country: string): string {
  const own = policy.countries?.[country];
  return own === undefined ? findNewestVersion(policy.versions) : `${findNewestVersion(own.versions)}-${country}`;
}
