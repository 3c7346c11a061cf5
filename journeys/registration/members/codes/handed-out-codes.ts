import type { Db } from '#server/platform/database/open-database.ts';

/** Codes of all kinds joined with their inviters. */
export const selectCodesAndInviters = (db: Db) =>
  db.selectFrom('registration_codes as codes').innerJoin('inviters', 'inviters.id', 'codes.inviter_id');

/** Codes issued by inviters, without generated links and released invitations. */
export const selectHandedOutCodes = (db: Db) => selectHandedOut(selectCodesAndInviters(db));

/** The same for an existing join. */
export const selectHandedOut = (codes: ReturnType<typeof selectCodesAndInviters>) =>
  codes.where('codes.kind', '=', 'access').where('inviters.kind', '!=', 'invitation');

/** Columns of lists of codes, and for the state of a code. */
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
