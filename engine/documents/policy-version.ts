/** The newest version of a policy: its days are ISO 8601, so that their order is the order of time. */
export function newestVersion(versions: Readonly<Record<string, unknown>>): string {
  return Object.keys(versions).toSorted().at(-1) ?? '';
}
