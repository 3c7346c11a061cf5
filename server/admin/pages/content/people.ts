import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Staff } from '#server/staff/index.ts';

/** Name of the author of a change, from the actor that drafts and revisions store. */
export type GetName = (actor: string) => string;

/** Names of all staff users, read once per page. */
export async function readNames(staff: Pick<Staff, 'listAdmins'>, { t }: Pick<AdminRequest, 't'>): Promise<GetName> {
  const names = new Map((await staff.listAdmins()).map(({ id, name }) => [id, name]));
  return (actor) => {
    const known: string = `audit.actor.${actor}`;
    return names.get(actor) ?? (t.has(known) ? t(known) : actor);
  };
}
