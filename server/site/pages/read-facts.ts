import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Facts } from '#engine/decide/types.ts';
import { findAddressCountry, parseEdgeCountry } from '#server/platform/country/find-address-country.ts';
import type { ExperimentFacts } from '#engine/decide/experiments/index.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { LoadedFacts } from './load-facts.ts';
import { createClientAddressReader } from './client-address.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';

/** Reads facts for a decision from a request, except those from fact loaders. */
export type ReadFacts = (request: IncomingMessage, url: string, now: number) => Facts;

/**
 * @param experiments current experiments; absent: none runs
 * @param admit whether a network may bring another counted visitor; default: always
 * @param fullForms form documents without free places; default: none
 */
export function createReadFacts(
  settings: CountrySettings,
  readVisitor: ReadVisitor,
  experiments?: () => ExperimentFacts | undefined,
  admit?: Experiments['admit'],
  fullForms?: (() => Facts['fullForms']) | undefined,
): ReadFacts {
  const readSender = createClientAddressReader(settings.trustedProxies);
  const readers = {
    readVisitor,
    readCountry: createReadCountry(settings),
    admit: (request: IncomingMessage, now: number) =>
      admit?.(getRateLimitKey(readSender(request).address), now) ?? true,
  };
  return (request, url, now) => new RequestFacts(request, url, now, readers, experiments?.(), fullForms?.());
}

type CountrySettings = Pick<Settings, 'countryHeader' | 'trustedProxies'>;
type ReadCountry = (request: IncomingMessage) => CountryOfRequest;

/** Reads only the country. */
export function createReadCountry(settings: CountrySettings): ReadCountry {
  const readSender = createClientAddressReader(settings.trustedProxies);
  const { countryHeader } = settings;
  const byHeaderAlone = countryHeader === '' ? NOTHING : [countryHeader];
  return (request) => {
    const { address, trusted } = readSender(request);
    const named = trusted && countryHeader !== '';
    const header = named ? request.headers[countryHeader] : undefined;
    const byHeader = typeof header === 'string' ? parseEdgeCountry(header) : null;
    const country = byHeader ?? findAddressCountry(address);
    if (country !== null && byHeader === null) return { country, vary: null };
    return { country, vary: named ? byHeaderAlone : NOTHING };
  };
}

const NOTHING: readonly string[] = [];

interface CountryOfRequest {
  readonly country: Facts['country'];
  readonly vary: readonly string[] | null;
}

interface FactReaders {
  readonly readVisitor: ReadVisitor;
  readonly readCountry: ReadCountry;
  readonly admit: (request: IncomingMessage, now: number) => boolean;
}

/** A class, because an object literal with a getter would dominate the cost of a request. */
class RequestFacts implements Facts {
  readonly method: string;
  readonly url: string;
  readonly cookies: Facts['cookies'];
  readonly consent: Facts['consent'];
  readonly acceptLanguage: string;
  readonly referrer: string;
  readonly userAgent: string;
  readonly prefetch: boolean;
  readonly navigation: boolean;
  readonly now: number;
  readonly experiments?: ExperimentFacts;
  readonly fullForms?: ReadonlySet<string>;
  readonly #request: IncomingMessage;
  readonly #readers: FactReaders;
  #country: CountryOfRequest | undefined;
  #newVisitorId: string | undefined;
  #isAdmitted: boolean | undefined;

  constructor(
    request: IncomingMessage,
    url: string,
    now: number,
    readers: FactReaders,
    experiments: ExperimentFacts | undefined,
    fullForms: Facts['fullForms'],
  ) {
    const { headers } = request;
    this.method = request.method ?? 'GET';
    this.url = url;
    const { cookies, consent } = readers.readVisitor(headers.cookie, now);
    this.cookies = cookies;
    this.consent = consent;
    this.acceptLanguage = headers['accept-language'] ?? '';
    this.referrer = headers.referer ?? '';
    this.userAgent = headers['user-agent'] ?? '';
    this.prefetch = isPrefetch(headers['sec-purpose']) || isPrefetch(headers['purpose']);
    this.navigation = isNavigation(url);
    this.now = now;
    if (experiments !== undefined) this.experiments = experiments;
    if (fullForms !== undefined) this.fullForms = fullForms;
    this.#request = request;
    this.#readers = readers;
  }

  admit(): boolean {
    return (this.#isAdmitted ??= this.#readers.admit(this.#request, this.now));
  }

  get newVisitorId(): string {
    return (this.#newVisitorId ??= randomUUID());
  }

  /** Lazy, because few decisions need it. */
  get country(): string | null {
    return (this.#country ??= this.#readers.readCountry(this.#request)).country;
  }

  get countryVary(): readonly string[] | null {
    return (this.#country ??= this.#readers.readCountry(this.#request)).vary;
  }

  /** A copy with loaded facts that keeps lazy getters. */
  with(found: LoadedFacts): Facts {
    const copy = new RequestFacts(this.#request, this.url, this.now, this.#readers, this.experiments, this.fullForms);
    return Object.assign(copy, found);
  }
}

/** Facts with loaded facts added. */
export function withFound(facts: Facts, found: LoadedFacts): Facts {
  return facts instanceof RequestFacts ? facts.with(found) : { ...copyFacts(facts), ...found };
}

/** The same facts without experiments. */
export function withoutExperiments(facts: Facts): Facts {
  const { experiments: _experiments, newVisitorId: _id, ...rest } = copyFacts(facts);
  return rest;
}

/** A copy with all lazy getters evaluated. */
export function copyFacts(facts: Facts): Facts {
  const { country, countryVary = [], newVisitorId } = facts;
  return { ...facts, country, countryVary, ...(newVisitorId !== undefined && { newVisitorId }) };
}

/** Whether the JSON representation is requested. */
export function isNavigation(url: string): boolean {
  return url.includes('_nav=1') && /[?&]_nav=1(?:&|$)/.test(url);
}

function isPrefetch(purpose: string | readonly string[] | undefined): boolean {
  return typeof purpose === 'string' && purpose.includes('prefetch');
}
