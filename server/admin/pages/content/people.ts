import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Staff } from '#server/staff/index.ts';

/** The name of who changed something, as drafts and revisions store it. */
export type GetName = (actor: string) => string;

/** Names of all staff users, for one page. */
export async function readNames(
  staff: Pick<Staff, 'listAdmins'>,
  { words }: Pick<AdminRequest, 'words'>,
): Promise<GetName> {
  const names = new Map((await staff.listAdmins()).map(({ id, name }) => [id, name]));
  return (actor) => {
    const known: string = `audit.actor.${actor}`;
    return names.get(actor) ?? (words.has(known) ? words(known) : actor);
  };
}
