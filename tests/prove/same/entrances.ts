import { getHeader, type Ask } from './http-client.ts';
import type { Tools } from './walk.ts';
import { BROWSER, PROGRAM } from './visitor.ts';

type Headers = Readonly<Record<string, string>>;

/** Requests that are about the way in and not about what a page says. */
export async function recordEntrances(tools: Tools): Promise<void> {
  await recordAddresses(tools, '/');
  await recordAll(tools, languageAsks());
  await recordRepresentations(tools);
  await recordFiles(tools);
}

/** Addresses of every kind below a base path, by every method, from everywhere. */
export async function recordAddresses(tools: Tools, basePath: string): Promise<void> {
  const at = (path: string): string => basePath + path.slice(1);
  await recordAll(tools, asks(at));
  await recordNames(tools, at('/metrics'));
}

const get = (path: string, headers: Headers = {}): Ask => ({ path, headers });

function asks(at: (path: string) => string): Ask[] {
  const plain = [
    '/robots.txt',
    '/sitemap.xml',
    '/livez',
    '/readyz',
    '/acquisition/defaults.json',
    '/acquisition/error/404',
    '/acquisition/none',
    '/error/404',
    '/de/error/404',
    '/none',
    '/fr/no/where?x=1',
    '/de/none/',
    '/about-us/',
    '//about-us',
    '//de//about-us',
    '/de/',
    '/about-us//?a=//b/&c',
    '/\\evil.example/',
    '//evil.example/',
    '/%2e%2e/x',
    '/%',
    '/%00',
    '/%E0%A4',
    '/En/about-us',
    '/DE',
    '/about-US',
    '/graphql',
    '/api',
    '/api/none',
    '/sub/none',
    '/assets/none.js',
    '/entrance',
    '/do',
    '/dev',
    '/dev/none',
    '/dev/graphql',
    '/dev/mail',
    '/dev/mail/none',
    '/favicon.ico',
    '/favicon.svg',
    '/de/robots.txt',
    '/de/graphql',
    '/de/assets/none.js',
    '/admin',
    '/admin/signin',
    '/api/features/sdk-local',
    '/api/features/none',
    '/de/do/register',
    '/do/none',
    `/${'x'.repeat(40)}`,
    `/about-us?${'x'.repeat(4_100)}`,
    '/about-us?lang=de',
    '/fr/about-us?lang=de',
    '/about-us?lang=xx',
    '/about-us?_nav=1&a=1',
    '/none?_nav=1',
    '/de?utm_source=mail&gclid=1',
    '/de/about-us?u=https://a.example/?b&x=<i>',
    '/?disablegb=true',
    '/about-us?debug',
    '/about-us?debug=open',
    '/?redirectUrl=%',
    '/?rc=a&rc=b',
    '/app?redirectUrl=/x?redirect_uri=example.app://y',
  ].map((path) => get(at(path)));
  const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].flatMap((method) =>
    ['/', '/about-us', '/robots.txt', '/graphql'].map((path): Ask => ({ method, path: at(path) })),
  );
  const hosts = ['evil.example', 'localhost', '127.0.0.1:1', 'club.example.com:8443'].map((host) =>
    get(at('/about-us'), { host }),
  );
  const purposes: readonly Headers[] = [
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'x-correlation-id': 'abc-1' },
    { 'x-correlation-id': 'not well formed' },
  ];
  const referrers = ['https://www.google.com/', 'https://club.example.com/', 'https://coupons.com', 'not a url'];
  return [
    ...plain,
    ...plain.slice(0, 20).map(({ path }): Ask => ({ method: 'HEAD', path })),
    ...methods,
    ...hosts,
    ...purposes.flatMap((headers) => ['/', '/ANNA-50', '/none'].map((path) => get(at(path), headers))),
    ...referrers.flatMap((referer) =>
      ['/', '/ANNA-50', '/?rc=ANNA-50', '/invitation', '/COUPON-1'].map((path) => get(at(path), { referer })),
    ),
  ];
}

function languageAsks(): Ask[] {
  const wishes = [
    'de',
    'de-AT,de;q=0.9',
    'fr;q=0.1, sv;q=0.8',
    'zh',
    'EN-us',
    '*',
    'de;q=0, it',
    '',
    'nonsense;;q=x',
    'pl,de',
  ];
  const cookies = ['', 'lang=fr', 'lang=xx', 'nuxt-i18n_redirected=it', 'lang=fr; nuxt-i18n_redirected=it'];
  const paths = [
    '/',
    '/about-us',
    '/about-us?a=1',
    '/de/about-us',
    '/ANNA-50',
    '/none',
    '/about-us?lang=sv',
    '/about-us?_nav=1',
    '/acquisition/none',
  ];
  return paths.flatMap((path) =>
    wishes.flatMap((wish) => cookies.map((cookie) => get(path, { 'accept-language': wish, cookie }))),
  );
}

async function recordAll({ server, recorder, normaliser }: Tools, all: readonly Ask[]): Promise<void> {
  for (const ask of all) {
    const headers = { 'user-agent': PROGRAM, ...ask.headers };
    const answer = await server.client.send({ ...ask, headers });
    const method = ask.method ?? 'GET';
    const sent = Object.entries(ask.headers ?? {}).map(([name, value]) => ` ${name}=${value}`);
    recorder.note('entrance', `entrance: ${method} ${ask.path}${sent.join('')}`, answer, normaliser, { method });
  }
}

/** Figures change with every request; their names do not. */
async function recordNames({ server, recorder, normaliser }: Tools, path: string): Promise<void> {
  const answer = await server.client.send({ path });
  recorder.note('entrance', `entrance: GET ${path}`, answer, normaliser, { body: figureNames });
}

function figureNames(text: string): string {
  // How often, how long, how much; and what the runtime adds when it happens to collect garbage.
  const names = text.split('\n').flatMap((line) => (line.startsWith('# ') ? [line] : []));
  return [...new Set(names)].toSorted().join('\n');
}

/** One page in all its representations: methods, encodings, conditions. */
async function recordRepresentations({ server, recorder, normaliser }: Tools): Promise<void> {
  for (const path of [
    '/de',
    '/de/about-us',
    '/de/ANNA-50',
    '/de/invitation',
    '/de/none',
    '/de/black-friday?rc=ANNA-50',
  ]) {
    for (const method of ['GET', 'HEAD']) {
      for (const encoding of [
        'gzip',
        'br',
        'gzip, deflate, br',
        'identity',
        'br;q=0, gzip',
        '*',
        'zstd',
        'gzip;q=0.1, identity',
      ]) {
        const headers = { 'user-agent': PROGRAM, 'accept-encoding': encoding };
        const answer = await server.client.send({ method, path, headers });
        const name = `entrance: ${method} ${path} accept-encoding=${encoding}`;
        // In front of a tag's end blanks fill up what is compressed ahead, when it is.
        recorder.note('entrance', name, answer, normaliser, {
          method,
          body: (text) => text.replaceAll(/ +(?=(?:--|\/)?>)/g, ''),
        });
        const tag = getHeader(answer, 'etag');
        for (const condition of tag === null ? ['*'] : [tag, tag.replace('W/', ''), `"x", ${tag}`, '"x"', '*']) {
          const again = await server.client.send({ method, path, headers: { ...headers, 'if-none-match': condition } });
          const shape = condition.replaceAll(/[0-9a-f]{32}/g, 'tag');
          recorder.note('entrance', `${name} if-none-match=${shape}`, again, normaliser, {
            method,
            body: (text) => String(text !== ''),
          });
        }
      }
    }
  }
}

/** Files that pages name: what is no script has the same bytes, scripts have the same headers. */
async function recordFiles({ server, recorder, normaliser }: Tools): Promise<void> {
  const files = new Set<string>();
  for (const path of ['/', '/invitation', '/black-friday', '/about-us', '/registration/deny']) {
    const { text } = await server.client.send({ path, headers: { 'user-agent': BROWSER } });
    for (const [file] of text.matchAll(/\/[\w/-]*assets\/[\w./-]+\.\w+/g)) files.add(file);
  }
  for (const file of files) {
    if (/\/chunks\//.test(file)) continue;
    const isScript = file.endsWith('.js');
    const answer = await server.client.send({ path: file, headers: isScript ? {} : { 'accept-encoding': 'br' } });
    recorder.note('file', `file: ${normaliser.body(file)}`, answer, normaliser, isScript ? { body: () => '' } : {});
  }
}
