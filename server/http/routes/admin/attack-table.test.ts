import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { HOUR } from '#server/platform/database/timestamp.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { getAdminCookieName } from '#server/site/sessions/access-cookies.ts';
import { type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { findFormView, PASSWORD } from '#tests/helpers/admin-visitor.ts';
import type { World } from '#tests/helpers/attack-row.ts';
import { experiment, noWorld, rows } from '#tests/helpers/attack-rows.ts';
import { addCode, bench, pageEngines, request, START, type TestBackend } from '#tests/helpers/backend.ts';
import type { MenuView } from '#engine/shared/data-view.ts';
import { ORIGIN } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();

const invitations = ['admin', 'support'] as const;
const support = ['admin', 'support'] as const;
const publish = ['admin', 'publisher'] as const;

/** Every file that pages lead to. */
const files: Readonly<
  Record<string, { readonly groups: readonly StaffGroup[]; readonly query?: string; readonly isList?: false }>
> = {
  'waiting-list': { groups: invitations },
  'membership-interest': { groups: invitations },
  links: { groups: ['admin', 'publisher', 'support'] },
  codes: { groups: invitations },
  mails: { groups: support },
  'form-entries': { groups: support },
  audit: { groups: ['admin'] },
  results: { groups: ['admin', 'publisher', 'analyst'], query: `?experiment=${experiment}` },
  ending: { groups: publish, query: `?experiment=${experiment}`, isList: false },
  'mail-preview': { groups: support, query: '?mail=invitation&language=pl', isList: false },
  picture: {
    groups: ['admin', 'publisher', 'author', 'analyst'],
    query: '?path=images/satin.jpg',
    isList: false,
  },
  'draft-page': {
    groups: ['admin', 'publisher', 'author', 'analyst'],
    query: '?draft={draft}&document=pages/about-us&locale=en',
    isList: false,
  },
  'studio-document': {
    groups: ['admin', 'publisher', 'author', 'analyst'],
    query: '?draft={draft}&document=pages/about-us',
    isList: false,
  },
  'studio-impact': {
    groups: ['admin', 'publisher', 'author', 'analyst'],
    query: '?draft={draft}&document=landings/default&locale=de',
    isList: false,
  },
  'studio-blocks': { groups: ['admin', 'publisher', 'author', 'analyst'], query: '?draft={draft}', isList: false },
  'rule-page': { groups: ['admin', 'publisher', 'author', 'analyst'], query: '?rule=single-h1', isList: false },
  'studio-frame': {
    groups: ['admin', 'publisher', 'author', 'analyst'],
    query: '?draft={draft}&document=pages/about-us&locale=en',
    isList: false,
  },
  'template-picture': { groups: ['admin', 'publisher', 'author', 'analyst'], query: '?template=shop', isList: false },
  translations: {
    groups: ['admin', 'publisher', 'author', 'analyst'],
    query: '?draft={draft}&language=de&format=csv&texts=all',
    isList: false,
  },
  'interest-letter': { groups: invitations, query: '?answer=accept&language=fr', isList: false },
};

const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#6B1221' } })
  .png()
  .toBuffer();

function withFile(values: Readonly<Record<string, string>>, file: string | true): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  form.append('file', file === true ? new File([new Uint8Array(png)], 'hall.png') : new File([file], 'back.csv'));
  return form;
}

/** A draft in which a page has another layout of its file. */
async function makeDraft({ publications }: TestBackend, name: string, page = 'about-us'): Promise<string> {
  const path = `pages-config/pages/${page}.json`;
  const { id } = await publications.createDraft({ name, actor: 'system' });
  const content = `${(await publications.readContent()).get(path)}${'\n'.repeat(name.charCodeAt(0))}`;
  await publications.saveFiles({ draft: id, files: [{ path, content, version: 0 }], actor: 'system' });
  return id;
}

describe.each(pageEngines)('attacks on the operations of admin pages on %s', (engine) => {
  const { start: open } = bench(engine);

  async function serve() {
    const backend = await open({ documents: () => site, project: publishedProject() });
    const server = await serveSite({ site, backend, settings: testSettings({ GRAPHQL_PERSISTED_ONLY: 'false' }) });
    const { db } = backend.ports.database;
    const admins = new Map<StaffGroup, string>();
    const authenticators = new Map<StaffGroup, Authenticator>();
    for (const group of staffGroups) {
      const email = `${group}@example.com`;
      const made = await backend.staff.createAdmin({ email, name: group, password: PASSWORD, group });
      if (made.outcome !== 'created') throw new Error('Expected an account.');
      admins.set(group, made.admin.id);
      const authenticator = new Authenticator();
      const { options, ticket } = await backend.staff.offerToAddPasskey(made.admin, group);
      const passkey = { ticket, credential: authenticator.create(options), browser: group };
      await backend.staff.addPasskey({ adminId: made.admin.id, name: 'Key', ...passkey });
      authenticators.set(group, authenticator);
    }
    /** A browser with a fresh sign-in, and the token of its forms. */
    const browser = async (group: StaffGroup) => {
      const { token } = await backend.staff.issueAccessToken({
        role: 'admin',
        subject: admins.get(group) ?? '',
        replaces: null,
      });
      const cookie = `${getAdminCookieName(true)}=${token}`;
      const visitor = server.visitor({ cookie });
      const { signOut } = (await visitor.get('/admin')).data['header/menu'] as MenuView;
      const authenticator = authenticators.get(group) ?? new Authenticator();
      return { visitor, cookie, authenticator, token: signOut.hidden['_token'] ?? '' };
    };
    await addCode(backend, 'PLACES', 3);
    await backend.members.register(request());
    for (const name of ['anna', 'eva', 'ida']) {
      const form = { email: `${name}@example.com`, country: 'FR' };
      await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
      const token = await backend.members.makeToken('lobby', form.email, 3_600);
      await backend.members.joinWaitingList({ form: { token }, locale: 'fr', network: '192.0.2.1' });
    }
    const [mail, ...more] = await db.selectFrom('outbox').select('id').limit(3).execute();
    const others = more.map(({ id }) => id);
    await db
      .updateTable('outbox')
      .set({ status: 'dead' })
      .where('id', 'in', [mail?.id ?? '', ...others])
      .execute();
    const applicants = await db.selectFrom('membership_interest').select('id').execute();
    const program = await backend.staff.createApiToken({ name: 'crm', scopes: ['links'], holder: null, days: 1 });
    const [draft, spareDraft] = [await makeDraft(backend, 'A'), await makeDraft(backend, 'B')];
    const colleague = await backend.staff.createAdmin({ email: 'c@example.com', name: 'C', password: null });
    const facts = { at: null, country: null, consent: null, webView: false, referrer: null, variations: {} };
    const looks = [1, 2].map(() => {
      const subject = { kind: 'published' } as const;
      return backend.previews?.create({ subject, path: '/', locale: 'en', facts, days: 1, actor: 'system' });
    });
    const previews = (await Promise.all(looks)).flatMap((link) => (link && link !== 'full' ? [link.id] : []));
    for (const name of ['Marie', 'Marie Zwei', 'Marie Drei'])
      await backend.formEntries.submitForm({
        site,
        form: 'forms/press',
        fields: new URLSearchParams({
          name,
          email: 'marie@example.com',
          outlet: 'Paper',
          topic: 'other',
          message: 'A question',
          privacy: 'on',
        }),
        locale: 'en',
        document: null,
        block: null,
        query: new URLSearchParams(),
        network: '192.0.2.1',
        formKey: null,
        attribution: null,
      });
    const entries = await db.selectFrom('form_entries').select('id').execute();
    const failed = { webhook: 'crm', entry: entries[0]?.id ?? '', status: 'dead', attempts: 18 } as const;
    const times = {
      next_attempt_at: new Date(START).toISOString(),
      created_at: new Date(START).toISOString(),
      lease_until: null,
      sent_at: null,
    };
    await db
      .insertInto('webhook_deliveries')
      .values({ id: 'failed', ...failed, ...times, body: null, last_error: 'HTTP 500' })
      .execute();
    const later = { note: 'C', goesLiveAt: START + HOUR, actor: 'system', key: 'scheduled' };
    // Of another file than the drafts: nothing is published over what is scheduled.
    const scheduled = await backend.publications.publish({
      draft: await makeDraft(backend, 'C', 'not-found'),
      ...later,
    });
    const { path: image } = await backend.uploads.add({
      image: { content: png, hash: 'a'.repeat(64), format: 'png', width: 2, height: 2, thumbnail: png },
      name: 'spare.png',
      metadata: { alt: {}, isDecorative: false, focus: { x: 50, y: 50 } },
      actor: 'system',
    });
    await backend.members.generateLink({
      form: { code: 'PLACES' },
      actor: admins.get('admin') ?? '',
      idempotencyKey: 'spare',
    });
    const invitationTokens: string[] = [];
    for (const email of ['one@example.com', 'two@example.com', 'three@example.com'])
      await backend.staff.inviteAdmin({
        email,
        group: 'author',
        locale: 'en',
        by: admins.get('admin') ?? '',
        write({ token }) {
          invitationTokens.push(token);
          return { subject: 'Invitation', html: '', text: '' };
        },
      });
    const world = async (group: StaffGroup): Promise<World> => {
      const { token } = await backend.staff.issueAccessToken({
        role: 'admin',
        subject: admins.get(group) ?? '',
        replaces: null,
      });
      const sessions = await backend.staff.listSessions(admins.get(group) ?? '', token);
      const links = { actor: admins.get(group) ?? '', locale: 'en', limit: 9 } as const;
      return {
        link: (await backend.members.listLinks(links)).links.find(({ isWithdrawn }) => !isWithdrawn)?.code ?? '',
        mail: mail?.id ?? '',
        others,
        applicants: applicants.map(({ id }) => id),
        session: sessions.find(({ own }) => own)?.id ?? '',
        email: `${group}@example.com`,
        passkey: authenticators.get(group)?.id ?? '',
        token: program.outcome === 'created' ? program.id : '',
        draft,
        seen: (await backend.publications.readDraft(draft))?.seen ?? '',
        spareDraft,
        invitation: (await backend.staff.listInvitations()).find(({ email }) => email === 'one@example.com')?.id ?? '',
        invitationToken: invitationTokens[1] ?? '',
        spareInvitationToken: invitationTokens[2] ?? '',
        colleague: colleague.outcome === 'created' ? colleague.admin.id : '',
        entries: entries.map(({ id }) => id),
        previews,
        image,
        scheduled: scheduled.code === 'PUBLISHED' ? String(scheduled.revision) : '',
      };
    };
    const deeds = async () =>
      (await db.selectFrom('audit_entries').select('action').execute()).map(({ action }) => action);
    return { backend, server, browser, world, deeds };
  }

  test('Every action is in the table, and none runs without permission, on foreign data, or twice', async () => {
    const { backend, server, browser, world, deeds } = await serve();
    expect(Object.keys(rows).toSorted()).toEqual(Object.keys(backend.adminPages.actions).toSorted());
    const others = await Promise.all(staffGroups.map(async (group) => ({ group, ...(await browser(group)) })));
    const foreign = others[0]?.token ?? '';
    for (const [name, row] of Object.entries(rows)) {
      const { groups, fields, preview, signed, counts, deed = 'nothing', times = 0 } = row;
      const sent = (values: Readonly<Record<string, string>>) =>
        row.isUpload ? withFile(values, row.isUpload) : values;
      const { page = '' } = backend.adminPages.actions[name] ?? {};
      const action = `admin/${name}`;
      const actor = groups?.[0] ?? 'admin';
      const { visitor, authenticator, token } = await browser(actor);
      const there = await world(actor);
      const own = { ...fields?.(there), ...(await signed?.({ visitor, authenticator }, there)) };
      const hidden =
        preview === undefined
          ? {}
          : findFormView(await visitor.submit(`admin/${preview}`, { ...own, _token: token }, '/'), name).hidden;
      const values = { ...own, ...hidden };
      const form = { ...values, _token: token, _key: createId(backend.ports.random) };
      const before = await deeds();

      // A form that was shown to an account is kept for it; this one says nothing of one.
      const nobody = await server.visitor().submit(action, sent({ ...values, _account: '' }), '/');
      const toSignIn = `/admin/signin?${new URLSearchParams({ next: page })}`;
      expect([name, nobody.location ?? nobody.status]).toEqual([name, groups === null ? 403 : toSignIn]);
      for (const from of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
        expect([name, from, (await visitor.submit(action, sent(form), '/', from)).status]).toEqual([name, from, 403]);
      for (const stolen of [
        { ...form, _token: '' },
        { ...form, _token: foreign },
        { ...values, _token: '' },
      ])
        expect([name, (await visitor.submit(action, sent(stolen), '/')).status]).toEqual([name, 403]);
      for (const other of others) {
        if (groups === null || groups.includes(other.group)) continue;
        const { status } = await other.visitor.submit(action, sent({ ...form, _token: other.token }), '/');
        expect([name, other.group, status]).toEqual([name, other.group, 403]);
      }
      expect([name, await deeds()]).toEqual([name, before]);

      const both = await Promise.all([
        visitor.submit(action, sent(form), '/'),
        visitor.submit(action, sent(form), '/'),
      ]);
      const answers = [...both, await visitor.submit(action, sent(form), '/')];
      // Signing in ends the session that the form was shown in, and so does an account that was just made, so that a third sending is refused.
      const third =
        name.startsWith('sign-in') || name.startsWith('accept-invitation') ? [403] : counts === 'once' ? [422] : [];
      const refused = answers.filter(({ status }) => ![200, 303].includes(status)).map(({ status }) => status);
      expect([name, refused]).toEqual([name, counts === 'once' ? [422, ...third] : third]);
      const count =
        (await deeds()).filter((each) => each === deed).length - before.filter((each) => each === deed).length;
      expect([name, deed, count]).toEqual([name, deed, times]);
    }
  });

  // What files and operations are refused for does not depend on the database.
  test.runIf(engine === 'sqlite')(
    'every file has its line, is given to those alone whose page shows it, and each list is written down each time',
    async () => {
      const { backend, server, browser, deeds } = await serve();
      expect(Object.keys(files).toSorted()).toEqual(Object.keys(backend.adminPages.downloads).toSorted());
      const [draft] = await backend.publications.listDrafts();
      for (const [name, { groups, query = '', isList = true }] of Object.entries(files)) {
        const path = `/do/admin/file/${name}${query.replace('{draft}', draft?.id ?? '')}`;
        const before = await deeds();
        expect([name, (await server.visitor().get(path)).location]).toEqual([name, '/admin/signin']);
        const program = await fetch(new URL(path.slice(1), server.url), {
          headers: { authorization: 'Bearer none' },
          redirect: 'manual',
        });
        expect([name, program.status]).toEqual([name, 303]);
        for (const group of staffGroups) {
          const allowed = groups.includes(group);
          const { visitor } = await browser(group);
          expect([name, group, (await visitor.get(path)).status]).toEqual([name, group, allowed ? 200 : 403]);
        }
        const noted = (await deeds()).length - before.length;
        expect([name, noted]).toEqual([name, isList ? groups.length : 0]);
      }
    },
  );

  test.runIf(engine === 'sqlite')(
    'every operation has its line, does the same as its page, as often, and nothing for another group or for a page of another site',
    async () => {
      const { backend, server, browser, world, deeds } = await serve();
      const known = Object.values(rows).flatMap(
        ({ operation }) => /^\w+/.exec(operation?.(noWorld, '') ?? '')?.[0] ?? [],
      );
      const own = Object.keys(backend.adminPages.operations.Mutation);
      expect(known.toSorted()).toEqual([...own, 'generateRegistrationLink', 'releaseInvitations'].toSorted());
      for (const { groups, operation, deed = 'nothing', ...row } of Object.values(rows)) {
        if (operation === undefined) continue;
        const actor = groups?.[0] ?? 'admin';
        const query = `mutation { ${operation(await world(actor), createId(backend.ports.random))} { code } }`;
        const { cookie } = await browser(actor);
        const send = async (headers: Readonly<Record<string, string>>) =>
          (
            await fetch(new URL('graphql', server.url), {
              method: 'POST',
              headers: { 'content-type': 'application/json', ...headers },
              body: JSON.stringify({ query }),
            })
          ).json() as Promise<{ readonly data?: object; readonly errors?: object }>;
        const before = await deeds();
        const evil = { cookie, origin: 'https://evil.example' };
        // As a browser says it of what a script asks for.
        const script = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
        for (const headers of [{}, evil, { ...evil, ...script }])
          expect([query, await send(headers)]).toMatchObject([query, { errors: [{}] }]);
        for (const group of staffGroups) {
          if (groups?.includes(group) !== false) continue;
          const theirs = { cookie: (await browser(group)).cookie, origin: ORIGIN };
          expect(await send(theirs)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
        }
        expect([query, await deeds()]).toEqual([query, before]);
        const mine = { cookie, origin: ORIGIN };
        const answers = [...(await Promise.all([send(mine), send(mine)])), await send(mine)];
        expect([query, answers.filter(({ errors }) => errors !== undefined)]).toEqual([query, []]);
        const count =
          (await deeds()).filter((each) => each === deed).length - before.filter((each) => each === deed).length;
        expect([query, deed, count]).toEqual([query, deed, row.operationTimes ?? row.times ?? 0]);
      }
    },
  );
});
