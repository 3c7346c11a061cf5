/** Parts of the overview, in the order of its menu. */
export const parts = [
  { part: 'documents', path: '/dev', title: 'Documents' },
  { part: 'blocks', path: '/dev/blocks', title: 'Blocks' },
  { part: 'journeys', path: '/dev/journeys', title: 'Journeys' },
  { part: 'desk', path: '/dev/desk', title: 'Findings, impact, calendar, ledger' },
] as const;

export type DevPart = (typeof parts)[number]['part'];

/**
 * @param path below the base path, with or without Vike's suffix for page data
 * @returns `null` for other addresses
 */
export function findPart(path: string): DevPart | null {
  const page = path.replace(/\/index\.pageContext\.json$/, '').replace(/(?<=.)\/$/, '');
  return parts.find((each) => each.path === page)?.part ?? null;
}
