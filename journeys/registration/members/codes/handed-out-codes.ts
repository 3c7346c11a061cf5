import type { Db } from '#server/platform/database/open-database.ts';

/** Codes of all kinds beside their inviters, whose codes share one balance. */
export const codesAndInviters = (db: Db) =>
  db.selectFrom('registration_codes as codes').innerJoin('inviters', 'inviters.id', 'codes.inviter_id');

/** What inviters hand out: neither generated links nor released invitations. */
export const handedOutCodes = (db: Db) => selectHandedOut(codesAndInviters(db));

/** The same of codes that are joined with their inviters already. */
export const selectHandedOut = (codes: ReturnType<typeof codesAndInviters>) =>
  codes.where('codes.kind', '=', 'access').where('inviters.kind', '!=', 'invitation');

/** What every list of codes shows, and what a code's state follows from. */
export const listedColumns = [
  'codes.label',
  'codes.state',
  'codes.landing',
  'codes.expires_at',
  'inviters.state as inviter_state',
  'inviters.first_name',
  'inviters.issued',
  'inviters.free',
  'inviters.pending',
  'inviters.active',
] as const;
