import { Journey, type JourneyPlace, type Way } from './journey.ts';
import { otherScenes } from './scenes-others.ts';
import { registrationScenes, type Scene } from './scenes-registration.ts';
import type { Tools } from './walk.ts';

/** Requests of one sender in one form after which everybody is asked to wait, and some more. */
const TOO_MANY = 45;

/** Social links are good for half an hour, and time passes in other stories: theirs comes first. */
const scenes: readonly Scene[] = [
  ...otherScenes.toSorted((a) => (a.name === 'preferences' ? -1 : 0)),
  ...registrationScenes,
];

export interface JourneyOptions {
  readonly basePath?: string;
  readonly prefixes?: readonly string[];
  readonly ways?: readonly Way[];
  readonly only?: RegExp;
}

/** Every story in every language; those sent by script only in few, because the words are the same. */
export async function recordJourneys(tools: Tools, options: JourneyOptions = {}): Promise<void> {
  const { basePath = '/', ways = ['native', 'script'], only = /./ } = options;
  const seen = new Set<string>();
  for (const { name, play, prefixes = options.prefixes ?? tools.site.prefixes } of scenes) {
    if (!only.test(name)) continue;
    for (const way of ways) {
      for (const prefix of way === 'native' ? prefixes : prefixes.slice(0, 2)) {
        const journey = new Journey(tools, name, { prefix, way, basePath });
        await play(journey, tools.server);
        await journey.readMails(seen);
      }
    }
  }
}

/** What a visitor reads who sends too much from one network; only what is answered at the limit is noted in full. */
export async function recordLimits(tools: Tools): Promise<void> {
  const place: JourneyPlace = { prefix: '', way: 'native', basePath: '/' };
  const cases = [
    ['register', { email: 'anna@' }, '/'],
    [
      'register',
      {
        gender: 'woman',
        firstName: 'A',
        lastName: 'B',
        email: 'limit@example.com',
        country: 'FR',
        terms: 'on',
        code: 'UNKNOWN-1',
      },
      '/',
    ],
    ['check-code', { code: 'UNKNOWN-1' }, '/code'],
    ['apply-for-membership', { email: 'limit@example.com' }, '/membership-interest/apply'],
    ['activate', { token: 'x'.repeat(43) }, '/registration/activateaccount'],
  ] as const;
  for (const [index, [useCase, fields, from]] of cases.entries()) {
    const journey = new Journey(tools, `limit ${index + 1}`, place);
    const headers = { 'x-forwarded-for': `203.0.113.${index + 1}` };
    const statuses: number[] = [];
    await tools.server.moveTo(tools.server.now + 3_600_000, `limit ${index}`);
    for (let time = 1; time <= TOO_MANY + 20; time += 1) {
      const answer = await journey.visitor.post(`/do/${useCase}`, fields, from, headers);
      const isNew = statuses.at(-1) !== answer.status;
      statuses.push(answer.status);
      if (isNew) journey.note(`sends ${useCase} for the ${time}th time`, answer);
    }
    tools.recorder.noteText('limit', `limit: ${useCase} ${index + 1}`, statuses.join(' '));
  }
}
