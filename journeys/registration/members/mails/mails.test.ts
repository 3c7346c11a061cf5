import { describe, expect, test } from 'vitest';
import { escapeHtml } from '#engine/shared/escape.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { accountExistsMail } from '#journeys/registration/members/account/account-exists-mail.ts';
import { activationMail } from '#journeys/registration/members/account/activation-mail.ts';
import { mailNames as names } from '#journeys/registration/members/mail-samples/samples.ts';
import type { MailBranding } from '#server/platform/mail/mail-content.ts';
import { translate, createTranslator } from '#server/platform/mail/translator.ts';
import { projectBrand } from '#tests/helpers/brand.ts';
import { renderSampleMail } from '#tests/helpers/sample-mails.ts';
import { buildGreeting, type AddressedPerson, renderMail } from './mail-template.ts';
import { mailTexts } from './texts.ts';

const theme = projectBrand().mails;
const branding: MailBranding = {
  theme,
  organization: {
    legalName: 'Maison Cercle GmbH',
    address: { street: 'Am Inneren Kreis 12', postalCode: '80331', city: 'München', country: 'DE' },
    managers: ['Clara Morgenroth', 'Jean Petit'],
    register: { court: 'Amtsgericht München', number: 'HRB 000000' },
    vatId: 'DE000000000',
  },
  links: {
    imprint: 'https://www.example.com/imprint',
    privacy: 'https://www.example.com/privacy',
    service: 'https://shop.example.com/service',
  },
};
const sender = { name: 'Maison Cercle', branding: () => branding };
const nobody = { name: 'Cercle', branding: () => ({ theme, organization: { legalName: 'Cercle' }, links: {} }) };

const render = (name: string, locale: Locale = 'en') => renderSampleMail(name, locale, sender);
const everyMail = locales.flatMap((locale) => names.map((name) => ({ name, locale, ...render(name, locale) })));

/** The words of a mail's HTML, as a reader gets them. */
const readWords = (html: string): string =>
  html
    .replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

const listLinks = (html: string): readonly string[] =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('mail texts', () => {
  test.each(locales)('in %s have every key, no exclamation mark and no words left in English', (locale) => {
    expect(Object.keys(mailTexts[locale])).toEqual(Object.keys(mailTexts.en));
    const english = Object.values(mailTexts.en);
    const problems = Object.entries(mailTexts[locale]).filter(
      ([, text], index) => text.trim() === '' || text.includes('!') || (locale !== 'en' && text === english[index]),
    );
    expect(problems).toEqual([]);
  });

  test('a value is printed and never read again', () => {
    expect(translate(mailTexts, 'en', 'greeting.woman', { firstName: '{lastName}', lastName: '$&' })).toBe(
      'Dear {lastName},',
    );
    expect(translate(mailTexts, 'de', 'greeting.man', { firstName: 'x', lastName: '{{constructor}}$1' })).toBe(
      'Guten Tag, Herr {{constructor}}$1,',
    );
    expect(() => translate(mailTexts, 'en', 'voucher.code', {})).not.toThrow();
    expect(() => translate(mailTexts, 'en', 'activation.validity', {})).toThrow('"hours"');
    expect(() => translate(mailTexts, 'en', 'greeting.woman', Object.create({ firstName: 'inherited' }))).toThrow(
      '"firstName"',
    );
  });
});

test('A member who left the salutation open is greeted without a title in every language', () => {
  const person: AddressedPerson = { gender: 'unstated', firstName: 'Kim', lastName: 'Lund' };
  const greetings = locales.map((locale) => [
    locale,
    buildGreeting(createTranslator(locale, mailTexts, { site: 'Cercle' }), person),
  ]);
  expect(Object.fromEntries(greetings)).toEqual({
    en: 'Dear Kim,',
    de: 'Guten Tag, Kim Lund,',
    fr: 'Bonjour Kim Lund,',
    it: 'Gentile Kim Lund,',
    nl: 'Geachte Kim Lund,',
    pl: 'Dzień dobry,',
    sv: 'Hej Kim,',
  });
});

describe.each(locales)('mails in %s', (locale) => {
  test.each(names)('%s has a subject, HTML and text that say the same', (name) => {
    const mail = render(name, locale);
    expect(mail.subject).not.toMatch(/[\r\n{}]/);
    expect(mail.html).toContain(`<html lang="${locale}"`);
    const words = readWords(mail.html);
    expect(`${words}${mail.text}`).not.toMatch(/\{\w+\}|\b(?:undefined|null|NaN)\b/);
    const lines = mail.text.split('\n').filter((line) => !/^(?:-- |=*|https:.*)$/.test(line));
    for (const line of lines) expect(words).toContain(line.trim().replaceAll(/\s+/g, ' '));
  });
});

test.for(['de', 'it', 'pl'] as const)(
  'a letter in %s goes on in lower case after the comma of its greeting',
  (locale) => {
    const polite = /^(?:Ihr|Sie|Państw)/;
    const bodies = Object.entries(mailTexts[locale]).filter(([key]) => key.endsWith('.body'));
    expect(bodies.length).toBeGreaterThanOrEqual(names.length);
    expect(bodies.filter(([, text]) => !/^\p{Ll}/u.test(text) && !polite.test(text))).toEqual([]);
  },
);

test('no letter breaks the name of the site between two lines', () => {
  for (const { html, name } of everyMail) {
    const body = html.slice(html.indexOf('<h1'));
    expect(body.replaceAll('Maison Cercle GmbH', ''), name).not.toMatch(
      /[\p{L},] Maison Cercle|Maison Cercle [\p{Ll}]/u,
    );
  }
});

describe('letters', () => {
  test('have one button, which leads where the text leads, and no other link but the way around it and those of the foot', () => {
    for (const { html, text, name } of everyMail) {
      const buttons = html.match(/class="btn"/g)?.length ?? 0;
      expect(buttons, name).toBe(['waiting-list-joined', 'interest-declined'].includes(name) ? 0 : 1);
      const foot = Object.values(branding.links);
      const links = listLinks(html);
      const inLetter = links.slice(0, -foot.length);
      expect(links.slice(-foot.length), name).toEqual(foot);
      expect(inLetter.length, name).toBe(2 * buttons);
      expect(new Set(inLetter).size, name).toBe(buttons);
      for (const link of inLetter) expect(text).toContain(`\n${link}\n`);
    }
  });

  test('show no address where a word does: a link has words, however long its token is', () => {
    for (const { html } of everyMail) expect(readWords(html)).not.toMatch(/https?:|www\./);
  });

  test('say why they were sent and by whom, as a business letter does', () => {
    for (const { text, html, name } of everyMail) {
      const [, foot = ''] = text.split('\n-- \n');
      for (const part of ['Maison Cercle GmbH, Am Inneren Kreis 12, 80331 München, ', 'Clara Morgenroth, Jean Petit'])
        expect(foot, name).toContain(part);
      for (const part of ['Amtsgericht München, HRB\u00A0000000', 'DE000000000', 'Maison Cercle GmbH']) {
        expect(foot, name).toContain(part);
        expect(html, name).toContain(part);
      }
    }
    expect(render('activation', 'pl').text).toContain('80331 München, Niemcy');
    expect(render('invitation').text).toContain('because this address is on the waiting list of Maison Cercle.');
    expect(render('membership-interest').text).toContain('because somebody applied for membership of Maison Cercle');
    expect(render('voucher').text).toContain('because this address was entered at Maison Cercle.');
  });

  test('name the company alone where the site document says no more', () => {
    const { text, html } = renderMail(accountExistsMail, 'en', nobody, { loginUrl: null });
    expect(text).toMatch(/-- \n[^\n]+\n\nCercle\n$/);
    expect(listLinks(html)).toEqual([]);
  });

  test('fetch nothing and run nothing: images come with the mail, and no address reveals that it was opened', () => {
    for (const { html } of everyMail) {
      expect(html).not.toMatch(/<(?:script|link|iframe|form|base)\b|@import| on\w+=/i);
      const sources = [...html.matchAll(/(?:src=|url\()["']?([^"')]+)/g)].map(([, source = '']) => source);
      expect(sources.length).toBeGreaterThan(4);
      for (const source of sources) expect(source).toMatch(/^cid:[a-z-]+\.(?:png|jpg)@letter$/);
    }
  });

  test('hold without images: each is decoration, says nothing, and lies on a colour or on the ground', () => {
    for (const { html } of everyMail) {
      const images = html.match(/<img [^>]*>/g) ?? [];
      expect(images.length).toBe(4);
      for (const image of images) expect(image).toMatch(/ alt="".*display:(?:block|none)/);
      expect(html).toMatch(/<td bgcolor="#4C0B16" style="background:#4C0B16 url\(/);
      expect(html).toMatch(/class="leaf"[^>]* bgcolor="#FFFDF9"/);
    }
  });

  test('fit every width: nothing is wider than 640 px, and on narrower screens all of it follows', () => {
    const ghost = /<!--\[if mso\]>.*?<!\[endif\]-->/g;
    for (const { html } of everyMail) {
      const fixed = [...html.replaceAll(ghost, '').matchAll(/<(\w+)[^>]* width="(\d+)"[^>]*>/g)];
      expect(fixed.map(([, element, width]) => `${element} ${width}`)).toEqual([
        'img 640',
        'img 32',
        'img 640',
        'img 640',
      ]);
      for (const [tag] of fixed.filter(([, , width]) => width === '640'))
        expect(tag).toContain('width:100%;height:auto');
      expect(html).toContain('width:100%;max-width:640px');
    }
  });

  test('have words for both schemes, and enough room in them for programs that cut long mails or style sheets off', () => {
    for (const { html } of everyMail) {
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      const [rules = ''] = /<style>[^]*?<\/style>/.exec(html) ?? [];
      expect(rules).toContain('prefers-color-scheme:dark');
      expect(rules.length).toBeLessThan(8_192);
      expect(html.length).toBeLessThan(12_000);
    }
  });
});

describe('mails', () => {
  test('show the numbers, money, days and hours of their language, and never part a figure from what it counts', () => {
    expect(render('voucher', 'de').text).toMatch(/15\u00A0%[^]*100\u00A0€[^]*4\.\u00A0Dezember\u00A02026/);
    expect(render('voucher', 'en').text).toMatch(/15%[^]*€100[^]*4\u00A0December\u00A02026/);
    expect(render('voucher', 'sv').text).toMatch(/15\u00A0%[^]*4\u00A0december\u00A02026/);
    expect(render('activation', 'pl').text).toContain('24\u00A0godziny');
    expect(render('activation', 'fr').text).toContain('24\u00A0heures');
  });

  test('escape whatever a person may be called and whatever a link may hold', () => {
    const hostile = '<script>alert(1)</script>"\'&{link}$&';
    const organization = { legalName: hostile, managers: [hostile], register: { court: hostile, number: hostile } };
    const from = {
      name: hostile,
      branding: () => ({ theme, organization, links: { imprint: `https://x/?"><script>` } }),
    };
    const mail = renderMail(activationMail, 'it', from, {
      person: { gender: 'man', firstName: hostile, lastName: hostile },
      url: `https://x.example/?"><script>$&{link}`,
      hours: 24,
    });
    expect(mail.html).not.toContain('<script');
    expect(mail.html).not.toContain('?">');
    expect(listLinks(mail.html)[1]).toBe('https://x.example/?&quot;&gt;&lt;script&gt;$&{link}');
    expect(mail.text).toContain('<script>alert(1)</script>');
  });

  test('never turn a name into a link, however it was stored', () => {
    const links = [
      'evil.example',
      'evil .com',
      'https://evil.example/x',
      'HTTP:\\\\evil.example',
      'www.evil.example',
      'a@evil.example',
      'mailto:a@evil.example',
      'evil.\u200Bcom',
      '192.0.2.1',
      'tel:+4930123456',
      'x.y.evil.co.uk',
    ];
    // What mail programs look for: schemes, addresses, numbers of hosts, and words joined by a full stop.
    const link = /\w+:\/*\S|@|\/\/|\d\.\d|[\p{L}\p{N}]\.[\p{L}\p{N}\p{Cf}]{2}|\s\.[\p{L}\p{N}]/u;
    for (const name of links) {
      expect(name.replaceAll('\\', '/'), 'The pattern of this test finds it.').toMatch(link);
      const named: AddressedPerson = { gender: 'man', firstName: name, lastName: name };
      const values = { person: named, url: 'https://a.example', hours: 1 };
      const { text, html } = renderMail(activationMail, 'en', nobody, values);
      const line = text.split('\n\n').find((each) => each.startsWith('Dear')) ?? '';
      expect(line.length).toBeGreaterThan(10);
      expect(line, name).not.toMatch(link);
      expect(html).toContain(escapeHtml(line));
    }
  });

  test('leave initials, titles and the apostrophes of names alone', () => {
    const named: AddressedPerson = { gender: 'woman', firstName: "J.R.R. Dr. O'Brien-Łukasz", lastName: 'X' };
    const values = { person: named, url: 'https://a.example', hours: 1 };
    expect(renderMail(activationMail, 'en', nobody, values).text).toContain("J.R.R. Dr. O'Brien-Łukasz");
  });

  test('have no marketing in a confirmation: the offer is mentioned by the voucher only', () => {
    for (const name of names.filter((each) => each !== 'voucher'))
      expect(render(name).text).not.toMatch(/%|discount|sale/i);
  });
});
