import type { Journey } from './journey.ts';
import { createPerson, printedLinks, tokenIn } from './people.ts';
import type { TestedServer } from './tested-server.ts';

/** One story with a form, played in every language and sent in every way. */
export interface Scene {
  readonly name: string;
  readonly play: (journey: Journey, server: TestedServer) => Promise<void>;
  /** Only in these languages, where the story is about anything but words. */
  readonly prefixes?: readonly string[];
}

const HOUR = 3_600_000;

const few = ['', '/de'] as const;
/** For stories whose words are those of pages and of other stories. */
export const some = ['', '/de', '/pl'] as const;
const invalid = {
  gender: 'x',
  firstName: 'www.evil.example',
  lastName: ' ',
  email: 'anna@',
  country: 'XX',
  code: '?!',
};

/** Landings whose form offers something of its own, with the demo's code that leads to none of them. */
const landings = [
  '/social-voucher-10',
  '/social-voucher-15',
  '/social-voucher-15-mov',
  '/social-voucher-20-mov',
  '/social',
  '/viral',
  '/daba',
  '/app',
  '/two-steps',
];

const register = (journey: Journey, code: string, email = journey.email()) =>
  journey.fill('register', { ...createPerson(email), code });

export const registrationScenes: readonly Scene[] = [
  {
    name: 'registration that is wrong',
    async play(journey) {
      await journey.open('/');
      await journey.fill('register', {});
      await journey.open('/invitation');
      await journey.fill('register', invalid);
      await journey.open('/ANNA-50');
      await journey.fill('register', { ...createPerson('anna+ok@example.com'), terms: '' });
    },
  },
  {
    name: 'registration to the end',
    async play(journey) {
      await journey.open('/ANNA-50');
      await register(journey, 'CERCLE-2026');
      await journey.see('/registration/activateaccount');
      const link = await journey.link(journey.email());
      await journey.follow(link);
      await journey.see('/registration/activateaccount');
      await journey.follow(link);
      await journey.fill('activate', {});
      await journey.see('/registration/activateaccount');
      await journey.follow(link);
      await journey.fill('activate', { token: tokenIn(link) });
      await journey.open('/');
      await register(journey, 'CERCLE-2026');
      await journey.open('/ANNA-50');
      await register(journey, 'ANNA-50');
      await journey.see('/registration/registrationformemailactivecomplete');
    },
  },
  {
    name: 'registration once more',
    prefixes: some,
    async play(journey) {
      await journey.open('/?rc=CERCLE-2026');
      await register(journey, 'CERCLE-2026');
      await journey.open('/?rc=CERCLE-2026');
      await register(journey, 'CERCLE-2026');
      await journey.open('/ANNA-50');
      await register(journey, 'ANNA-50');
    },
  },
  {
    name: 'refused codes that are typed',
    async play(journey) {
      for (const code of ['FULL-50', 'EMPTY-0', 'GONE-1', 'LOST-1', 'UNKNOWN-1', 'LINK-VALID', 'LINK-STRIPPED']) {
        await journey.open('/');
        await register(journey, code, journey.email(code.toLowerCase()));
      }
    },
  },
  {
    name: 'refused codes that came by a link',
    prefixes: some,
    async play(journey) {
      for (const code of ['FULL-50', 'EMPTY-0', 'GONE-1', 'LOST-1']) {
        await journey.open(`/invitation?rc=${code}`);
        await register(journey, code, journey.email(code.toLowerCase()));
      }
    },
  },
  {
    name: 'links with a timestamp',
    prefixes: some,
    async play(journey, server) {
      for (const [what, link] of Object.entries(printedLinks(server)).filter(([, path]) => !path.includes('token='))) {
        const { searchParams, pathname } = new URL(link, 'https://x.example');
        await journey.open(`/invitation?rc=${pathname.slice(1)}&${searchParams}`);
        const validityTimestamp = searchParams.get('validityTimestamp') ?? '';
        const person = createPerson(journey.email(what.replaceAll(' ', '-')));
        await journey.fill('register', { ...person, code: pathname.slice(1), validityTimestamp });
      }
    },
  },
  {
    name: 'every landing with an offer',
    prefixes: few,
    async play(journey) {
      for (const landing of landings) {
        const email = journey.email(landing.slice(1));
        await journey.open(`${landing}?rc=CERCLE-2026`);
        await register(journey, 'CERCLE-2026', email);
        await journey.follow(await journey.link(email));
        await journey.fill('activate', {});
      }
    },
  },
  {
    name: 'registration in a dialog',
    prefixes: some,
    async play(journey) {
      await journey.open('/one-step?rc=CERCLE-2026');
      await register(journey, 'CERCLE-2026');
      await journey.see('/one-step');
      await journey.fill('resend-activation', {});
      await journey.see('/one-step');
      await journey.fill('change-email', { email: journey.email('other') });
    },
  },
  {
    name: 'two steps',
    async play(journey) {
      await journey.see('/registration/formstarted');
      for (const code of ['CERCLE-2026', 'ANNA-50']) {
        const email = journey.email(code.toLowerCase());
        await journey.open(`/lean?rc=${code}`);
        await journey.fill('register-step-1', {});
        await journey.open('/lean');
        await journey.fill('register-step-1', { email: 'anna@', country: 'XX', code: '?!' });
        await journey.open(`/lean?rc=${code}`);
        await journey.fill('register-step-1', {
          email,
          country: 'FR',
          terms: 'on',
          newsletter: 'on',
          code,
        });
        await journey.see('/lean');
        await journey.open('/registration/formstarted');
        await journey.fill('register-step-2', { gender: '', firstName: '😀' });
        await journey.open('/registration/formstarted');
        await journey.fill('register-step-2', { ...createPerson(email), code });
        await journey.fill('register-step-2', { ...createPerson(email), code });
      }
    },
  },
  {
    name: 'two steps with a code that is refused',
    prefixes: some,
    async play(journey) {
      await journey.open('/lean?rc=GONE-1');
      await journey.fill('register-step-1', { email: journey.email(), country: 'FR', terms: 'on', code: 'EMPTY-0' });
      await journey.open('/registration/formstarted');
      await journey.fill('register-step-2', { ...createPerson(journey.email()), code: 'EMPTY-0' });
      await journey.see('/lean?rc=EMPTY-0');
    },
  },
  {
    name: 'the mail once more and another address',
    prefixes: some,
    async play(journey) {
      await journey.see('/registration/formfinished');
      await journey.open('/');
      await register(journey, 'CERCLE-2026');
      await journey.fill('resend-activation', {});
      await journey.wait(40_000);
      const first = await journey.link(journey.email());
      await journey.fill('resend-activation', {});
      await journey.see('/registration/formfinished');
      await journey.fill('change-email', {});
      await journey.open('/registration/formfinished');
      await journey.fill('change-email', { email: 'anna@' });
      await journey.open('/registration/formfinished');
      await journey.fill('change-email', { email: `guest-2.demo-full-50@example.com` });
      await journey.open('/registration/formfinished');
      await journey.fill('change-email', { email: journey.email('second') });
      await journey.follow(first);
      await journey.fill('activate', {});
      await journey.follow(await journey.link(journey.email('second')));
      await journey.fill('activate', {});
      await journey.see('/registration/formfinished');
      await journey.fill('resend-activation', {});
      await journey.fill('change-email', { email: journey.email('third') });
    },
  },
  {
    name: 'the mail too often',
    prefixes: few,
    async play(journey) {
      await journey.open('/');
      await register(journey, 'CERCLE-2026');
      for (let time = 0; time < 7; time += 1) {
        await journey.wait(40_000);
        await journey.open('/registration/formfinished');
        await journey.fill('resend-activation', {});
      }
    },
  },
  {
    name: 'links that are too old',
    prefixes: few,
    async play(journey) {
      await journey.see('/registration/activateaccount?token=nonsense');
      await journey.fill('activate', { token: 'nonsense' });
      await journey.fill('activate', {});
      await journey.open('/');
      await register(journey, 'CERCLE-2026');
      const link = await journey.link(journey.email());
      await journey.wait(25 * HOUR);
      await journey.follow(link);
      await journey.fill('activate', {});
      await journey.fill('resend-activation', {});
      const second = await journey.link(journey.email());
      await journey.wait(9 * 24 * HOUR);
      await journey.follow(second);
      await journey.fill('activate', {});
      await journey.fill('resend-activation', {});
    },
  },
];
