import { afterAll, beforeAll, test } from 'vitest';
import { formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import { locales, type Locale } from '#schemas/generated/vocabulary.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';

/** Landing → what its voucher promises (S14). */
const vouchers = {
  'social-voucher-10': { percent: 10, minimum: null },
  'social-voucher-15': { percent: 15, minimum: null },
  'social-voucher-15-mov': { percent: 15, minimum: { amount: 10_000, currency: 'EUR' } },
  'social-voucher-20-mov': { percent: 20, minimum: { amount: 10_000, currency: 'EUR' } },
} as const;

/** Words of the card for a voucher that holds for any order; the mail has its own. */
const anyOrder: Readonly<Record<Locale, string>> = {
  en: 'No minimum order value',
  de: 'Ohne Mindestbestellwert',
  fr: 'Sans minimum d’achat',
  it: 'Senza ordine minimo',
  nl: 'Zonder minimale bestelwaarde',
  pl: 'Bez minimalnej wartości zamówienia',
  sv: 'Utan lägsta ordervärde',
};

let server: HostedServer;
beforeAll(async () => {
  server = await startHostedServer();
});
afterAll(() => server.stop());

/** Each person has a browser of their own. */
const formKey = ({ email = 'somebody@example.com' }: Readonly<Record<string, string>>): string =>
  Buffer.from(email).toString('base64url');

/** Sends a form as a browser without JavaScript does. */
function post(path: string, from: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(server.origin + path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', referer: server.origin + from, cookie: `form-key=${formKey(fields)}` },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** What a page or a mail says, with plain blanks. */
function readWords(html: string): string {
  const body = html.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' ');
  return body
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex: string, decimal: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll(/&nbsp;|\s+/g, ' ');
}

/** The newest mail to an address, as soon as it is there: its markup. */
async function mailTo(address: string, subjectBefore: string | null = null): Promise<{ id: string; html: string }> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const list = await (await fetch(`${server.origin}/dev/mail`)).text();
    const ids = [...list.matchAll(/\/dev\/mail\/([\w-]+)"/g)].map(([, id = '']) => id);
    for (const id of new Set(ids)) {
      const page = await (await fetch(`${server.origin}/dev/mail/${id}`)).text();
      if (page.includes(address) && id !== subjectBefore) return { id, html: page };
    }
  }
  throw new Error(`No mail to ${address} within 30 s.`);
}

const cases = Object.entries(vouchers).flatMap(([landing, promised]) =>
  locales.map((locale) => ({ landing, locale, ...promised })),
);

test.concurrent.for(cases)(
  'the voucher of $landing in $locale is the same on the screen and in the mail',
  async ({ landing, locale, percent, minimum }, { expect }) => {
    const voucherPage = `${locale === 'en' ? '' : `/${locale}`}/registration/gift-voucher`;
    const email = `${landing}-${locale}@example.com`;
    const from = `/${locale}/${landing}?rc=CERCLE-2026`;
    const person = { gender: 'woman', firstName: 'Zoë', lastName: 'Blanc', email, country: 'SE', terms: 'on' };
    await post(`/${locale}/do/register`, from, { ...person, code: 'CERCLE-2026' });
    const activation = await mailTo(email);
    const token = /[?&;]token=([\w.~-]+)/.exec(activation.html)?.[1] ?? '';
    const pressed = await post(`/${locale}/do/activate`, `/${locale}/registration/activateaccount?token=${token}`, {
      token,
    });
    expect(pressed.headers.get('location')).toBe(voucherPage);
    const cookie = pressed.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const shown = await fetch(server.origin + voucherPage, { headers: { cookie } });
    const screen = readWords(await shown.text());
    const letter = readWords((await mailTo(email, activation.id)).html);
    const share = readWords(formatPercent(locale, percent));
    for (const words of [screen, letter]) expect(words).toContain(share);
    const amount = minimum && readWords(formatMoney(locale, minimum));
    if (amount === null) {
      expect(screen).toContain(anyOrder[locale]);
      expect(letter).not.toMatch(/100[,.]?\d*\s?€|€\s?100/);
    } else {
      expect(screen).not.toContain(anyOrder[locale]);
      for (const words of [screen, letter]) expect(words).toContain(amount);
    }
    // Of all shares only the visitor's own is promised.
    const others = [10, 15, 20]
      .filter((each) => each !== percent)
      .map((each) => readWords(formatPercent(locale, each)));
    for (const other of others) expect(screen).not.toContain(other);
  },
);
