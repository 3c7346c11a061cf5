import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '#tests/helpers/identity-double.ts';
import type { Answer, TestVisitor } from '#tests/helpers/plain-server.ts';
import { Person } from '#tests/journeys/person.ts';
import { Stage } from '#tests/journeys/stage.ts';

const social = '/de/social-registration';
const details = '/de/registration/social-details';
const secondStep = '/de/registration/social-second-step';
const anna: Account = { email: 'anna@example.com', isVerified: true, firstName: 'Anna', lastName: 'Berg' };
const rest = { gender: 'woman', country: 'DE', terms: 'on' };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const begin = async (visitor: TestVisitor, provider: string, more: Record<string, string> = {}): Promise<string> => {
  const answer = await visitor.submit('social-sign-up', { provider, ...more }, social);
  return (answer.headers.get('refresh') ?? '').replace('0; url=', '');
};

/** As browsers follow a provider's link. */
const follow = (visitor: TestVisitor, provider: string, brought: Readonly<Record<string, string>>): Promise<Answer> =>
  visitor.get(`/do/social/${provider}?${new URLSearchParams(brought).toString()}`);

/** As browsers send a form across sites: without any cookie that is not for it. */
async function post(provider: string, brought: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(new URL(`/do/social/${provider}`, stage.server.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    body: new URLSearchParams(brought),
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return answer.headers.get('location') ?? '';
}

test('Apple posts its answer across sites without a cookie; name and address come once, unreadable on the way, and wait on the next step.', async () => {
  const person = new Person(stage);
  const code = await person.invited();
  const mina = { ...anna, email: 'mina@example.com' };
  const brought = stage.identity.signIn(await begin(person.visitor, 'apple', { code }), mina);
  const ticket = await post('apple', brought);
  expect(decodeURIComponent(ticket)).not.toMatch(/mina|Anna/);

  const answer = await person.visitor.get(ticket);
  expect([answer.status, answer.location]).toEqual([303, details]);
  const page = await person.visitor.get(details);
  expect(page.form.values).toMatchObject({ firstName: 'Anna', lastName: 'Berg', code });
});

test('A visitor with a verified address continues to the second step, and is asked to confirm the address all the same.', async () => {
  const { visitor, ...person } = new Person(stage);
  const code = await new Person(stage).invited();
  await follow(
    visitor,
    'google',
    stage.identity.signIn(await begin(visitor, 'google'), { ...anna, email: person.email }),
  );
  const sent = await visitor.submit('social-step-2', { ...rest, firstName: 'Anna', lastName: 'Berg', code }, details);
  expect([sent.status, sent.location]).toEqual([303, secondStep]);
  expect((await visitor.get(secondStep)).facets).toMatchObject({ preferences: 'open' });
  const named = await visitor.submit('set-preferences', { preferences: 'women' }, secondStep);
  expect([named.status, named.location]).toEqual([303, secondStep]);

  const { db } = stage.backend.ports.database;
  const member = await db
    .selectFrom('members')
    .select(['state', 'preferences'])
    .where('email_canonical', '=', person.email)
    .executeTakeFirst();
  expect(member).toEqual({ state: 'pending', preferences: '["women"]' });
});

test('Without a valid code no visitor registers, whichever provider verified the address.', async () => {
  const { visitor, email } = new Person(stage);
  await follow(visitor, 'google', stage.identity.signIn(await begin(visitor, 'google'), { ...anna, email }));
  const without = { ...rest, firstName: 'Anna', lastName: 'Berg' };
  expect((await visitor.submit('social-step-2', without, details)).form.errors).toEqual({ code: 'errors.codeMissing' });
  const wrong = await visitor.submit('social-step-2', { ...without, code: 'NOBODY-1' }, details);
  expect([wrong.status, wrong.form.errors]).toEqual([422, { code: 'errors.codeInvalid' }]);
});

test('An answer counts in the browser that began, once; an old one and a forged one count nowhere.', async () => {
  const [one, other] = [new Person(stage), new Person(stage)];
  const brought = stage.identity.signIn(await begin(one.visitor, 'google'), { ...anna, email: one.email });
  await begin(other.visitor, 'google');
  const refused = async (visitor: TestVisitor, answer: Readonly<Record<string, string>>): Promise<void> => {
    const { status, form } = await follow(visitor, 'google', answer);
    expect([status, form.refusal]).toEqual([422, 'refusals.providerRefused']);
  };
  await refused(other.visitor, brought);
  await refused(stage.server.visitor(), brought);
  await refused(one.visitor, { ...brought, state: `${brought['state']}x` });
  expect((await follow(one.visitor, 'google', brought)).location).toBe(details);
  await refused(one.visitor, brought);

  const late = stage.identity.signIn(await begin(one.visitor, 'google'), { ...anna, email: one.email });
  stage.pass(16 * 60_000);
  await refused(one.visitor, late);
});

test('The owner of an account learns of it; an unverified address reveals nothing.', async () => {
  const email = 'known@example.com';
  await new Person(stage).hasAccount(email, 'active');
  const { visitor } = new Person(stage);
  const vouched = await follow(
    visitor,
    'google',
    stage.identity.signIn(await begin(visitor, 'google'), { ...anna, email }),
  );
  expect(vouched.location).toBe('/de/registration/registrationformemailactivecomplete');
  const stranger = new Person(stage).visitor;
  const claimed = stage.identity.signIn(await begin(stranger, 'facebook'), { ...anna, email });
  expect((await follow(stranger, 'facebook', claimed)).location).toBe(details);
  // Nor does it open what belongs to the account.
  expect((await stranger.get(secondStep)).status).toBe(403);
});

test('No address and no verdict of a provider reaches the log.', () => {
  expect(stage.server.log()).not.toMatch(/mina@|anna@|person-\d+@|code_challenge|ticket=/);
});

test('No other form is sent by an address or from another site: anyone who follows a link there is shown nothing, and nothing happens.', async () => {
  const person = new Person(stage);
  await person.be('finished');
  const mails = async (): Promise<number> => (await stage.backend.outbox.list()).length;
  const before = await mails();
  const { forms } = stage.document;
  for (const { post: name } of Object.values(forms).filter(({ useCase }) => useCase !== 'signInSocially')) {
    const path = `/do/${name}/google`;
    expect([path, (await person.visitor.get(path)).status]).toEqual([path, 404]);
    const posted = await fetch(new URL(path, stage.server.url), { method: 'POST', body: new URLSearchParams() });
    expect([path, posted.status]).toEqual([path, 404]);
  }
  expect(await mails()).toBe(before);
});
