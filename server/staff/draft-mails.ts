import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { audit } from './audit/append.ts';
import { getPermissions, type Permission } from './permissions.ts';
import type { StaffPorts } from './ports.ts';

/** A colleague who gets mails about drafts. */
export interface DraftMailReader {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Of the last sign-in. */
  readonly locale: Locale;
  readonly permissions: readonly Permission[];
}

/** Active colleagues who have not turned mails about drafts off. */
export async function listDraftMailReaders(db: Db): Promise<readonly DraftMailReader[]> {
  const rows = await db
    .selectFrom('admins')
    .select(['id', 'name', 'email', 'locale', 'staff_group'])
    .where('disabled_at', 'is', null)
    .where('draft_mails', '=', 1)
    .orderBy('id')
    .execute();
  const [first = 'en'] = locales;
  return rows.map(({ id, name, email, locale, staff_group: group }) => ({
    id,
    name,
    email,
    locale: locales.find((each) => each === locale) ?? first,
    permissions: getPermissions(group),
  }));
}

export async function findDraftMails({ database: { db } }: StaffPorts, adminId: string): Promise<boolean> {
  const row = await db.selectFrom('admins').select('draft_mails').where('id', '=', adminId).executeTakeFirst();
  return row?.draft_mails === 1;
}

export interface DraftMailsChoice {
  readonly adminId: string;
  readonly wanted: boolean;
  readonly locale: Locale;
}

/** Turns mails about drafts on or off for a user. */
export function setDraftMails(ports: StaffPorts, { adminId, wanted, locale }: DraftMailsChoice): Promise<void> {
  return withTransaction(ports.database, async (tx) => {
    await tx
      .updateTable('admins')
      .set({ draft_mails: wanted ? 1 : 0, locale })
      .where('id', '=', adminId)
      .execute();
    await audit(tx, ports, { actor: adminId, action: 'admin.draft-mails', subject: adminId, after: { wanted } });
  });
}
