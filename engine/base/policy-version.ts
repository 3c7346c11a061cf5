import type { Policy } from '#schemas/generated/documents.ts';

/** The newest version of a policy: its days are ISO 8601, so that their order is the order of time. */
export function newestVersion(versions: Readonly<Record<string, unknown>>): string {
  return Object.keys(versions).toSorted().at(-1) ?? '';
}

/** Whether a policy has, or had, this version, for everybody or for one of its countries. */
export function hasVersion({ versions, countries = {} }: Policy, version: string): boolean {
  return (
    Object.hasOwn(versions, version) ||
    Object.entries(countries).some(([country, own]) =>
      Object.keys(own.versions).some((day) => `${day}-${country}` === version),
    )
  );
}

/** What members of a country accept (V2): the day of the version, and the country where that has a text of its own. */
export function versionFor(policy: Policy, country: string): string {
  const own = policy.countries?.[country];
  return own === undefined ? newestVersion(policy.versions) : `${newestVersion(own.versions)}-${country}`;
}
