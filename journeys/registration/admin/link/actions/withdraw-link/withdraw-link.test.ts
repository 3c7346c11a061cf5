import { expect, test } from 'vitest';
import { findFormView, send } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { serveMemberPages } from '#tests/helpers/member-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';

const { start } = bench('sqlite');

/** The list of links, which stands beside the form for a new one. */
const findLinks = ({ data }: Answer): Pick<Answer, 'data'> => ({ data: { view: data['links'] } });

test('A link is withdrawn and restored by the one who made it alone', async () => {
  const { backend, db, deeds, as } = await serveMemberPages(start);
  await addCode(backend, 'PARIS', 3);
  const [own, other] = [await as('support'), await as('admin')];
  const page = '/admin/registrationlinkgenerator';
  await send(own.visitor, findFormView(await own.visitor.get(page), 'generate-link'), { code: 'PARIS' });
  const [link] = (await backend.members.listLinks({ actor: own.id, locale: 'en', limit: 1 })).links;
  const code = link?.code ?? '';
  const state = async () => {
    const codes = db.selectFrom('registration_codes').select('state').where('code', '=', code);
    return (await codes.executeTakeFirst())?.state;
  };
  // Another user who sends the same form changes nothing.
  const form = findFormView(findLinks(await own.visitor.get(page)), `withdraw-${code}`);
  const theirs = findFormView(await other.visitor.get(page), 'generate-link');
  await send(other.visitor, {
    ...form,
    hidden: { ...theirs.hidden, ...form.hidden, _token: theirs.hidden['_token'] ?? '' },
  });
  expect(await state()).toBe('active');
  const done = await send(own.visitor, form);
  expect(done.location).toBe(`${page}?done=linkWithdrawn`);
  expect(await state()).toBe('blocked');
  await send(own.visitor, findFormView(findLinks(await own.visitor.get(page)), `withdraw-${code}`));
  expect(await state()).toBe('active');
  expect((await deeds()).filter((action) => /^code\.(?:un)?block$/.test(action))).toEqual([
    'code.unblock',
    'code.block',
  ]);
});
