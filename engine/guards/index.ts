import { UserError } from '#engine/shared/errors.ts';
import type { SiteJourney } from '#engine/documents/types.ts';
import { admin, staff } from './admin.ts';
import { locale } from './locale.ts';
import type { GuardDefinition } from './types.ts';

const own: readonly GuardDefinition[] = [admin, staff, locale];

/**
 * The guard of a name, of the engine or of the site's journeys. Throws for an unknown name (G4): the page is then
 * not shown, because a page without its guard must never be public.
 */
export function guardNamed(name: string, journeys: readonly SiteJourney[]): GuardDefinition {
  const guards = [...own, ...journeys.flatMap((journey) => journey.guards ?? [])];
  const found = guards.find((guard) => guard.name === name);
  if (found !== undefined) return found;
  throw new UserError(
    `The guard "${name}" does not exist. A document may name ${guards.map((guard) => `"${guard.name}"`).join(', ')}.`,
  );
}
