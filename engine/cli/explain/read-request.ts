import { type Consent, consentPurposes } from '#engine/shared/consent.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import type { Facts } from '#engine/decide/types.ts';
import { createUsageError, readArguments, type Usage, UsageError } from '../usage.ts';

export const usage = {
  name: 'explain',
  summary: 'Says why a URL gets the page it gets.',
  calls: {
    '<url>': 'every step of the decision for one visit',
    '--journey <name>': 'the diagrams of a journey in Mermaid: its flows and its machines',
  },
  options: {
    cookie: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: 'lang=de',
      does: 'a cookie the visitor brings; may be repeated',
    },
    header: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: '"Accept-Language: de-AT"',
      does: "or Referer, User-Agent (a person's browser when left out), Sec-Purpose; may be repeated",
    },
    at: {
      type: 'string',
      value: '"2026-11-27T00:00 Europe/Berlin"',
      does: 'moment of the visit: a wall time and its zone, or ISO 8601 such as 2026-11-27T00:00Z; now when left out',
    },
    country: { type: 'string', value: 'SE', does: 'country the visit comes from; unknown when left out' },
    consent: {
      type: 'string',
      value: 'granted',
      does: 'answer about consent: unknown, refused, granted, or one purpose (statistics, marketing); unknown when left out',
    },
    variation: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: 'short-hero=short',
      does: 'an experiment and its variation to look at; may be repeated',
    },
    method: { type: 'string', default: 'GET', value: 'POST', does: 'GET when left out' },
    journey: { type: 'string', value: '<name>', does: 'a journey instead of a URL, by its name' },
    walks: {
      type: 'string',
      value: '<file>',
      does: 'with --journey: how often walks took each way, such as docs/journeys/walks.json',
    },
    base: { type: 'string', value: '/shop/', does: 'base path of the deployment; that of the settings when left out' },
  },
  positionals: 1,
} as const satisfies Usage;

export interface ExplainedRequest {
  readonly facts: Facts;
  /** `undefined`: that of the deployment. */
  readonly basePath: string | undefined;
  /** Experiment → variation to show. */
  readonly variations: ReadonlyMap<string, string>;
}

/** Reads a request from command-line arguments. @throws UsageError that quotes an invalid argument */
export function readRequest(args: readonly string[], now: number): ExplainedRequest {
  const { values, positionals } = readArguments(usage, args);
  const [url] = positionals;
  if (url === undefined) throw createUsageError(usage, 'Name a URL.');
  const headers = new Map(values.header.map((header) => readPair(header, ':', '--header')));
  for (const name of headers.keys()) {
    if (!HEADERS.has(name.toLowerCase())) throw createUsageError(usage, `The header "${name}" changes no decision.`);
  }
  const header = (wanted: string): string => [...headers].find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const path = parsePath(url);
  return {
    basePath: values.base === undefined ? undefined : readBase(values.base),
    variations: new Map(values.variation.map((variation) => readPair(variation, '=', '--variation'))),
    facts: {
      method: values.method.toUpperCase(),
      url: path,
      cookies: Object.fromEntries(values.cookie.map((cookie) => readPair(cookie, '=', '--cookie'))),
      consent: readConsent(values.consent),
      acceptLanguage: header('accept-language'),
      referrer: header('referer'),
      userAgent: header('user-agent'),
      prefetch: header('sec-purpose').includes('prefetch'),
      navigation: /[?&]_nav=1(?:&|$)/.test(path),
      now: values.at === undefined ? now : readMoment(values.at),
      country: values.country === undefined ? null : readCountry(values.country),
    },
  };
}

const HEADERS: ReadonlySet<string> = new Set(['accept-language', 'referer', 'user-agent', 'sec-purpose']);

/** Accepts a pasted absolute URL; origin and fragment are ignored, as browsers do not send them. */
function parsePath(url: string): string {
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
  const [wall = '', zone] = text.split(' ', 2);
  try {
    const moment = zone === undefined ? Date.parse(wall) : toEpoch(wall, zone);
    if (!Number.isNaN(moment)) return moment;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  throw new UsageError(
    `"${text}" is not a moment. Write a wall time and its zone, such as "2026-11-27T00:00 Europe/Berlin", or ISO 8601, such as "2026-11-27T00:00Z".`,
  );
}

function readCountry(text: string): string {
  if (/^[A-Z]{2}$/i.test(text)) return text.toUpperCase();
  throw new UsageError(`"${text}" is not a country. Write its two letters of ISO 3166-1, such as "SE".`);
}

function readConsent(answer = 'unknown'): Consent | null {
  const answers: Readonly<Record<string, Consent | null>> = {
    unknown: null,
    refused: [],
    granted: consentPurposes,
    ...Object.fromEntries(consentPurposes.map((purpose) => [purpose, [purpose]])),
  };
  const consent = Object.hasOwn(answers, answer) ? answers[answer] : undefined;
  if (consent !== undefined) return consent;
  throw new UsageError(`"${answer}" is not an answer about consent. Choose one of ${Object.keys(answers).join(', ')}.`);
}

function readBase(text: string): string {
  if (text.startsWith('/') && text.endsWith('/')) return text;
  throw new UsageError(`The base path "${text}" must begin and end with "/".`);
}
