import { expect, test } from 'vitest';
import { findFormView, findTable, listNotes, readView, send } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { follow, serveMemberPages } from '#tests/helpers/member-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';

const { start } = bench('sqlite');

const listFacts = (answer: Answer): readonly string[] =>
  readView(answer).sections.flatMap((section) =>
    section.kind === 'facts' ? section.facts.map(({ value }) => value) : [],
  );
/** Boxes of a list, each ticked. */
const tickAll = (answer: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    findTable(answer).rows.flatMap(({ cells: [first] }) =>
      first?.tick === undefined ? [] : [[first.tick.name, 'on']],
    ),
  );

test('Chosen applications get one answer, each with its letter in its language; those answered meanwhile get none', async () => {
  const { backend, db, mails, as } = await serveMemberPages(start);
  for (const [name, locale] of [
    ['anna', 'fr'],
    ['bea', 'de'],
    ['carla', 'de'],
  ] as const)
    await backend.members.applyForMembership({ form: { email: `${name}@example.com` }, locale, network: '192.0.2.1' });
  await db.deleteFrom('outbox').execute();
  const { visitor } = await as('support');
  const page = await visitor.get('/admin/membership-interest');
  const form = findFormView(page, 'answer-chosen');
  const none = await send(visitor, form, { answer: 'decline' });
  expect([none.status, findFormView(none, 'answer-chosen').error]).toEqual([
    422,
    'Select at least one person in the list.',
  ]);
  const preview = await send(visitor, form, { answer: 'decline', ...tickAll(page) });
  expect(listFacts(preview)).toEqual(['3', expect.stringMatching(/German: 2/)]);
  expect(listFacts(preview)[1]).toMatch(/French: 1/);
  expect(listNotes(preview)).toHaveLength(2);
  expect(await mails()).toEqual([]);
  // What was shown is what is agreed to: another answer is shown first.
  const other = await send(visitor, findFormView(preview, 'answer-chosen-interest'), { answer: 'accept' });
  expect([other.location, listNotes(other)[0], await mails()]).toEqual([
    null,
    'The data has changed since the preview.',
    [],
  ]);
  // A colleague answers one of them meanwhile.
  const [first] = findTable(page).rows;
  await backend.members.answerInterest({ id: first?.key ?? '', answer: 'accept', actor: 'colleague' });
  const done = await send(visitor, findFormView(preview, 'answer-chosen-interest'));
  // The state that was agreed to is another one by now: it is shown again, and nothing was sent.
  expect([done.location, listFacts(done)[0]]).toEqual([null, '2']);
  const again = await send(visitor, findFormView(done, 'answer-chosen-interest'));
  expect(listNotes(await follow(visitor, again))).toEqual(['Applications declined: 2. The emails are being sent.']);
  expect((await mails()).map(([, template]) => template).toSorted()).toEqual([
    'interest-declined',
    'interest-declined',
    'invitation',
  ]);
});

test('Chosen codes are blocked after a preview that names them, and blocked ones cannot be chosen', async () => {
  const { backend, db, deeds, as } = await serveMemberPages(start);
  for (const code of ['PARIS', 'MILAN', 'TURIN']) await addCode(backend, code, 3);
  await backend.members.blockCode({ code: 'TURIN', what: 'code', state: 'blocked', actor: 'colleague' });
  const { visitor } = await as('support');
  const page = await visitor.get('/admin/codes');
  const ticks = tickAll(page);
  expect(Object.keys(ticks)).toHaveLength(2);
  const preview = await send(visitor, findFormView(page, 'block-chosen'), ticks);
  expect(listFacts(preview)).toEqual(['2', 'MILAN, PARIS']);
  const done = await send(visitor, findFormView(preview, 'block-chosen-codes'));
  expect(listNotes(await follow(visitor, done))).toEqual(['Codes blocked: 2.']);
  const states = await db.selectFrom('registration_codes').select('state').execute();
  expect(states.map(({ state }) => state)).toEqual(['blocked', 'blocked', 'blocked']);
  expect((await deeds()).filter((action) => action === 'code.block')).toHaveLength(3);
});
