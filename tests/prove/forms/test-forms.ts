import type { Browser } from 'playwright-core';
import { LEAD } from './forms-project.ts';
import { nextVisitorAddress } from './send-form.ts';

/** A browser that a person uses. */
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
/** Of the long form every fourth one is sent, of the short one every second. */
const SENT_EVERY = { long: 4, short: 2 } as const;

export interface Tested {
  readonly long: Figures;
  readonly short: Figures;
}

interface Figures {
  visitors: number;
  sent: number;
}

/** Visitors of the experiment; a part of them sends the form that they were shown. */
export async function sendVisitors(origin: string, runs: number, progress: (done: number) => void): Promise<Tested> {
  const tested = { long: { visitors: 0, sent: 0 }, short: { visitors: 0, sent: 0 } };
  for (let turn = 0; turn < runs; turn += 1) {
    const headers = {
      'user-agent': CHROME,
      'x-forwarded-for': nextVisitorAddress(),
      'x-forwarded-proto': 'https',
    };
    const page = await fetch(`${origin}/en/${LEAD}`, { headers });
    const html = await page.text();
    const form = /<form[^>]*action="([^"]*\/do\/forms\/[^"]*)"[^>]*>([^]*?)<\/form>/.exec(html);
    const [, action = '', markup = ''] = form ?? [];
    const variation = markup.includes('name="room"') ? 'long' : 'short';
    const figures = tested[variation];
    figures.visitors += 1;
    if (figures.visitors % SENT_EVERY[variation] === 0) {
      const hidden = [...(form?.[0] ?? '').matchAll(/<input type="hidden"[^>]*>/g)].flatMap(([input]) => {
        const [name, value] = ['name', 'value'].map((each) => new RegExp(` ${each}="([^"]*)"`).exec(input)?.[1]);
        return name === undefined ? [] : [[name, value ?? '']];
      });
      const answers = {
        name: 'Zoë',
        email: `tested-${turn}@example.com`,
        privacy: 'on',
        room: 'A shelf',
        city: 'Bern',
      };
      const body = new URLSearchParams([...hidden, ...Object.entries({ ...answers, piece: 'shelf' })]);
      const status = await post(new URL(action.replace(/#.*/, ''), origin), body, {
        ...headers,
        cookie: readCookies(page),
        'sec-fetch-site': 'same-origin',
        referer: `${origin}/en/${LEAD}`,
      });
      if (status >= 400) throw new Error(`A form of the experiment was answered with ${status}.`);
      figures.sent += 1;
    }
    progress(turn + 1);
  }
  return tested;
}

const readCookies = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Sends a form as a browser without a script does: the first answer sets the cookie of the form and asks for it again. */
async function post(url: URL, body: URLSearchParams, headers: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  if (answer.status !== 307) return answer.status;
  const cookie = `${headers['cookie'] ?? ''}; ${readCookies(answer)}`;
  return post(new URL(answer.headers.get('location') ?? '', url), body, { ...headers, cookie });
}

/** Whether the result page shows what visitors did. Browsers of tests, which say that they are headless, are not counted. */
export async function readResultPage(
  browser: Browser,
  origin: string,
  cookie: string,
  experiment: string,
  tested: Tested,
): Promise<readonly string[]> {
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    const readRows = async (): Promise<Readonly<Record<string, readonly number[]>>> => {
      await page.goto(`${origin}/admin/results?experiment=${experiment}`);
      const rows = await page.locator('main table').first().locator('tbody tr').all();
      const read = rows.map(async (row) => {
        const cells = await row.locator('th, td').allInnerTexts();
        return [
          cells[0]?.split('\n')[0] ?? '',
          cells.slice(1, 3).map((cell) => Number(cell.replaceAll(/\D/g, ''))),
        ] as const;
      });
      return Object.fromEntries(await Promise.all(read));
    };
    let broken: readonly string[] = [];
    for (let tries = 0; tries < 20; tries += 1) {
      const rows = await readRows();
      broken = (['long', 'short'] as const).flatMap((variation) => {
        const [visitors = 0, sent = 0] = rows[variation] ?? [];
        const expected = tested[variation];
        return visitors === expected.visitors && sent === expected.sent
          ? []
          : [
              `The result page shows ${visitors} visitors and ${sent} forms of ${variation}, not ${expected.visitors} and ${expected.sent}.`,
            ];
      });
      if (broken.length === 0) return [];
      await page.waitForTimeout(500);
    }
    return broken;
  } finally {
    await context.close();
  }
}
