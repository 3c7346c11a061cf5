import type { Policy } from '#schemas/generated/documents.ts';

/** The newest version of a policy: its days are ISO 8601, so that their order is the order of time. */
export function newestVersion(versions: Readonly<Record<string, unknown>>): string {
  return Object.keys(versions).toSorted().at(-1) ?? '';
}

/** What members of a country accept (V2): the day of the version, and the country where that has a text of its own. */
export function versionFor(policy: Policy, country: string): string {
  const own = policy.countries?.[country];
  return own === undefined ? newestVersion(policy.versions) : `${newestVersion(own.versions)}-${country}`;
}
