import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#server/platform/paths.ts';
import { getPermissions } from '#server/staff/permissions.ts';
import { readSite } from '../same/site.ts';
import type { MeasuredServer, Sent } from './measured-server.ts';
import { bodyShapes, headShapes, type Shape } from './shapes.ts';

/** A request that is measured, and how it may be answered. */
export interface Asked {
  readonly name: string;
  readonly sent: Sent;
  /** What no answer repeats; empty for a request without a long value. */
  readonly sample: string;
  /** Who asks what, with nothing in it. */
  readonly place: string;
  readonly nothing: Sent;
  /** Milliseconds; those of every request when left out. */
  readonly most?: number;
}

/** Bytes of bodies: as large as a form may be, and far beyond. */
const SIZES = [16_000, 100_000, 1_000_000];
const HEAD = 8_000;
/** Characters that an answer may repeat. */
const REPEATED = 1_024;
/** Milliseconds for a list of codes of a megabyte, from a user with the permission. */
const CODE_LIST = 250;
/** Milliseconds for the results of experiments, for a user with the permission. */
const RESULTS = 60;

interface Who {
  readonly name: string;
  readonly cookie: string;
}

const stranger: Who = { name: 'a stranger', cookie: '' };
const own = [['sec-fetch-site', 'same-origin']] as const;

/** What was dearest before it was fixed, as large as a form may be: each place gets it. */
const WORST: ReadonlySet<string> = new Set([
  'pairs without "=", 16000 bytes',
  'many parts, 16000 bytes',
  'JSON, deep, 16000 bytes',
  'a report of "a", 16000 bytes',
  'a query without "="',
  'cookies that differ',
]);
/** Of so many of the other shapes a sample has one, and goes on with the next where the next place begins. */
export const SAMPLED = 11;

/**
 * Every route and page, as everybody, with everything.
 *
 * @param oneOf 1 for all shapes; else one of so many, and the worst ones
 */
export function allRequests(server: MeasuredServer, oneOf = 1): readonly Asked[] {
  const staff = [...server.staff].map(([name, cookie]): Who => ({ name, cookie }));
  const all = { bodies: bodyShapes(SIZES), heads: headShapes(HEAD) };
  let turn = -1;
  const taken = <Each extends { readonly name: string }>(shapes: readonly Each[]): readonly Each[] =>
    shapes.filter(({ name }) => {
      if (WORST.has(name)) return true;
      turn += 1;
      return turn % oneOf === 0;
    });
  return listPlaces(server).flatMap(({ method, path, isStaff }) =>
    (isStaff ? [stranger, ...staff] : [stranger]).flatMap((who) =>
      method === 'GET'
        ? taken(all.heads).map((head) => withHead(path, head, who))
        : taken(all.bodies).map((body) => withBody(method, path, body, who)),
    ),
  );
}

/** Of so many pages, and addresses with a method that they do not have, the suite measures one: all of them take the same way. */
const ONE_OF = 8;

/** One of every kind, for the suite: each route once, but in one language alone. */
export function fewRequests(server: MeasuredServer): readonly Asked[] {
  const [admin = stranger] = [...server.staff].map(([name, cookie]): Who => ({ name, cookie }));
  const bodies = bodyShapes([16_000, 1_000_000]).filter((_shape, index) => index % 3 === 0);
  const heads = headShapes(HEAD);
  const places = listPlaces(server).filter(
    ({ kind, path }, index) => !path.startsWith('/de/do/') && (kind === 'route' || index % ONE_OF === 0),
  );
  return places.flatMap(({ method, path, isStaff }, index) => {
    const who = isStaff && index % 2 === 0 ? admin : stranger;
    if (method !== 'GET') return [withBody(method, path, pick(bodies, index), who)];
    return [withHead(path, pick(heads, index), who)];
  });
}

/** What stopped the release before: of anybody, at the forms of staff, at an address without a form, and as a report. */
export function issueRequests(): readonly Asked[] {
  const bodies = bodyShapes([1_000_000]);
  const reports = bodyShapes([24_000]).filter(({ name }) => name.startsWith('a report'));
  return [
    ...bodies
      .filter(({ type }) => type.includes('form'))
      .map((body) => withBody('POST', '/do/admin/sign-in', body, stranger)),
    ...bodies.filter(({ type }) => type.includes('json')).map((body) => withBody('POST', '/livez', body, stranger)),
    ...reports.map((body) => withBody('POST', '/entrance/error-reports', body, stranger)),
  ];
}

const pick = <Each>(all: readonly Each[], index: number): Each => {
  const each = all[index % all.length];
  if (each === undefined) throw new TypeError('There is nothing to choose from.');
  return each;
};

interface Place {
  readonly method: string;
  readonly path: string;
  readonly isStaff: boolean;
  /** `other` for a page, and for an address with a method that it does not have. */
  readonly kind: 'route' | 'other';
}

/** Routes of the running server with something for each of their parameters, pages, and each address with a method that it does not have. */
function listPlaces({ routes }: MeasuredServer): readonly Place[] {
  const filled = routes.flatMap(([method, pattern]) => listPaths(pattern).map((path) => ({ method, path })));
  const pages = [...readSite(root).documents.values()].flatMap((path) =>
    path === null ? [] : [{ method: 'GET', path }],
  );
  const wrong = [...filled, ...pages.slice(0, 3)].flatMap(({ method, path }) =>
    method === 'GET' ? [{ method: 'PUT', path }] : [],
  );
  const long = ['a', '%22%3C', '%27'].map((unit) => `/de/no/${unit.repeat(HEAD / 2 / unit.length)}/where`);
  const noPlace = ['/de/nowhere', ...long].map((path) => ({ method: 'GET', path }));
  const all = [...filled, ...pages, ...noPlace, ...wrong];
  const known = new Map(
    all
      // A stream does not end by itself; an answer without a body costs what the one with it does.
      .filter(({ method, path }) => method !== 'HEAD' && method !== 'OPTIONS' && !path.startsWith('/sub/'))
      .map(({ method, path }) => [
        `${method} ${path}`,
        {
          method,
          path,
          isStaff: /\/admin(?:\/|$)|graphql/.test(path),
          kind: filled.some((route) => route.method === method && route.path === path) ? 'route' : 'other',
        } as const,
      ]),
  );
  return [...known.values()];
}

function listPaths(pattern: string): readonly string[] {
  const path = pattern
    .replace(':locale', 'de')
    .replace(':key', 'sdk-local')
    .replace(':provider', 'google')
    .replace('*', 'x.js');
  if (path.includes(':form')) return forms.map((form) => path.replace(':form', form));
  return [path.replace(':name', 'codes').replaceAll(/:\w+/g, 'x')];
}

/** Names in the addresses of visitors' forms. */
const forms: readonly string[] = listForms(
  JSON.parse(readFileSync(join(root, 'pages-config/journeys/registration.json'), 'utf8')),
);

function listForms({
  forms: written,
}: {
  readonly forms: Readonly<Record<string, { readonly post: string }>>;
}): readonly string[] {
  return [...new Set(Object.values(written).map(({ post }) => post))];
}

function withBody(method: string, path: string, { name, type, body, sample }: Shape, who: Who): Asked {
  const headers = [...own, ...readCookie(who), ['content-type', type]] as const;
  const isList = /\/do\/admin\/(?:check|import)-codes$/.test(path) && getPermissions(who.name).includes('invitations');
  return {
    name: `${method} ${path} as ${who.name}: ${name}`,
    sent: { method, path, headers, body },
    sample,
    place: `${method} ${path} ${who.name} ${type}`,
    nothing: { method, path, headers, body: Buffer.alloc(0) },
    ...(isList && { most: CODE_LIST }),
  };
}

function withHead(path: string, { name, query, headers }: ReturnType<typeof headShapes>[number], who: Who): Asked {
  const shared = [...own, ...readCookie(who)];
  const given = headers.map(([header, value]): readonly [string, string] =>
    header === 'cookie' && who.cookie !== '' ? [header, `${who.cookie}; ${value}`] : [header, value],
  );
  const rest = shared.filter(([header]) => given.every(([other]) => other !== header));
  return {
    name: `GET ${path} as ${who.name}: ${name}`,
    sent: {
      method: 'GET',
      path: query === '' ? path : `${path}?${query}`,
      headers: [...rest, ...given],
      body: Buffer.alloc(0),
    },
    sample: (path.length > REPEATED ? path.slice('/de/no/'.length) : query || (headers[0]?.[1] ?? '')).slice(
      0,
      REPEATED + 1,
    ),
    place: `GET ${path} ${who.name}`,
    nothing: { method: 'GET', path, headers: shared, body: Buffer.alloc(0) },
    ...(path.startsWith('/admin/results') && getPermissions(who.name).includes('results') && { most: RESULTS }),
  };
}

const readCookie = ({ cookie }: Who): readonly (readonly [string, string])[] =>
  cookie === '' ? [] : [['cookie', cookie]];
