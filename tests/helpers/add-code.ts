import type { Backend } from '#server/app/backend.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';

/** An inviter with places and a code. */
export async function addCode(
  backend: Backend,
  label: string,
  places: number,
  more: { firstName?: string | null; landing?: string } = {},
): Promise<void> {
  const at = new Date(backend.ports.clock.now()).toISOString();
  const { db } = backend.ports.database;
  await db
    .insertInto('inviters')
    .values({
      id: `inviter-${label}`,
      kind: 'member',
      state: 'active',
      first_name: more.firstName ?? 'Anna',
      email_canonical: null,
      issued: places,
      free: places,
      pending: 0,
      active: 0,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('registration_codes')
    .values({
      code: toCanonicalCode(label) ?? '',
      label,
      kind: 'access',
      state: 'active',
      inviter_id: `inviter-${label}`,
      landing: more.landing ?? null,
      referrer_ban: 'listed',
      expires_at: null,
      created_at: at,
    })
    .execute();
}
