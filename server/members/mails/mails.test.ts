import { describe, expect, test } from 'vitest';
import { escapeHtml } from '#engine/base/escape.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { accountExistsMail } from '#server/members/account/account-exists-mail.ts';
import { activationMail } from '#server/members/account/activation-mail.ts';
import { voucherMail } from '#server/members/account/voucher-mail.ts';
import { interestDeclinedMail } from '#server/members/answer-interest/interest-declined-mail.ts';
import { membershipInterestMail } from '#server/members/apply-for-membership/membership-interest-mail.ts';
import { waitingListMail } from '#server/members/join-waiting-list/waiting-list-mail.ts';
import { invitationMail } from '#server/members/invitation/invitation-mail.ts';
import { mailText } from '#server/platform/mail/words.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';
import { type MailTemplate, type Person, renderMail } from './mail-template.ts';
import { mailTexts } from './texts.ts';

const person: Person = { gender: 'woman', firstName: 'Anna', lastName: 'Keller' };
const url = 'https://www.example.com/registration/activateaccount?token=abc&x=1';
const validUntil = Date.UTC(2026, 11, 4, 10);

const example =
  <Values>(template: MailTemplate<Values>, values: Values) =>
  (locale: Locale): RenderedMail =>
    renderMail(template, locale, 'Maison Cercle', values);

const mails = {
  activation: example(activationMail, { person, url, hours: 24 }),
  voucher: example(voucherMail, {
    person,
    percent: 15,
    code: 'ABCD-EFGH',
    minimumOrder: { amount: 10_000, currency: 'EUR' },
    validUntil,
    loginUrl: 'https://shop.example.com/',
  }),
  'waiting-list-joined': example(waitingListMail, {}),
  'membership-interest': example(membershipInterestMail, { url, validUntil }),
  invitation: example(invitationMail, { url, code: 'ABCD-EFGH', validUntil }),
  'interest-declined': example(interestDeclinedMail, {}),
  'account-exists': example(accountExistsMail, { loginUrl: null }),
};
const names = Object.keys(mails) as (keyof typeof mails)[];
const render = (name: keyof typeof mails, locale: Locale = 'en'): RenderedMail => mails[name](locale);

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
    expect(mailText(mailTexts, 'en', 'greeting.woman', { firstName: '{lastName}', lastName: '$&' })).toBe(
      'Dear {lastName},',
    );
    expect(mailText(mailTexts, 'de', 'greeting.man', { firstName: 'x', lastName: '{{constructor}}$1' })).toBe(
      'Guten Tag, Herr {{constructor}}$1,',
    );
    expect(() => mailText(mailTexts, 'en', 'voucher.code', {})).not.toThrow();
    expect(() => mailText(mailTexts, 'en', 'activation.validity', {})).toThrow('"hours"');
    expect(() => mailText(mailTexts, 'en', 'greeting.woman', Object.create({ firstName: 'inherited' }))).toThrow(
      '"firstName"',
    );
  });
});

describe.each(locales)('mails in %s', (locale) => {
  test.each(names)('%s has a subject, HTML and text that say the same', (name) => {
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
    for (const name of names)
      expect(render(name).html).not.toMatch(/<(?:img|script|link|style|iframe|form)\b|url\(|@import| on\w+=/i);
  });

  test('escape whatever a person may be called and whatever a link may hold', () => {
    const hostile = '<script>alert(1)</script>"\'&';
    const mail = renderMail(activationMail, 'it', hostile, {
      person: { gender: 'man', firstName: hostile, lastName: hostile },
      url: `https://x.example/?"><script>`,
      hours: 24,
    });
    expect(mail.html).not.toContain('<script');
    expect(mail.html).not.toContain('?">');
    expect(mail.text).toContain('<script>alert(1)</script>');
  });

  test('never turn a name into a link, whoever stored it', () => {
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
      const named: Person = { gender: 'man', firstName: name, lastName: name };
      const { text, html } = renderMail(activationMail, 'en', 'Cercle', {
        person: named,
        url: 'https://a.example',
        hours: 1,
      });
      const line = text.split('\n\n').find((each) => each.startsWith('Dear')) ?? '';
      expect(line.length).toBeGreaterThan(10);
      expect(line, name).not.toMatch(link);
      expect(html).toContain(escapeHtml(line));
    }
  });

  test('leave initials, titles and the apostrophes of names alone', () => {
    const named: Person = { gender: 'woman', firstName: "J.R.R. Dr. O'Brien-Łukasz", lastName: 'X' };
    const { text } = renderMail(activationMail, 'en', 'Cercle', { person: named, url: 'https://a.example', hours: 1 });
    expect(text).toContain("J.R.R. Dr. O'Brien-Łukasz");
  });

  test('have no marketing in a confirmation: the offer is mentioned by the voucher only', () => {
    for (const name of names.filter((each) => each !== 'voucher'))
      expect(render(name).text).not.toMatch(/%|discount|sale/i);
  });
});
