import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import type { RegistrationCodesTable } from '#journeys/registration/members/tables.ts';
import type { Person } from './person.ts';

/** Error → what happens to the newest code of a person, so that it is refused for it from then on. */
const ways: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  // Anyone who is invited by name has a start page of their own.
  CUSTOMIZATION_MISSING: (person) =>
    Promise.all([ofCode(person, { landing: 'landings/lost' }), ofInviter(person, { first_name: null })]),
  INVITER_INVALID: ({ stage, code }) =>
    stage.backend.members.blockCode({ what: 'inviter', state: 'blocked', code, actor: 'admin' }),
  REFERER_INVALID: (person) => ofCode(person, { referrer_ban: 'always' }),
  REGISTRATION_CODE_INVALID: ({ stage, code }) =>
    stage.backend.members.blockCode({ what: 'code', state: 'blocked', code, actor: 'admin' }),
  REGISTRATION_CODE_NO_BALANCE_LEFT: (person) => ofInviter(person, { issued: 0, free: 0 }),
  REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS: (person) => person.takesPlace(`first-${person.email}`),
  REGISTRATION_CODE_EXPIRED: (person) =>
    ofCode(person, { expires_at: getCurrentTimestamp(person.stage.backend.ports.clock, -1_000) }),
  REGISTRATION_CODE_TIMESTAMP_MISSING: (person) => ofCode(person, { kind: 'generated' }),
};

/** @throws for an error that walks know no code for */
export async function refusedCode(person: Person, error: string): Promise<string> {
  // An unknown code is refused like a blocked one.
  if (error === 'REGISTRATION_CODE_INVALID') return person.code;
  await person.invited();
  await refuseFromNowOn(person, error);
  return person.code;
}

/** Something happens to the newest code while its visitor is under way. */
export async function refuseFromNowOn(person: Person, error: string): Promise<void> {
  const way = ways[error];
  if (way === undefined) throw new Error(`Walks know no code that is refused for ${error}.`);
  await way(person);
}

type Columns = Partial<Pick<RegistrationCodesTable, 'referrer_ban' | 'kind' | 'expires_at' | 'landing'>>;

function ofCode({ stage, code }: Person, columns: Columns): Promise<unknown> {
  const { db } = stage.backend.ports.database;
  return db
    .updateTable('registration_codes')
    .set(columns)
    .where('code', '=', toCanonicalCode(code) ?? '')
    .execute();
}

function ofInviter(
  { stage, code }: Person,
  columns: { readonly first_name?: null; readonly issued?: number; readonly free?: number },
): Promise<unknown> {
  const { db } = stage.backend.ports.database;
  return db.updateTable('inviters').set(columns).where('id', '=', `inviter-${code}`).execute();
}
