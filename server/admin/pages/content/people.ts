import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Staff } from '#server/staff/index.ts';

/** Name of the author of a change, from the actor that drafts and revisions store. */
export type GetName = (actor: string) => string;

/** Names of all staff users, and of the tokens of API clients, read once per page. */
export async function readNames(
  staff: Pick<Staff, 'listAdmins' | 'listApiTokens'>,
  { t }: Pick<AdminRequest, 't'>,
): Promise<GetName> {
  const [admins, tokens] = await Promise.all([staff.listAdmins(), staff.listApiTokens()]);
  const names = new Map([
    ...admins.map(({ id, name }) => [id, name] as const),
    ...tokens.map(({ id, name }) => [`program:${id}`, name] as const),
  ]);
  return (actor) => {
    const known: string = `audit.actor.${actor}`;
    const other = actor.startsWith('program:') ? t('content.formerClient') : actor;
    return names.get(actor) ?? (t.has(known) ? t(known) : other);
  };
}
