import { createPerson, printedLinks } from './people.ts';
import { type Scene, some } from './scenes-registration.ts';
import { readRedirect } from './visitor.ts';

const few = ['', '/de'] as const;

export const otherScenes: readonly Scene[] = [
  {
    name: 'a code that is typed',
    async play(journey) {
      const codes = ['', '?!', 'abc', 'anna50', ' CERCLE-2026 ', 'FULL-50', 'EMPTY-0', 'GONE-1', 'LOST-1', 'COUPON-1'];
      for (const code of [...codes, 'UNKNOWN-1', 'LINK-VALID']) {
        await journey.open('/code');
        await journey.fill('check-code', { code });
      }
    },
  },
  {
    name: 'the way to the waiting list',
    async play(journey) {
      await journey.see('/EMPTY-0');
      await journey.fill('enter-lobby', { email: '' });
      await journey.open('/EMPTY-0');
      await journey.fill('enter-lobby', { email: 'anna@' });
      await journey.open('/EMPTY-0');
      await journey.fill('enter-lobby', { email: journey.email() });
      await journey.see('/lobby');
      await journey.fill('join-waiting-list', {});
      await journey.see('/lobby');
      await journey.fill('join-waiting-list', {});
      await journey.fill('join-waiting-list', { token: 'nonsense' });
      await journey.open('/FULL-50');
      await journey.fill('enter-lobby', { email: journey.email('full') });
      await journey.open('/registration/deny');
      for (const code of ['CERCLE-2026', 'ANNA-50', 'GONE-1', 'UNKNOWN-1', 'COUPON-1'])
        await journey.fill('enter-lobby', { email: journey.email('free'), code });
    },
  },
  {
    name: 'the lobby for strangers',
    prefixes: some,
    async play(journey) {
      await journey.see('/lobby');
      await journey.see('/lobby?token=nonsense');
      await journey.fill('join-waiting-list', { token: 'nonsense' });
      await journey.fill('join-waiting-list', {});
    },
  },
  {
    name: 'an application for membership',
    async play(journey) {
      await journey.see('/membership-interest/confirmation');
      await journey.open('/membership-interest/apply');
      await journey.fill('apply-for-membership', {});
      await journey.open('/membership-interest/apply');
      await journey.fill('apply-for-membership', { email: 'anna@', country: 'XX' });
      await journey.open('/membership-interest/apply');
      await journey.fill('apply-for-membership', { email: journey.email(), country: 'FR' });
      await journey.open('/membership-interest/apply');
      await journey.fill('apply-for-membership', { email: journey.email() });
      await journey.follow(await journey.link(journey.email()));
      await journey.fill('join-waiting-list', {});
    },
  },
  {
    name: 'preferences',
    async play(journey, server) {
      const link = printedLinks(server)['social'] ?? '/';
      await journey.see('/registration/social-second-step');
      await journey.fill('set-preferences', { preferences: 'women' });
      const token = new URL(link, 'https://x.example').searchParams.get('token') ?? '';
      await journey.see(`/registration/social-second-step?token=${token}`);
      await journey.fill('set-preferences', {});
      await journey.open(`/registration/social-second-step?token=${token}`);
      await journey.fill('set-preferences', { preferences: ['women', 'cars'] });
      await journey.open(`/registration/social-second-step?token=${token}`);
      await journey.fill('set-preferences', { preferences: ['women', 'men', 'kids', 'home'] });
      await journey.see('/registration/social-second-step');
      await journey.fill('set-preferences', { preferences: 'home', token });
      await journey.see(`/lobby?token=${token}`);
    },
  },
  {
    name: 'a price that is asked for',
    async play(journey) {
      for (const page of ['/?pdp=4711', '/viral-product-share?pdp=4711&rc=ANNA-50']) {
        await journey.see(page);
        await journey.fill('become-member', {});
        await journey.open(page);
        await journey.fill('become-member', { email: 'anna@' });
        await journey.open(page);
        await journey.fill('become-member', { email: journey.email() });
      }
    },
  },
  {
    name: 'consent',
    prefixes: some,
    async play(journey) {
      for (const choice of ['all', 'none', 'ask', 'some']) {
        await journey.open('/invitation?rc=ANNA-50');
        await journey.fill('consent', { choice });
      }
      await journey.open('/');
      const entered = await journey.visitor.post('/do/enter-lobby', { email: 'x@example.com', code: 'EMPTY-0' }, '/');
      await journey.follow(readRedirect(entered) ?? '/');
      await journey.fill('consent', { choice: 'all' });
    },
  },
  {
    name: 'sites that may not send visitors',
    prefixes: some,
    async play(journey) {
      const coupons = { referer: 'https://www.coupons.com/club' };
      await journey.see('/ANNA-50', coupons);
      await journey.see('/invitation?rc=ANNA-50', coupons);
      await journey.see('/COUPON-1', { referer: 'https://friendly.example/' });
      await journey.see('/invitation', coupons);
      await journey.open('/');
      const stored = { rc: 'CERCLE-2026', fref: coupons.referer };
      await journey.fill('register', { ...createPerson(journey.email()), code: 'CERCLE-2026', ...stored });
      await journey.open('/code');
      await journey.fill('check-code', { code: 'CERCLE-2026', ...stored });
      await journey.open('/EMPTY-0');
      await journey.fill('enter-lobby', { email: journey.email(), rc: 'EMPTY-0', fref: coupons.referer });
    },
  },
  {
    name: 'forms that no page of the site sends',
    prefixes: few,
    async play(journey) {
      await journey.open('/invitation');
      const person = { ...createPerson(journey.email()), code: 'CERCLE-2026' };
      const none = { 'sec-fetch-site': '', origin: '' };
      await journey.fill('register', person, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
      await journey.fill('register', person, { 'sec-fetch-site': 'same-site' });
      await journey.fill('register', person, { ...none, origin: 'null' });
      await journey.fill('register', person, { 'content-type': 'application/json' });
      await journey.fill('register', person, { 'content-type': 'text/plain' });
      await journey.fill('register', { ...person, firstName: 'x'.repeat(40_000) });
      await journey.fill('register', { ...person, document: 'landings/none' }, { referer: 'https://evil.example/' });
      await journey.fill(
        'register',
        { ...person, document: 'landings/viral', email: journey.email('named') },
        { referer: '' },
      );
      await journey.fill('consent', { choice: 'all' }, { 'sec-fetch-site': 'cross-site' });
      await journey.fill('no-such-form', { email: 'x' });
      await journey.see('/do/register');
      await journey.see('/do/no-such-form');
      await journey.see('/do/activate');
    },
  },
];
