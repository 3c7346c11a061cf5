import { timestampOf } from '#server/platform/database/timestamp.ts';
import { canonicalCode } from '#server/members/codes/canonical-code.ts';
import type { RegistrationCodesTable } from '#server/members/tables.ts';
import type { Person } from './person.ts';

/** Error → a code that is refused for it. */
const refusedCodes: Readonly<Record<string, (person: Person) => Promise<string>>> = {
  async CUSTOMIZATION_MISSING(person) {
    const code = await person.invited(1, 'landings/lost');
    // Anyone who is invited by name has a start page of their own.
    await person.stage.backend.ports.database.db
      .updateTable('inviters')
      .set({ first_name: null })
      .where('id', '=', `inviter-${code}`)
      .execute();
    return code;
  },
  async INVITER_INVALID(person) {
    const code = await person.invited();
    await person.stage.backend.members.blockCode({ what: 'inviter', state: 'blocked', code, actor: 'admin' });
    return code;
  },
  REFERER_INVALID: (person) => changed(person, { referrer_ban: 'always' }),
  REGISTRATION_CODE_INVALID: async (person) => person.code,
  REGISTRATION_CODE_NO_BALANCE_LEFT: (person) => person.invited(0),
  async REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS(person) {
    await person.registersElsewhere('none', `first-${person.email}`);
    return person.code;
  },
  REGISTRATION_CODE_EXPIRED: (person) =>
    changed(person, { expires_at: timestampOf(person.stage.backend.ports.clock, -1_000) }),
  REGISTRATION_CODE_TIMESTAMP_MISSING: (person) => changed(person, { kind: 'generated' }),
};

/** @throws for an error that walks know no code for */
export function refusedCode(person: Person, error: string): Promise<string> {
  const make = refusedCodes[error];
  if (make === undefined) throw new Error(`Walks know no code that is refused for ${error}.`);
  return make(person);
}

type Columns = Partial<Pick<RegistrationCodesTable, 'referrer_ban' | 'kind' | 'expires_at'>>;

async function changed(person: Person, columns: Columns): Promise<string> {
  const code = await person.invited();
  const { db } = person.stage.backend.ports.database;
  await db
    .updateTable('registration_codes')
    .set(columns)
    .where('code', '=', canonicalCode(code) ?? '')
    .execute();
  return code;
}
