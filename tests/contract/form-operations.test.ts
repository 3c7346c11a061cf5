import { describe, expect, test } from 'vitest';
import type { PageContext } from '#engine/block-kit/types.ts';
import { toFormOperationResult } from '#journeys/registration/client/operations/to-form-operation-result.ts';
import { readApplication } from '#journeys/registration/client/operations/apply-for-membership.ts';
import { toCodeResult, readCodeQuery } from '#journeys/registration/client/operations/check-code.ts';
import { readRegistration } from '#journeys/registration/client/operations/register.ts';
import type { FormOperationResult } from '#engine/client/journey.ts';
import type {
  ApplyForMembershipMutation,
  CheckRegistrationCodeQuery,
  RegisterMutation,
} from '#schemas/generated/graphql/operations.ts';
import type { Backend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { addCode, bench, unlimited } from '#tests/helpers/backend.ts';
import { type Answer, serveRegistration, type TestVisitor } from '#tests/helpers/registration-server.ts';
import { marie } from '#tests/helpers/registration-fields.ts';

const { start } = bench('sqlite');
const site = plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' });
const guest = { ...marie, newsletter: 'on' };

/** A version that holds no more, of a form that lay open. */
const SHOWN = 'terms:2026-10-01';

interface Case {
  readonly title: string;
  readonly from: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly before?: (visitor: TestVisitor, backend: Backend) => Promise<unknown>;
}

type Send = (visitor: TestVisitor, fields: Record<string, string>, from: string) => Promise<FormOperationResult>;

/** Everything that became of a form: the answer, the visitor's session, and what is stored. */
async function result({ from, fields = {}, before }: Case, send: Send): Promise<object> {
  const backend = await start({
    settings: { limits: { ...unlimited, registrationPerNetwork: { max: 3, windowSeconds: 600 } } },
    site: {
      ...site,
      isForbiddenReferrer: (referrer) => referrer.includes('coupons.example'),
      hasPolicyVersion: (policy, version) => `${policy}:${version}` === SHOWN,
    },
  });
  await addCode(backend, 'PLACES', 2);
  await addCode(backend, 'NOBODY', 0);
  await addCode(backend, 'SUMMER', 2, { landing: 'landings/summer' });
  const visitor = (await serveRegistration(backend)).visitor();
  await before?.(visitor, backend);
  visitor.setCookie = null;
  const answer = await send(visitor, { ...marie, ...fields }, from);
  const { db } = backend.ports.database;
  return {
    answer,
    hasSession: visitor.setCookie !== null,
    members: await db.selectFrom('members').select(['email', 'code', 'locale', 'state', 'voucher_variant']).execute(),
    accepted: (
      await db.selectFrom('policy_acceptances').select(['policy', 'version', 'country']).orderBy('policy').execute()
    ).map((each) => Object.values(each).join(' ')),
    consents: await db.selectFrom('newsletter_consents').select(['email_canonical', 'text', 'locale']).execute(),
    mails: (await backend.outbox.list()).map(({ to, subject }) => `${to}: ${subject}`).toSorted(),
  };
}

/** What a posted form was answered with, in the words of the client. */
function shown({ status, location, form }: Answer): FormOperationResult {
  if (location !== null) return { goTo: location };
  if (status === 429) return 'too-many-tries';
  if (status !== 422) return 'ask-page';
  // Only the page's message has the way to the waiting list (S17).
  if (Object.values(form.errors ?? {}).includes('refusals.noInvitations')) return 'ask-page';
  return { errors: Object.entries(form.errors ?? {}).map(([field, text]) => ({ field, text })) };
}

function formData(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

async function pageAt(visitor: TestVisitor, from: string): Promise<PageContext> {
  const { document, facets } = await visitor.get(from);
  const path = new URL(from, 'https://www.example.com').pathname.replace(/^\/de(?=\/|$)/, '') || '/';
  // As much of a page as an operation reads.
  return { document, facets, path, locale: 'de' } as PageContext;
}

const posted =
  (useCase: string): Send =>
  async (visitor, fields, from) =>
    shown(await visitor.submit(useCase, fields, from));

const registered: Send = async (visitor, fields, from) => {
  const page = await pageAt(visitor, from);
  const data = await visitor.operate(
    'register',
    readRegistration(formData({ ...fields, document: page.document }), 'de'),
    from,
  );
  const { register } = data as RegisterMutation;
  return toFormOperationResult(register);
};

const checked: Send = async (visitor, fields, from) => {
  const data = await visitor.operate('checkRegistrationCode', readCodeQuery(formData(fields), 'de'), from);
  return toCodeResult(data as CheckRegistrationCodeQuery);
};

const applied: Send = async (visitor, fields, from) => {
  const data = await visitor.operate('applyForMembership', readApplication(formData(fields), 'de'), from);
  const { applyForMembership } = data as ApplyForMembershipMutation;
  return toFormOperationResult(applyForMembership);
};

const register = (visitor: TestVisitor, fields: object = {}) =>
  visitor.submit('register', { ...marie, ...fields }, '/de?rc=PLACES');

describe('a registration sent as an operation has the result of the posted form', () => {
  test.each<Case & { readonly leads: FormOperationResult; readonly accepted?: readonly string[] }>([
    {
      title: 'with a code that came by a link',
      from: '/de?rc=PLACES',
      leads: { goTo: '/de/registration/formfinished' },
    },
    {
      title: 'with terms that have been replaced since its form was opened: the acceptance is of those',
      from: '/de?rc=PLACES',
      fields: { accepted: SHOWN },
      leads: { goTo: '/de/registration/formfinished' },
      accepted: ['privacy 2026-11-01 FR', 'terms 2026-10-01 FR'],
    },
    {
      title: 'on a landing that shows the next step in a dialog',
      from: '/de/dialog?rc=PLACES',
      leads: { goTo: '/de/dialog' },
    },
    {
      title: 'with another landing’s voucher and words',
      from: '/de/summer?rc=PLACES',
      leads: { goTo: '/de/registration/formfinished' },
    },
    {
      title: 'sent once more',
      from: '/de?rc=PLACES',
      before: (visitor) => register(visitor),
      leads: { goTo: '/de/registration/formfinished' },
    },
    {
      title: 'of an address that waits for its activation',
      from: '/de?rc=PLACES',
      fields: { code: 'SUMMER' },
      before: (visitor) => register(visitor),
      leads: { goTo: '/de/registration/registrationformemailpendingcomplete' },
    },
    {
      title: 'with a code that was typed and does not exist',
      from: '/de',
      fields: { code: 'UNKNOWN' },
      leads: { errors: [{ field: 'code', text: 'errors.codeInvalid' }] },
    },
    {
      title: 'with a code that was typed and has no place left, whose message has the way to the waiting list',
      from: '/de',
      fields: { code: 'NOBODY' },
      leads: 'ask-page',
    },
    {
      title: 'with a code that came by a link and has no place left by now',
      from: '/de?rc=PLACES',
      before: async (visitor) => {
        await register(visitor, { email: 'one@example.com' });
        await register(visitor, { email: 'two@example.com' });
      },
      leads: 'ask-page',
    },
    {
      title: 'with a code that a forbidden site brought before',
      from: '/de',
      fields: { rc: 'PLACES', fref: 'https://coupons.example/club' },
      leads: { errors: [{ field: 'code', text: 'refusals.referrer' }] },
    },
    {
      title: 'too often',
      from: '/de?rc=PLACES',
      before: async (visitor) => {
        for (let time = 0; time < 3; time += 1) await register(visitor);
      },
      leads: 'too-many-tries',
    },
  ])('$title', async ({ leads, accepted, ...example }) => {
    const plain = await result(example, posted('register'));
    expect(plain).toMatchObject({ answer: leads, ...(accepted && { accepted }) });
    expect(await result(example, registered)).toEqual(plain);
  });
});

describe('a code asked for through the API has the result of the posted form', () => {
  test.each<Case & { readonly leads: FormOperationResult }>([
    { title: 'that is valid', from: '/de', fields: { code: 'places' }, leads: { goTo: '/de?rc=PLACES' } },
    {
      title: 'with blanks around it',
      from: '/de',
      fields: { code: ' places ' },
      leads: { goTo: '/de?rc=PLACES' },
    },
    {
      title: 'that names a landing',
      from: '/de',
      fields: { code: 'SUMMER' },
      leads: { goTo: '/de/summer?rc=SUMMER' },
    },
    {
      title: 'that does not exist',
      from: '/de',
      fields: { code: 'UNKNOWN' },
      leads: { errors: [{ field: 'code', text: 'errors.codeInvalid' }] },
    },
    {
      title: 'without a place left',
      from: '/de',
      fields: { code: 'NOBODY' },
      leads: 'ask-page',
    },
  ])('$title', async ({ leads, ...example }) => {
    const plain = await result(example, posted('check-code'));
    expect(plain).toMatchObject({ answer: leads });
    expect(await result(example, checked)).toEqual(plain);
  });
});

describe('an application for membership sent as an operation has the result of the posted form', () => {
  test.each<Case & { readonly leads: FormOperationResult }>([
    { title: 'by a stranger', from: '/de', leads: { goTo: '/de/membership-interest/confirmation' } },
    {
      title: 'sent once more',
      from: '/de',
      before: (visitor) => visitor.submit('apply-for-membership', { email: guest.email }, '/de'),
      leads: { goTo: '/de/membership-interest/confirmation' },
    },
  ])('$title', async ({ leads, ...example }) => {
    const plain = await result(example, (visitor, { email = '' }, from) =>
      posted('apply-for-membership')(visitor, { email }, from),
    );
    expect(plain).toMatchObject({ answer: leads });
    expect(await result(example, applied)).toEqual(plain);
  });
});
