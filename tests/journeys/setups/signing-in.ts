import type { Account } from '#tests/helpers/identity-double.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Person, Sent } from '../person.ts';
import type { Arrangement } from '../walk.ts';
import { answeringInstead, reached, tooOften } from './parts.ts';

const provider = 'google';

const own = ({ email }: Person): Account => ({ email, isVerified: true, firstName: 'Anna', lastName: 'Berg' });

/** Where the answer of a way sends the browser. */
const awayIn = ({ answer }: Sent): string => (answer.headers.get('refresh') ?? '').replace('0; url=', '');

/** Begins a sign-up at the provider; the session says something else already. */
const begin = (person: Person): Promise<Sent> => person.bring('social-sign-up', { provider });

/** Comes back from the provider, as a browser follows its link. */
async function comeBack(person: Person, brought: Readonly<Record<string, string>>): Promise<Sent> {
  const form = 'social-return';
  const { post, page } = person.form(form);
  person.forms.add(form);
  const answer = await person.visitor.get(`/do/${post}/${provider}?${new URLSearchParams(brought).toString()}`);
  return { form, fields: {}, place: { document: page }, answer };
}

async function signIn(person: Person, account: Account): Promise<Sent> {
  const url = awayIn(await begin(person));
  return comeBack(person, person.stage.identity.signIn(url, account));
}

const returning = (outcome: string, by: string, arrange: Arrangement['arrange'], from?: string[]): Arrangement => ({
  useCase: 'signInSocially',
  outcome,
  by,
  from,
  arrange,
});

/** Signing up with an account elsewhere. */
export const signingIn: readonly Arrangement[] = [
  {
    useCase: 'beginSocialSignUp',
    outcome: 'begun',
    by: 'a provider that is live',
    async arrange(person) {
      const sent = await begin(person);
      return reached(sent, { values: { url: awayIn(sent) } });
    },
  },
  {
    useCase: 'beginSocialSignUp',
    outcome: 'coming-soon',
    by: 'a way that nobody has opened',
    arrange: async (person) => reached(await person.send('social-sign-up', { provider: 'phone' })),
  },
  {
    useCase: 'beginSocialSignUp',
    outcome: 'unavailable',
    by: 'members who find the provider out',
    arrange: (person) =>
      answeringInstead(
        person,
        'beginSocialSignUp',
        async () => ({ outcome: 'unavailable' }),
        async () => reached(await person.send('social-sign-up', { provider })),
      ),
  },
  tooOften('beginSocialSignUp', 'social-sign-up', async () => ({ fields: { provider } })),
  returning(
    'identified',
    'an account whose address is new',
    async (person, from) => {
      await person.be(from);
      return reached(await signIn(person, own(person)));
    },
    ['none', 'started'],
  ),
  returning(
    'already-active',
    'the address of an active account',
    async (person, from) => {
      await person.be(from);
      const email = `active-${person.email}`;
      await person.hasAccount(email, 'active');
      return reached(await signIn(person, { ...own(person), email }));
    },
    ['none', 'started'],
  ),
  returning('no-address', 'an account without an address', async (person) =>
    reached(await signIn(person, { firstName: 'Anna', lastName: 'Berg' })),
  ),
  returning('refused', 'a sign-in of another browser', async (person) => {
    const url = awayIn(await begin(person));
    const sent = await begin(person);
    return reached({
      ...(await comeBack(person, person.stage.identity.signIn(url, own(person)))),
      fields: {},
      place: sent.place,
    });
  }),
  returning('unavailable', 'a provider that is out', async (person) => {
    const { identity } = person.stage;
    const brought = identity.signIn(awayIn(await begin(person)), own(person));
    identity.isDown = true;
    try {
      return reached(await comeBack(person, brought));
    } finally {
      identity.isDown = false;
    }
  }),
  {
    useCase: 'finishDraft',
    outcome: 'registered',
    by: 'an address that its provider vouches for',
    from: ['started'],
    conditions: { nextStep: 'preferences' },
    async arrange(person) {
      const code = await person.invited();
      await signIn(person, own(person));
      const form = 'social-step-2' as FormName;
      const place = { document: person.form(form).page };
      return reached(await person.bring(form, person.filled(form, { code }), place));
    },
  },
];
