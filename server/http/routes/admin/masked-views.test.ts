import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLOutputType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { getAdminCookieName } from '#server/site/sessions/access-cookies.ts';
import { getPermissions, type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { findFormView, PASSWORD, send, findTable } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { ORIGIN } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const schema = buildSchema(
  readFileSync(join(import.meta.dirname, '../../../../schemas/generated/graphql/schema.graphql'), 'utf8'),
);
const pages = [...createRouteTable(site).routes.keys()].filter((path) => /^\/admin(?:\/|$)/.test(path));

/** Of everybody whose data the lists show, in any spelling that markup, addresses and scripts may give it. */
const CANARIES = /kanar[iy]|zwitscher|flatter/i;
const member = { email: 'Kanarienvogel.1@masked.example', firstName: 'Zwitscher', lastName: 'Flatter' };

/** Fields of an answer, all the way down. */
function selection(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).map((field) => field.name + selection(field.type));
  return `{ ${fields.join(' ')} }`;
}

/** The query with each value of each choice that it offers. */
function listQueries(name: string): readonly string[] {
  const field = schema.getQueryType()?.getFields()[name];
  if (field === undefined) throw new Error(`The schema has no query "${name}".`);
  const choices = field.args.flatMap(({ name: argument, type }: GraphQLArgument) => {
    const named = getNamedType(type);
    return isEnumType(named) ? named.getValues().map((value) => `(${argument}: ${value.name})`) : [];
  });
  return ['', ...choices].map((chosen) => `{ ${name}${chosen} ${selection(field.type)} }`);
}

/** Files that hold whole addresses for staff users who may view people. */
const WHOLE: ReadonlySet<string> = new Set(['/do/admin/file/waiting-list', '/do/admin/file/membership-interest']);

describe('what a view masks', () => {
  const { start } = bench('sqlite');

  async function serve() {
    const backend = await start({ documents: () => site });
    const server = await serveSite({ site, backend, settings: testSettings({ GRAPHQL_PERSISTED_ONLY: 'false' }) });
    await addCode(backend, 'PLACES', 9);
    await backend.members.register(request(member));
    await backend.members.register(request({ ...member, email: 'kanary.2@masked.example' }));
    for (const index of [3, 4]) {
      const form = { email: `kanari.${index}@masked.example`, country: 'FR' };
      await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
      const token = await backend.members.makeToken('lobby', form.email, 3_600);
      await backend.members.joinWaitingList({ form: { token }, locale: 'fr', network: '192.0.2.1' });
    }
    const { db } = backend.ports.database;
    await db
      .updateTable('waiting_list')
      .set({ state: 'invited' })
      .where('email', '=', 'kanari.4@masked.example')
      .execute();
    const letters = await db.selectFrom('outbox').select('id').execute();
    for (const [index, status] of (['dead', 'queued', 'sent', 'kept'] as const).entries())
      await db
        .updateTable('outbox')
        .set({ status, next_attempt_at: new Date(backend.ports.clock.now() + 3_600_000).toISOString() })
        .where('id', '=', letters[index]?.id ?? '')
        .execute();
    const as = async (group: StaffGroup) => {
      const email = `${group}@example.com`;
      const made = await backend.staff.createAdmin({ email, name: group, password: PASSWORD, group });
      const subject = made.outcome === 'created' ? made.admin.id : '';
      const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
      const cookie = `${getAdminCookieName(true)}=${token}`;
      return { visitor: server.visitor({ cookie }), cookie };
    };
    const ask = async (query: string, cookie: string): Promise<string> =>
      (
        await fetch(new URL('graphql', server.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, origin: ORIGIN },
          body: JSON.stringify({ query }),
        })
      ).text();
    return { backend, db, as, ask };
  }

  test('is in no byte of any page, list, file or answer of the API, and no group of the staff gets one', async () => {
    const { backend, db, as, ask } = await serve();
    expect(pages.length).toBeGreaterThan(10);
    const masked: string[] = [];
    for (const group of staffGroups) {
      const { visitor, cookie } = await as(group);
      // What every page leads to: parts of lists, their orders and files. What visitors see is another matter.
      const paths = new Set(pages);
      for (const path of paths) {
        const { status, body, headers } = await visitor.get(path);
        // Whole addresses are what these files are for, where a group may look at people; each is audited.
        if (WHOLE.has(path.split('?', 1)[0] ?? '') && getPermissions(group).includes('people')) continue;
        const text = `${body}\n${[...headers.values()].join('\n')}`;
        expect([
          group,
          path,
          CANARIES.exec(decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')))?.[0],
        ]).toEqual([group, path, undefined]);
        if (status === 200 && /k…@masked\.example/i.test(body)) masked.push(path);
        // An administrator sees all pages, and what these lead to in the same words as others.
        if (group !== 'admin') continue;
        for (const [link] of body.matchAll(/(?<!\/do)\/(?:admin|do\/admin\/file)\/?[\w/?=%.-]*/g))
          if (!/mail-preview|signin|provider|file\/ending|sort=|actor=|action=/.test(link) && paths.size < 100)
            paths.add(link);
      }
      const queries = Object.keys(backend.adminPages.operations.Query).map(listQueries);
      for (const query of group === 'admin' ? queries.flat() : queries.map(([first = '']) => first))
        expect([group, query, CANARIES.exec(await ask(query, cookie))]).toEqual([group, query, null]);
    }
    // Each of these was really there, and looked at in all its parts.
    for (const path of ['/admin/mails?state=sent', '/admin/waitinglist?state=invited', '/admin/membership-interest'])
      expect(masked).toContain(path);
    expect(await db.selectFrom('audit_entries').select('action').where('action', '=', 'person.view').execute()).toEqual(
      [],
    );
  });

  test('a search shows people by ids, whatever it was for, and is written down without what was searched for', async () => {
    const { backend, db, as, ask } = await serve();
    const { visitor, cookie } = await as('support');
    const search = findFormView(await visitor.get('/admin/people'), 'find-person');
    const found = await send(visitor, search, { search: 'PLACES' });
    expect(findTable(found).rows).toHaveLength(2);
    expect(CANARIES.exec(found.body)).toBeNull();
    // What was typed is its sender's; what leads on is not made of it.
    const waiting = await send(visitor, search, { search: 'kanari.3@masked.example' });
    const [open] = findTable(waiting).rows[0]?.cells.at(-1)?.forms ?? [];
    expect(findTable(waiting).rows[0]?.cells[0]?.text).toBe('k…@masked.example');
    expect(CANARIES.exec(JSON.stringify(findTable(waiting)))).toBeNull();
    if (open === undefined) throw new Error('Nobody can be opened.');
    const opened = await send(visitor, open);
    expect(opened.body).toContain('kanari.3@masked.example');
    await send(visitor, findFormView(opened, 'export-person'));
    expect(
      CANARIES.exec(await ask('mutation { findPeople(search: "PLACES") { code people { id email } } }', cookie)),
    ).toBeNull();
    const entries = await backend.staff.readAudit(20);
    const searches = entries.filter(({ action }) => action === 'person.search');
    expect(searches.map(({ details }) => details)).toEqual(
      [
        { by: 'code', rows: 2 },
        { by: 'address', rows: 0 },
        { by: 'code', rows: 2 },
      ].map((details) => JSON.stringify(details)),
    );
    const whose = await db
      .selectFrom('waiting_list')
      .select('id')
      .where('email', '=', 'kanari.3@masked.example')
      .execute();
    const deeds = entries.filter(({ action }) => action === 'person.view' || action === 'person.export');
    expect(deeds.map(({ subject }) => subject)).toEqual(whose.flatMap(({ id }) => [id, id]));
    expect(CANARIES.exec(JSON.stringify(entries))).toBeNull();
  });
});
