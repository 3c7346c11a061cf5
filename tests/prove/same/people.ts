import type { Answer } from './http-client.ts';
import type { Notes } from './recorder.ts';
import { ORIGIN, type TestedServer } from './tested-server.ts';
import { type Cookies, hiddenFields, readRedirect, unescapeHtml, Visitor } from './visitor.ts';

/** What a person fills in who does everything right. */
export const createPerson = (email: string): Readonly<Record<string, string>> => ({
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'd’Été',
  email,
  country: 'FR',
  terms: 'on',
  newsletter: 'on',
});

/** Paths and queries of the links that a demo prints, by what they show. */
export function printedLinks({ demo }: TestedServer): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(demo.links).map(([what, url]) => [what, url.replace(ORIGIN, '')]));
}

export interface ListedMail {
  readonly id: string;
  readonly to: string;
}

/** The mails that a demo keeps, newest first. */
export async function listMails({ demo }: TestedServer, basePath = '/'): Promise<readonly ListedMail[]> {
  const { text } = await demo.client.send({ path: `${basePath}dev/mail` });
  return [...text.matchAll(/<a href="[^"]*dev\/mail\/([\w-]+)">([^]*?)<\/a>/g)].map(([, id = '', row = '']) => ({
    id,
    to: unescapeHtml(/<span class="to">([^<]*)</.exec(row)?.[1] ?? ''),
  }));
}

/** Path and query of the link in the newest mail to an address; `null` when there is none. */
export async function linkMailedTo(server: TestedServer, email: string, basePath = '/'): Promise<string | null> {
  const mails = await listMails(server, basePath);
  // Those that go out together are ordered by what they lead to.
  for (const { id } of mails.filter(({ to }) => to === email)) {
    const { text } = await server.demo.client.send({ path: `${basePath}dev/mail/${id}` });
    const link = URL.parse(unescapeHtml(/class="open"[^>]* href="([^"]*)"/.exec(text)?.[1] ?? ''));
    if (link !== null && link.origin === ORIGIN && link.searchParams.has('token')) return link.pathname + link.search;
  }
  return null;
}

export interface People {
  /** Cookies of visitors, by the point at which they are. */
  readonly cookies: Readonly<Record<string, Cookies>>;
  /** Addresses with an unused token. */
  readonly links: readonly string[];
}

/** Visitors who stand at every point that a page may ask for, by the name of that point. */
export async function meetPeople(server: TestedServer, recorder: Notes): Promise<People> {
  const people: Record<string, Cookies> = {};
  const newcomer = async (name: string): Promise<Visitor> => {
    await server.step(`people/${name}`);
    return new Visitor(server);
  };
  const keep = (name: string, visitor: Visitor, answer: Answer): void => {
    if (answer.status >= 400 || Object.keys(visitor.cookies).length === 0)
      recorder.broken(`Nobody could be brought to the point "${name}": the answer was ${answer.status}.`);
    people[name] = visitor.cookies;
  };
  const fill = async (visitor: Visitor, page: string, useCase: string, typed: Readonly<Record<string, string>>) => {
    const { text } = await visitor.get(page);
    return visitor.post(`/do/${useCase}`, { ...hiddenFields(text, useCase), ...typed }, page);
  };

  const drafting = await newcomer('draft');
  const first = { email: 'draft@example.com', country: 'FR', terms: 'on', code: 'CERCLE-2026' };
  keep('draft', drafting, await fill(drafting, '/lean', 'register-step-1', first));

  const finished = await newcomer('finished');
  keep('finished', finished, await fill(finished, '/ANNA-50', 'register', createPerson('finished@example.com')));

  const lucky = await newcomer('voucher');
  await fill(lucky, '/ANNA-50', 'register', createPerson('voucher@example.com'));
  const link = (await linkMailedTo(server, 'voucher@example.com')) ?? '/';
  await server.step('people/voucher/activate');
  keep('voucher', lucky, await fill(lucky, link, 'activate', {}));

  const active = await newcomer('active');
  keep('active', active, await fill(active, link, 'activate', { token: tokenIn(link) }));

  const applicant = await newcomer('applied');
  const application = { email: 'applied@example.com', country: 'FR' };
  keep('applied', applicant, await fill(applicant, '/membership-interest/apply', 'apply-for-membership', application));

  const waiting = await newcomer('lobby');
  const entered = await fill(waiting, '/EMPTY-0', 'enter-lobby', { email: 'lobby@example.com' });
  const lobby = readRedirect(entered) ?? '/';
  keep('lobby', waiting, await waiting.get(lobby));

  const joined = await newcomer('joined');
  keep('joined', joined, await fill(joined, lobby, 'join-waiting-list', {}));

  const social = printedLinks(server)['social'] ?? '/';
  const open = await newcomer('social');
  keep('social', open, await open.get(social));

  const named = await newcomer('named');
  keep('named', named, await fill(named, social, 'set-preferences', { preferences: 'women' }));

  const late = await newcomer('link');
  await fill(late, '/ANNA-50', 'register', createPerson('link@example.com'));
  const activation = (await linkMailedTo(server, 'link@example.com')) ?? '/';
  return { cookies: people, links: [activation, lobby, social] };
}

export const tokenIn = (link: string): string => new URL(link, ORIGIN).searchParams.get('token') ?? '';

/** The cookie of a visitor who answered the question of consent. */
export async function consentCookie(server: TestedServer, choice: 'all' | 'none', basePath = '/'): Promise<Cookies> {
  const visitor = new Visitor(server, basePath);
  await visitor.post(`${basePath}do/consent`, { choice }, basePath);
  return visitor.cookies;
}
