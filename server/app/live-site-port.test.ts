import { expect, test } from 'vitest';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { createLiveSitePort } from './live-site-port.ts';

const settings = { loginUrl: '' };
const site = makeSite({
  deployment: { basePath: '/club/' },
  config: { links: { login: 'https://partner.example/login' } },
});

test('links in mails are absolute, below the base path, in the language’s own address', () => {
  const port = createLiveSitePort(() => site, settings, journeys);
  expect(port.url('en', '/registration/activateaccount', { token: 'a&b' })).toBe(
    'https://www.example.com/club/registration/activateaccount?token=a%26b',
  );
  expect(port.url('de', '/')).toBe('https://www.example.com/club/de');
});

test('the sign-in is LOGIN_URL where the site allows it, else the site’s own link', () => {
  const login = (loginUrl: string) =>
    createLiveSitePort(() => site, { ...settings, loginUrl }, journeys).loginUrl('de');
  expect(login('https://a.shops.example/in')).toBe('https://a.shops.example/in');
  expect(login('https://evil.example/in')).toBe('https://partner.example/login');
  expect(createLiveSitePort(() => makeSite(), settings, journeys).loginUrl('de')).toBeNull();
});

test('the backend asks the site that is being sent now', () => {
  let current = site;
  const port = createLiveSitePort(() => current, settings, journeys);
  expect([port.hasLanding('landings/new'), port.hasLanding('pages/about-us')]).toEqual([false, false]);
  expect(port.isForbiddenReferrer('https://coupons.example/x')).toBe(true);
  current = makeSite({ documents: [{ id: 'landings/new' }], config: { name: 'Another', forbiddenReferrers: {} } });
  expect([port.hasLanding('landings/new'), port.name]).toEqual([true, 'Another']);
  expect(port.isForbiddenReferrer('https://coupons.example/x')).toBe(false);
});

test('members accept the newest version that the site document names, in a country with its own text that one', () => {
  const policy = (...days: string[]) => ({
    document: 'pages/about-us',
    versions: Object.fromEntries(days.map((day) => [day, '0123456789ab'])),
  });
  const terms = { ...policy('2026-12-01', '2026-11-01'), countries: { CH: policy('2026-11-05') } };
  const policies = { terms, privacy: policy('2026-11-20') };
  const port = createLiveSitePort(() => makeSite({ config: { policies } }), settings, journeys);
  expect(port.policies('FR')).toEqual({ terms: '2026-12-01', privacy: '2026-11-20' });
  expect(port.policies('CH')).toEqual({ terms: '2026-11-05-CH', privacy: '2026-11-20' });
  expect(createLiveSitePort(() => site, settings, journeys).policies('FR')).toEqual({
    terms: site.revision,
    privacy: site.revision,
  });
});
