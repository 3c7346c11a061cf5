import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { Person } from '../person.ts';
import { refusedCode } from '../refused-codes.ts';
import type { Arrangement } from '../walk.ts';
import { anyLanding, mistaken, notPossible, reached, tooOften } from './parts.ts';

const CUSTOMIZATION = 'CUSTOMIZATION_MISSING';
const outOfPlaces: readonly string[] = [
  'REGISTRATION_CODE_NO_BALANCE_LEFT',
  'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS',
];

/** A code that is typed on a landing. */
export function checking(document: JourneyDocument): readonly Arrangement[] {
  const useCase = 'checkCode';
  return [
    {
      useCase,
      outcome: 'valid',
      by: 'a code that may be used, in small letters',
      async arrange(person) {
        const landing = anyLanding(person);
        const code = await person.invited(1, landing);
        const sent = await person.send('code', { code: code.toLowerCase() });
        return reached(sent, { landing, values: { code } });
      },
    },
    ...Object.keys(document.refusals ?? {}).map((error): Arrangement => ({
      useCase,
      outcome: 'refused',
      by: error,
      conditions: { code: 'typed', error },
      async arrange(person) {
        const code = await refusedCode(person, error);
        return reached(await person.send('code', { code }), { values: { code } });
      },
    })),
    ...mistaken(useCase, 'code'),
    tooOften(useCase, 'code'),
  ];
}

export const becoming: readonly Arrangement[] = [
  {
    useCase: 'become-member',
    outcome: 'begun',
    by: 'an address beside a product',
    arrange: async (person) => reached(await person.send('become-member', undefined, beside(person))),
  },
  ...mistaken('become-member', 'become-member', async (person) => ({ place: beside(person) })),
];

const beside = (person: Person) => ({ document: person.form('become-member').page, query: 'pdp=sd-41207' });

/** From a code without a place to the waiting list. */
export function waiting(document: JourneyDocument): readonly Arrangement[] {
  const denied = (person: Person) => ({ document: person.form('lobby').page });
  const closed = Object.keys(document.refusals ?? {}).filter(
    (error) => error !== CUSTOMIZATION && !outOfPlaces.includes(error),
  );
  return [
    ...outOfPlaces.map((error): Arrangement => ({
      useCase: 'enterLobby',
      outcome: 'entered',
      by: error,
      from: ['outside', 'invited'],
      async arrange(person, from) {
        await person.be(from);
        const code = await refusedCode(person, error);
        const sent = await person.send('lobby', { email: person.email, code }, { ...denied(person), path: `/${code}` });
        const token = new URL(sent.answer.location ?? '', 'https://www.example.com').searchParams.get('token');
        // Tokens are unpredictable: the page that opens by it shows that it is one.
        return reached(sent, { values: { token: token ?? '' } });
      },
    })),
    {
      useCase: 'enterLobby',
      outcome: 'place-free',
      by: 'a place that has become free',
      async arrange(person) {
        const landing = anyLanding(person);
        const code = await person.invited(1, landing);
        return reached(await person.send('lobby', { email: person.email, code }, denied(person)), {
          landing,
          values: { code },
        });
      },
    },
    {
      useCase: 'enterLobby',
      outcome: 'place-free',
      by: 'a place that has become free behind a link',
      async arrange(person) {
        const landing = anyLanding(person);
        const key = { form: { code: await person.invited(1, landing) }, actor: 'admin', idempotencyKey: person.id };
        const made = await person.stage.backend.members.generateLink(key);
        if (made.outcome !== 'generated') throw new Error(`No link was made: ${made.outcome}.`);
        const { code, validityTimestamp } = made.link;
        const fields = { email: person.email, code, validityTimestamp };
        return reached(await person.send('lobby', fields, denied(person)), {
          landing,
          values: { code, validityTimestamp },
        });
      },
    },
    ...closed.map((error): Arrangement => ({
      useCase: 'enterLobby',
      outcome: 'refused',
      by: error,
      conditions: { code: 'typed', error },
      async arrange(person) {
        const code = await refusedCode(person, error);
        return reached(await person.send('lobby', { email: person.email, code }, denied(person)));
      },
    })),
    ...mistaken('enterLobby', 'lobby', async (person) => ({ place: denied(person) })),
    tooOften('enterLobby', 'lobby', async (person) => ({ place: denied(person) })),
    {
      useCase: 'joinWaitingList',
      outcome: 'joined',
      by: 'one press',
      from: ['invited', 'joined'],
      async arrange(person, from) {
        await person.be(from);
        const token = await lobbyToken(person);
        return reached(await person.bring('waiting-list', { token }, inLobby(person, token)));
      },
    },
    {
      useCase: 'joinWaitingList',
      outcome: 'denied',
      by: 'a token that nobody made',
      async arrange(person) {
        const place = inLobby(person, await lobbyToken(person));
        return reached(await person.bring('waiting-list', { token: 'forged' }, place));
      },
    },
    tooOften('joinWaitingList', 'waiting-list', async (person) => {
      const token = await lobbyToken(person);
      return { fields: { token }, place: inLobby(person, token) };
    }),
    notPossible('joinWaitingList', 'waiting-list', ['waitingList', 'join'], async (person) => {
      const token = await lobbyToken(person);
      return { fields: { token }, place: inLobby(person, token) };
    }),
  ];
}

const lobbyToken = (person: Person): Promise<string> =>
  person.stage.backend.members.makeToken('lobby', person.email, 600);

const inLobby = (person: Person, token: string) => ({
  document: person.form('waiting-list').page,
  query: `token=${token}`,
});

export const applying: readonly Arrangement[] = [
  {
    useCase: 'applyForMembership',
    outcome: 'received',
    by: 'an address',
    from: ['intro', 'confirmation'],
    async arrange(person, from) {
      await person.be(from);
      return reached(await person.send('membership-interest'));
    },
  },
  ...mistaken('applyForMembership', 'membership-interest'),
  tooOften('applyForMembership', 'membership-interest'),
];

const social = async (person: Person, from = 'social1') => {
  await person.be(from);
  const token = await person.opensSocialStep();
  return { fields: { token }, place: { document: person.form('preferences').page, query: `token=${token}` } };
};

export const preferring: readonly Arrangement[] = [
  {
    useCase: 'setPreferences',
    outcome: 'saved',
    by: 'a choice',
    from: ['social1', 'social2'],
    async arrange(person, from) {
      const { fields, place } = await social(person, from);
      return reached(await person.bring('preferences', person.filled('preferences', fields), place));
    },
  },
  {
    useCase: 'setPreferences',
    outcome: 'denied',
    by: 'a token that nobody made',
    async arrange(person) {
      const { place } = await social(person);
      const fields = person.filled('preferences', { token: 'forged' });
      return reached(await person.bring('preferences', fields, place));
    },
  },
  {
    useCase: 'setPreferences',
    outcome: 'not-registered',
    by: 'a registration that is gone',
    async arrange(person) {
      const token = await person.opensSocialStep('nobody@example.com');
      const place = { document: person.form('preferences').page, query: `token=${token}` };
      return reached(await person.send('preferences', person.filled('preferences', { token }), place));
    },
  },
  ...mistaken('setPreferences', 'preferences', (person) => social(person)),
  tooOften('setPreferences', 'preferences', (person) => social(person)),
];
