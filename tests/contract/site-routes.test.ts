import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import type { Decision, Facts } from '#engine/decide/types.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { renderExample } from './render-example.ts';

const site = await projectSite();
const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);

const code = { state: 'valid', inviterName: 'Anna', landing: null } as const;
const tokenFor = (purpose: 'lobby' | 'social-second-step') =>
  ({ state: 'valid', purpose, email: 'a@example.com', validUntil: Number.MAX_SAFE_INTEGER }) as const;

/** Addresses at which an invitation or a token is in play. */
const invited: readonly (readonly [string, Partial<Facts>])[] = [
  ['the path of a code', { url: '/de/ANNA-50', code }],
  ['the start page with a code', { url: '/de?rc=ANNA-50', code }],
  ['a campaign with a code', { url: '/de/social?rc=ANNA-50', code }],
  ['the lobby', { url: '/de/lobby?token=x', token: tokenFor('lobby') }],
  [
    'the last step of the social sign-up',
    { url: '/de/registration/social-second-step?token=x', token: tokenFor('social-second-step') },
  ],
];

test.each(invited)('G2: a visitor who comes to %s from a search page or a coupon site is refused', (_, facts) => {
  for (const referrer of ['https://www.google.com/', 'https://suche.web.de/', 'https://www.mydealz.de/gutscheine'])
    expect(visit({ ...facts, referrer }), referrer).toMatchObject({ status: 403, outcome: 'denied' });
});

const webMail = [
  'mail.google.com',
  'mail.yahoo.com',
  'de.mail.yahoo.com',
  'outlook.live.com',
  'outlook.office.com',
  'mail.aol.com',
  'mail.yandex.com',
  'mail.lycos.com',
  'navigator.web.de',
  'navigator.gmx.net',
  'email.t-online.de',
  'deref-gmx.net',
  'email.seznam.cz',
  'poczta.onet.pl',
  'poczta.wp.pl',
  'mail.libero.it',
  'mail.orange.fr',
  'webmail.ziggo.nl',
  'mail.proton.me',
  'www.icloud.com',
];

test.each(invited)(
  'G2: who opens %s from web mail is welcome, also where the search pages of its host are not',
  (_, facts) => {
    const turnedAway = webMail.filter((host) => {
      const decision = visit({ ...facts, referrer: `https://${host}/` });
      return decision.kind !== 'page' || decision.status !== 200;
    });
    expect(turnedAway).toEqual([]);
  },
);

test.each(locales)('R24: in "%s" both views for errors show status and message', (locale) => {
  const prefix = locale === 'en' ? '/en' : `/${locale}`;
  for (const [url, document, shown] of [
    [`${prefix}/no/such/page`, 'pages/error/404', ['404', `Page Not Found: ${prefix}/no/such/page`]],
    [`${prefix}/error/generic`, 'pages/error/generic', ['500', 'Internal Server Error']],
  ] as const) {
    const decision = visit({ url });
    expect(decision).toMatchObject({ kind: 'page', document, locale, status: Number(shown[0]) });
    expect(decision.kind === 'page' && [decision.values.status, decision.values.statusMessage]).toEqual(shown);
    const blocks = site.documents.get(document)?.blocks ?? [];
    const notice = [...blocks, ...blocks.flatMap((block) => block.blocks)].find(({ type }) => type === 'notice');
    const html = renderExample({ ...notice, ...notice?.props, blocks: undefined }, { site, locale });
    expect(html).toMatch(/<code>H\w+xhtmlxstatus0 · H\w+xhtmlxstatusMessage0<\/code>/);
  }
});
