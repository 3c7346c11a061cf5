import { describe, expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { mailTemplates, renderMail } from '#server/platform/mail/templates.ts';
import type { MailTemplate, MailValues, Person } from '#server/platform/mail/templates.ts';
import { mailText, mailTexts } from '#server/platform/mail/texts.ts';
import { MailRefused, oneLine } from '#server/platform/mail/transport.ts';

const person: Person = { gender: 'woman', firstName: 'Anna', lastName: 'Keller' };
const url = 'https://www.example.com/registration/activateaccount?token=abc&x=1';
const validUntil = Date.UTC(2026, 11, 4, 10);
const values: MailValues = {
  activation: { person, url, hours: 24 },
  voucher: {
    person,
    percent: 15,
    code: 'ABCD-EFGH',
    minimumOrder: { amount: 10_000, currency: 'EUR' },
    validUntil,
    loginUrl: 'https://shop.example.com/',
  },
  'waiting-list-joined': {},
  'membership-interest': { url, validUntil },
  invitation: { url, code: 'ABCD-EFGH', validUntil },
  'account-exists': { loginUrl: null },
};
const render = (name: MailTemplate, locale: (typeof locales)[number] = 'en') =>
  renderMail(name, locale, 'Maison Cercle', values[name]);

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
    expect(mailText('en', 'greeting.woman', { firstName: '{lastName}', lastName: '$&' })).toBe('Dear {lastName},');
    expect(mailText('de', 'greeting.man', { firstName: 'x', lastName: '{{constructor}}$1' })).toBe(
      'Guten Tag, Herr {{constructor}}$1,',
    );
    expect(() => mailText('en', 'voucher.code', {})).not.toThrow();
    expect(() => mailText('en', 'activation.validity', {})).toThrow('"hours"');
    expect(() => mailText('en', 'greeting.woman', Object.create({ firstName: 'inherited' }))).toThrow('"firstName"');
  });
});

describe.each(locales)('mails in %s', (locale) => {
  test.each(mailTemplates)('%s has a subject, HTML and text that say the same', (name) => {
    const mail = render(name, locale);
    expect(mail.subject).not.toMatch(/[\r\n{}]/);
    expect(mail.html).toContain(`<html lang="${locale}"`);
    expect(`${mail.html}${mail.text}`).not.toMatch(/\{\w+\}|\b(?:undefined|null|NaN)\b/);
    const words = mail.html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' ');
    for (const line of mail.text.split('\n').filter((each) => each !== '' && each !== '-- ')) {
      expect(words).toContain(
        line
          .replace(/:$/, '')
          .replace(/^[^:]+: (?=ABCD)/, '')
          .replaceAll(/\s+/g, ' '),
      );
    }
  });
});

describe('mails', () => {
  test('show the numbers, money and days of their language', () => {
    expect(render('voucher', 'de').text).toMatch(/15\s%[^]*100\s€[^]*4\. Dezember 2026/);
    expect(render('voucher', 'en').text).toMatch(/15%[^]*€100[^]*4 December 2026/);
    expect(render('voucher', 'sv').text).toMatch(/15\s%[^]*4 december 2026/);
  });

  test('load nothing and run nothing: no picture, no script, no style sheet', () => {
    for (const name of mailTemplates)
      expect(render(name).html).not.toMatch(/<(?:img|script|link|style|iframe|form)\b|url\(|@import| on\w+=/i);
  });

  test('escape whatever a person may be called and whatever a link may hold', () => {
    const hostile = '<script>alert(1)</script>"\'&';
    const mail = renderMail('activation', 'it', hostile, {
      person: { gender: 'man', firstName: hostile, lastName: hostile },
      url: `https://x.example/?"><script>`,
      hours: 24,
    });
    expect(mail.html).not.toContain('<script');
    expect(mail.html).not.toContain('?">');
    expect(mail.text).toContain('<script>alert(1)</script>');
  });

  test('have no marketing in a confirmation: the offer is mentioned by the voucher only', () => {
    for (const name of mailTemplates.filter((each) => each !== 'voucher'))
      expect(render(name).text).not.toMatch(/%|discount|sale/i);
  });
});

test.each(['a\r\nBcc: evil@example.com', 'a\nb', 'a\rb', 'a\u0000b', 'a\u2028b', 'a\u0085b', 'a\tb'])(
  'a header value with the control character in %j is refused',
  (value) => {
    expect(() => oneLine('subject', value)).toThrow(MailRefused);
  },
);
