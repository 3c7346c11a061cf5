import { parseArgs } from 'node:util';
import type { Facts } from '#engine/decide/types.ts';
import { UsageError } from '../command.ts';

const usage = `Usage: npm run explain -- <url> [options]

  --cookie lang=de                   a cookie the visitor brings; may be repeated
  --header "Accept-Language: de-AT"  Accept-Language, Referer, User-Agent or Sec-Purpose; may be repeated.
                                     Without User-Agent a person's browser asks
  --at 2026-11-27T00:00Z             moment of the visit, ISO 8601; now when left out
  --method POST                      GET when left out
  --base /club/                      base path of the deployment; / when left out`;

export interface ExplainedRequest {
  readonly facts: Facts;
  readonly basePath: string;
}

/** Reads a visit from command-line arguments. Throws a `UsageError` that quotes what cannot be read. */
export function readRequest(args: readonly string[], now: number): ExplainedRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      cookie: { type: 'string', multiple: true, default: [] },
      header: { type: 'string', multiple: true, default: [] },
      at: { type: 'string' },
      method: { type: 'string', default: 'GET' },
      base: { type: 'string', default: '/' },
    },
  });
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0) throw new UsageError(usage);
  const headers = new Map(values.header.map((header) => readPair(header, ':', '--header')));
  for (const name of headers.keys()) {
    if (!HEADERS.has(name.toLowerCase())) throw new UsageError(`The header "${name}" changes no decision.\n\n${usage}`);
  }
  const header = (wanted: string): string => [...headers].find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const path = pathOf(url);
  return {
    basePath: readBase(values.base),
    facts: {
      method: values.method.toUpperCase(),
      url: path,
      cookies: Object.fromEntries(values.cookie.map((cookie) => readPair(cookie, '=', '--cookie'))),
      acceptLanguage: header('accept-language'),
      referrer: header('referer'),
      userAgent: header('user-agent'),
      prefetch: header('sec-purpose').includes('prefetch'),
      navigation: /[?&]_nav=1(?:&|$)/.test(path),
      now: values.at === undefined ? now : readMoment(values.at),
      country: null,
    },
  };
}

const HEADERS: ReadonlySet<string> = new Set(['accept-language', 'referer', 'user-agent', 'sec-purpose']);

/** A whole address may be pasted; a browser never sends its origin or its hash. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)[0] ?? '';
  if (path === '' || path.startsWith('?')) return `/${path}`;
  if (path.startsWith('/')) return path;
  throw new UsageError(
    `"${url}" is not a URL. Write a path such as "/de/about-us", or a whole address with "https://".`,
  );
}

function readPair(text: string, separator: string, option: string): readonly [string, string] {
  const at = text.indexOf(separator);
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new UsageError(`"${text}" cannot be read as ${option}. Write the name, "${separator}" and the value.`);
}

function readMoment(text: string): number {
  const moment = Date.parse(text);
  if (!Number.isNaN(moment)) return moment;
  throw new UsageError(`"${text}" is not a moment. Write ISO 8601, such as "2026-11-27T00:00Z".`);
}

function readBase(text: string): string {
  if (text.startsWith('/') && text.endsWith('/')) return text;
  throw new UsageError(`The base path "${text}" must begin and end with "/".`);
}
