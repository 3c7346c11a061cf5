import { expect, test } from 'vitest';
import { findFormView, send } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { serveMemberPages } from '#tests/helpers/member-pages.ts';

const { start } = bench('sqlite');

test('Chosen links are withdrawn after a preview that names them, and those of others are not among them', async () => {
  const { backend, as } = await serveMemberPages(start);
  await addCode(backend, 'PARIS', 3);
  const [own, other] = [await as('support'), await as('admin')];
  const page = '/admin/registrationlinkgenerator';
  for (const { visitor } of [own, own, other])
    await send(visitor, findFormView(await visitor.get(page), 'generate-link'), { code: 'PARIS' });
  const listCodes = async (actor: string) =>
    (await backend.members.listLinks({ actor, locale: 'en', limit: 9 })).links.map(({ code }) => code);
  const [mine, theirs] = [await listCodes(own.id), await listCodes(other.id)];

  const shown = await own.visitor.get(page);
  const chosen = findFormView({ data: { view: shown.data['links'] } }, 'withdraw-chosen');
  expect((await send(own.visitor, chosen)).status).toBe(422);
  const ticked = Object.fromEntries([...mine, ...theirs].map((code) => [`link-${code}`, 'on']));
  const preview = findFormView(await send(own.visitor, chosen, ticked), 'withdraw-links');
  expect(Object.keys(preview.hidden).filter((name) => name.startsWith('link-'))).toHaveLength(2);
  expect((await send(own.visitor, preview)).location).toBe(`${page}?done=linksWithdrawn&n=2`);
  const states = async (actor: string) =>
    (await backend.members.listLinks({ actor, locale: 'en', limit: 9 })).links.map(({ isWithdrawn }) => isWithdrawn);
  expect([await states(own.id), await states(other.id)]).toEqual([[true, true], [false]]);
});
