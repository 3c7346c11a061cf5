import { expect, test } from 'vitest';
import type { FormView, MenuView } from '#engine/shared/data-view.ts';
import { findFormView, listNotes, PASSWORD, readView, send } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { serveMemberPages } from '#tests/helpers/member-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';

const { start } = bench('sqlite');

/** Links and buttons that a user presses, from the dashboard on; typing is none. */
async function serve() {
  const served = await serveMemberPages(start);
  const { visitor } = await served.as('support');
  let presses = 0;
  let page: Answer;
  const visit = async (href: string): Promise<void> => {
    presses += 1;
    page = await visitor.get(href);
  };
  return {
    ...served,
    /** Begins anew at the dashboard. */
    async begin() {
      page = await visitor.get('/admin');
      presses = 0;
    },
    async pressMenu(path: string) {
      const { groups } = page.data['header/menu'] as MenuView;
      const found = groups.flatMap(({ links }) => links).find(({ href }) => href === path);
      if (found === undefined) throw new Error(`The menu does not lead to ${path}.`);
      await visit(found.href);
    },
    async pressItem(path: string) {
      const items = readView(page).sections.flatMap((section) => (section.kind === 'items' ? section.items : []));
      const found = items.find(({ link }) => link.href.startsWith(path));
      if (found === undefined) throw new Error(`The dashboard does not lead to ${path}.`);
      await visit(found.link.href);
    },
    /** A form behind a closed button is opened first. */
    async pressForm(id: string, typed: Readonly<Record<string, string>> = {}) {
      const form: FormView = findFormView(page, id);
      const closed = readView(page).sections.some(
        (section) => section.kind === 'actions' && section.actions.some((each) => each.form.id === id && !each.isOpen),
      );
      presses += closed ? 2 : 1;
      const answer = await send(visitor, form, typed);
      page = answer.location === null ? answer : await visitor.get(answer.location);
    },
    end: () => ({ presses, notes: listNotes(page), text: JSON.stringify(page.data) }),
  };
}

test('The five most frequent jobs take at most three presses from the dashboard, and an erasure five', async () => {
  const { backend, db, wait, begin, pressMenu, pressItem, pressForm, end } = await serve();
  await addCode(backend, 'ANNA', 5);
  await wait(9);
  await backend.members.register(request({ code: 'ANNA' }));
  const form = { email: 'bea@example.com' };
  await backend.members.applyForMembership({ form, locale: 'de', network: '192.0.2.1' });
  const member = await db.selectFrom('members').select('id').executeTakeFirstOrThrow();
  const applicant = await db.selectFrom('membership_interest').select('id').executeTakeFirstOrThrow();

  await begin();
  await pressMenu('/admin/registrationlinkgenerator');
  await pressForm('generate-link', { code: 'ANNA' });
  const link = end();
  expect(link.text).toContain('validityTimestamp=');

  await begin();
  await pressMenu('/admin/codes');
  await pressForm('change-balance', { code: 'ANNA', places: '20' });
  const refill = end();

  await begin();
  await pressItem('/admin/waitinglist');
  await pressForm('preview-release', { count: '5' });
  await pressForm('release');
  const invite = end();

  await begin();
  await pressItem('/admin/membership-interest');
  await pressForm(`decline-${applicant.id}`);
  await pressForm('decline-interest');
  const decline = end();

  await begin();
  await pressMenu('/admin/people');
  await pressForm('find-person', { search: 'arie' });
  const find = end();

  await pressForm(`open-${member.id}`);
  await pressForm('preview-erase-person');
  await pressForm('erase-person', { password: PASSWORD });
  const erase = end();

  const all = { link, refill, invite, decline, find, erase };
  expect(Object.entries(all).map(([job, { presses, notes }]) => [job, presses, notes])).toEqual([
    ['link', 2, ['The link is ready.']],
    ['refill', 3, ['The places are changed. Left: 19.']],
    ['invite', 3, ['Invitations being sent: 5.']],
    ['decline', 3, ['The application is declined, and the email is being sent.']],
    ['find', 2, []],
    ['erase', 5, [expect.stringContaining('Deleted.')]],
  ]);
});
