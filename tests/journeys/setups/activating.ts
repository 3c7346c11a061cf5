import type { Person } from '../person.ts';
import type { Arrangement } from '../walk.ts';
import { mistaken, notPossible, openPageWith, answeringInstead, outage, reached, tooOften } from './parts.ts';

const everywhere = ['none', 'started', 'finished', 'active', 'told', 'activation-error'];
const MINUTE = 60_000;

/** The press behind a link of a mail that another browser asked for. */
async function press(person: Person, token: string, linked = token) {
  const place = { document: person.form('activation').page, query: `token=${linked}` };
  return person.bring('activation', { token }, place);
}

/** Another registration of the person, whose mail is opened in this browser. */
async function another(person: Person, voucher: 'own' | 'none' = 'none') {
  const email = `another-${person.email}`;
  await person.registersElsewhere(voucher, email);
  return { email, token: await person.token(email) };
}

export const activating: readonly Arrangement[] = [
  {
    useCase: 'activate',
    outcome: 'active',
    by: 'the link of a registration without a voucher',
    from: everywhere,
    async arrange(person, from) {
      await person.be(from);
      const { token } = await another(person);
      return reached(await press(person, token), { after: { voucher: 'none' } });
    },
  },
  {
    useCase: 'activate',
    outcome: 'active',
    by: 'the link of a registration with a voucher',
    from: ['none'],
    async arrange(person) {
      const { token } = await another(person, 'own');
      return reached(await press(person, token), { after: { voucher: 'own' } });
    },
  },
  {
    useCase: 'activate',
    outcome: 'already-active',
    by: 'a link that was used elsewhere',
    from: everywhere,
    async arrange(person, from) {
      await person.be(from);
      const { token } = await another(person);
      await person.stage.backend.members.activate({ token, network: person.id });
      return reached(await press(person, token));
    },
  },
  {
    useCase: 'activate',
    outcome: 'pending',
    by: 'a link that a newer one replaced',
    async arrange(person) {
      const { token } = await another(person);
      person.stage.pass(MINUTE);
      await person.stage.backend.members.resendActivation({ token, network: person.id });
      return reached(await press(person, token));
    },
  },
  {
    useCase: 'activate',
    outcome: 'failed',
    by: 'a link whose time is over',
    from: everywhere,
    async arrange(person, from) {
      await person.be(from);
      const { token, email } = await another(person);
      await person.tooLate(email);
      return reached(await press(person, token));
    },
  },
  {
    useCase: 'activate',
    outcome: 'not-found',
    by: 'a link that nobody mailed',
    arrange: async (person) => reached(await press(person, 'A'.repeat(43))),
  },
  {
    useCase: 'activate',
    outcome: 'invalid',
    by: 'a form without its token',
    arrange: async (person) => reached(await press(person, '', 'A'.repeat(43))),
  },
  tooOften('activate', 'activation', async (person) => ({
    fields: { token: 'A'.repeat(43) },
    place: { document: person.form('activation').page, query: `token=${'A'.repeat(43)}` },
  })),
  notPossible('activate', 'activation', ['account', 'activate'], async (person) => {
    const { token } = await another(person);
    return { fields: { token }, place: { document: person.form('activation').page, query: `token=${token}` } };
  }),
];

const finished = async (person: Person) => {
  await person.be('finished');
  return { fields: { email: `new-${person.email}` } };
};

export const changing: readonly Arrangement[] = [
  {
    useCase: 'changeEmail',
    outcome: 'changed',
    by: 'an address that is new',
    from: ['finished'],
    async arrange(person) {
      const { fields } = await finished(person);
      return reached(await person.bring('change-email', fields));
    },
  },
  ...(['active', 'pending'] as const).map((state): Arrangement => ({
    useCase: 'changeEmail',
    outcome: state === 'active' ? 'already-active' : 'pending',
    by: `an address whose account is ${state}`,
    from: ['finished'],
    async arrange(person) {
      const { fields } = await finished(person);
      await person.hasAccount(fields.email, state);
      return reached(await person.bring('change-email', fields));
    },
  })),
  {
    useCase: 'changeEmail',
    outcome: 'not-found',
    by: 'a registration that was erased while nobody could be asked about it',
    from: ['finished'],
    async arrange(person) {
      const { fields } = await finished(person);
      await person.stage.backend.people.erase(person.email, 'admin');
      return answeringInstead(person, 'registrationStatus', outage, async () =>
        reached(await person.bring('change-email', fields)),
      );
    },
  },
  {
    useCase: 'changeEmail',
    outcome: 'no-registration',
    by: 'a dialog whose session is over',
    arrange: async (person) =>
      reached(await person.bring('change-email', undefined, openPageWith(person, 'change-email'))),
  },
  ...mistaken('changeEmail', 'change-email', finished, 'finished'),
  tooOften('changeEmail', 'change-email', finished),
  notPossible('changeEmail', 'change-email', ['account', 'change-email'], finished),
];

export const resending: readonly Arrangement[] = [
  {
    useCase: 'resendActivation',
    outcome: 'sent',
    by: 'who waits for the mail',
    from: ['finished'],
    async arrange(person) {
      await person.be('finished');
      return reached(await person.bring('resend-activation', {}));
    },
  },
  {
    useCase: 'resendActivation',
    outcome: 'sent',
    by: 'whose link failed',
    from: ['activation-error'],
    async arrange(person) {
      await person.be('activation-error');
      return reached(await person.bring('resend-activation', {}, openPageWith(person, 'resend-activation')));
    },
  },
  {
    useCase: 'resendActivation',
    outcome: 'already-active',
    by: 'whose account was activated elsewhere',
    from: ['finished', 'activation-error'],
    async arrange(person, from) {
      await person.be(from);
      const place = openPageWith(person, 'resend-activation');
      if (from === 'activation-error') {
        person.stage.pass(MINUTE);
        await person.send('resend-activation', {}, place);
      }
      await person.activate(person.elsewhere());
      return reached(await person.bring('resend-activation', {}, place));
    },
  },
  {
    useCase: 'resendActivation',
    outcome: 'not-found',
    by: 'of whom nothing is known',
    arrange: async (person) =>
      reached(await person.send('resend-activation', {}, openPageWith(person, 'resend-activation'))),
  },
  tooOften('resendActivation', 'resend-activation', async (person) => {
    await person.be('finished');
    return {};
  }),
];
