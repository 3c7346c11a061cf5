import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { freePort, startServer } from '#tests/helpers/server.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n([^]*?)\n```$/gm)].map(([, text = '']) => text);
/** The browser tests run in a folder where these two have been run. */
const install = 'npm ci';
const build = 'npm run build';
/** Reads the settings, as the page says of each new shell. */
const readsSettings = (block: string): boolean => /^set -a; \. \S+; set \+a$/.test(block);
const serves = (block: string): boolean => block === 'npm run serve';

const open: (() => Promise<unknown> | void)[] = [];
/** The last one opened is closed first. */
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

test('the page of the first day installs, configures, builds and starts once, in this order', () => {
  const isBuild = (block: string): boolean => block === build;
  const steps = [(block: string) => block === install, readsSettings, isBuild, serves];
  const order = steps.map((step) => blocks.findIndex(step));
  expect(order).toEqual(steps.map((step) => blocks.findLastIndex(step)));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order[0]).toBe(0);
});

// `npm run prove -- long-walks` runs it: its commands start one after another and take their time.
test.runIf(process.env['LONG_WALKS'] === '1')(
  'every command of that page works on an empty server in production mode, and a member comes of it',
  async () => {
    const here = await setUp();
    const settings = here.local(blocks.find(readsSettings) ?? '');
    const shell = async (...lines: string[]): Promise<string> => {
      const script = ['set -e', runsScripts, ...lines].join('\n');
      return (await promisify(execFile)('sh', ['-c', script], { cwd: root, env: bare })).stdout;
    };
    const said: string[] = [];
    for (const block of blocks.slice(1)) {
      if (block === build) continue;
      if (serves(block)) await serve(here, await shell(settings, 'env -0'));
      // There are no settings yet that could be read.
      else if (block.startsWith('umask')) await shell(here.local(block));
      else {
        if (block.includes('list ANNA-50')) await becomeMember(here);
        const run = (): Promise<string> => shell(settings, here.local(block));
        // A server that has just started on a busy machine may ask for a moment.
        said.push(await (block.startsWith('curl') ? vi.waitFor(run, { timeout: 30_000, interval: 200 }) : run()));
      }
    }
    const all = said.join('\n');
    expect(all).toContain('"ready":true');
    expect(all).toMatch(/^anna@example\.com {2}admin {2}since \S+ {2}open$/m);
    expect(all).toMatch(/^ANNA-50 +open +Anna +50 +49 +0 +1 +/m);
    expect(all).toContain('There are no dead letters.');
    expect(all).toContain('The code "ANNA-50" is open.');
  },
);

/** The scripts of package.json without the second that npm itself takes for each. */
const runsScripts = `npm() { shift; '${process.execPath}' --run "$@"; }`;
/** The environment of an unconfigured shell, and the compile cache of commands. */
const bare = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

interface Place {
  /** Where the proxy finds the server. */
  readonly url: string;
  readonly mail: MailServer;
  /** A command of the page as it has to be on this machine. */
  readonly local: (command: string) => string;
}

async function setUp(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-first-day-'));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const mail = await startMailServer();
  open.push(() => mail.close());
  const port = await freePort();
  const here: readonly (readonly [string, string])[] = [
    ['/etc/vitrine.env', join(folder, 'vitrine.env')],
    ['/var/lib/vitrine', join(folder, 'data')],
    ['smtps://user:password@mail.example.com:465', mail.url],
    ['http://127.0.0.1:3000', `http://127.0.0.1:${port}`],
    ['PORT=3000', `PORT=${port}`],
  ];
  return {
    url: `http://127.0.0.1:${port}`,
    mail,
    local: (command) => here.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), command),
  };
}

/** The settings as a shell reads them decide where the server listens, how it is reached and what it sends mails with. */
async function serve({ url }: Place, environment: string): Promise<void> {
  const named = environment.split('\0').map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]);
  const env: Readonly<Record<string, string>> = Object.fromEntries(named);
  expect([env['PUBLIC_ORIGIN'], env['VITRINE_MODE']]).toEqual([PUBLIC, 'production']);
  const server = await startServer({ env });
  open.push(() => server.stop());
  expect(server.origin).toBe(url);
}

const PUBLIC = 'https://www.example.com';

/** Without JavaScript, through the proxy that ends TLS: from the code to the active account. */
async function becomeMember({ url, mail }: Place): Promise<void> {
  const cookies = new Map<string, string>();
  const send = async (address: string, fields?: Readonly<Record<string, string>>): Promise<Response> => {
    const { pathname, search } = new URL(address, PUBLIC);
    const response = await fetch(url + pathname + search, {
      redirect: 'manual',
      headers: {
        'x-forwarded-for': '192.0.2.1',
        'x-forwarded-proto': 'https',
        'accept-language': 'en',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(fields && { referer: `${PUBLIC}/ANNA-50`, 'sec-fetch-site': 'same-origin' }),
      },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  /** Fills the form in that posts to a use case, and sends it with what is in it already. */
  const fill = async (address: string, useCase: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const shown = await (await send(address)).text();
    const [, id, action = '', form = ''] =
      new RegExp(`<form id="([^"]*)"[^>]* action="([^"]*/do/${useCase})"[^>]*>([^]*?)</form>`).exec(shown) ?? [];
    // Values of visitors are behind the page, in fields that name their form.
    const elsewhere = new RegExp(`<input[^>]* form="${id}"[^>]*>`, 'g');
    const inputs = [...form.matchAll(/<input[^>]*type="(?:hidden|text)"[^>]*>/g), ...shown.matchAll(elsewhere)].map(
      ([input]) => [/ name="([^"]*)"/.exec(input)?.[1] ?? '', / value="([^"]*)"/.exec(input)?.[1] ?? ''],
    );
    const filled = { ...Object.fromEntries(inputs), ...fields };
    const first = await send(action, filled);
    // A browser's first form is sent again with the key that makes it this browser's.
    const answer = first.status === 307 ? await send(first.headers.get('location') ?? '', filled) : first;
    return `${answer.status} ${answer.headers.get('location')}`;
  };
  const person = { gender: 'woman', firstName: 'Zoë', lastName: 'Lindt', country: 'SE', terms: 'on' };
  expect(await fill('/ANNA-50', 'register', { ...person, email: 'zoe@example.com' })).toBe(
    '303 /registration/formfinished',
  );
  const link = await mail.linkTo('zoe@example.com');
  expect(link).toMatch(/^https:\/\/www\.example\.com\//);
  expect(await fill(link, 'activate', {})).toBe('303 /registration/gift-voucher');
}
