import { Mistake } from '#engine/base/errors.ts';
import type { GuardName } from '#schemas/generated/vocabulary.ts';
import { admin } from './admin.ts';
import { applied } from './applied.ts';
import { forbiddenReferrer } from './forbidden-referrer.ts';
import { locale } from './locale.ts';
import { registration } from './registration.ts';
import { tokenWithEmail } from './token-with-email.ts';
import type { GuardDefinition } from './types.ts';

export { findForbidden } from './forbidden-referrer.ts';
export type { GuardDefinition, GuardFacts } from './types.ts';

/** Every guard a document may name. */
export const guards: Readonly<Record<GuardName, GuardDefinition>> = {
  'forbidden-referrer': forbiddenReferrer,
  'token-with-email': tokenWithEmail,
  admin,
  applied,
  locale,
  registration,
};

/**
 * The guard of a name. Throws for a name that does not exist (G4): the page is then not shown at all, because a page
 * whose guard is missing must never be open to everybody.
 */
export function guardNamed(name: string): GuardDefinition {
  const found = Object.entries(guards).find(([known]) => known === name)?.[1];
  if (found !== undefined) return found;
  throw new Mistake(
    `The guard "${name}" does not exist. A document may name ${Object.keys(guards)
      .map((known) => `"${known}"`)
      .join(', ')}.`,
  );
}
