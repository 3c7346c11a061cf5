import { signedIn, findTable } from './admin-visitor.ts';
import type { Bench } from './backend.ts';
import type { Answer, TestVisitor } from './plain-server.ts';
import { projectSiteWithoutWindows } from './project-site.ts';
import { serveSite, testSettings } from './site-server.ts';

const site = await projectSiteWithoutWindows();

export const listCells = (answer: Answer): readonly (readonly string[])[] =>
  findTable(answer).rows.map(({ cells }) => cells.map(({ text }) => text));

export const follow = async (visitor: TestVisitor, answer: Answer): Promise<Answer> =>
  visitor.get(answer.location ?? '');

/** A server with the pages about members, on a fresh database. */
export async function serveMemberPages(start: Bench['start']) {
  const backend = await start();
  const server = await serveSite({ site, backend, settings: testSettings() });
  const { db } = backend.ports.database;
  const wait = (count: number) =>
    db
      .insertInto('waiting_list')
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: `waits-${index}`,
          email: `guest-${index}@example.com`,
          email_canonical: `guest-${index}@example.com`,
          locale: 'de',
          country: 'DE',
          state: 'joined' as const,
          joined_at: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
          invited_at: null,
          invitation_code: null,
        })),
      )
      .execute();
  const mails = async () => (await backend.outbox.list(500)).map(({ to, template }) => [to, template]);
  const deeds = async () => (await backend.staff.readAudit(99)).map(({ action }) => action);
  return {
    backend,
    server,
    db,
    wait,
    mails,
    deeds,
    as: (group: 'admin' | 'support') => signedIn(server, backend, group),
  };
}
