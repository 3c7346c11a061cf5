/** Attributes of a request, with the names of GrowthBook's browser SDK; the last three are own ones. */
export const requestAttributes = [
  'url',
  'path',
  'host',
  'query',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'browser',
  'referrer',
  'code',
  'firstVisit',
] as const;
export type RequestAttribute = (typeof requestAttributes)[number];

/** Only attributes that rules need: no URL is stored with an exposure, and results are not cached by unused attributes. */
export type RequestAttributes = Readonly<Partial<Record<RequestAttribute, string | boolean>>>;

/** Parts of a request. */
export interface ReadableRequest {
  /** Absolute. */
  readonly url: string;
  readonly userAgent: string;
  /** Value of the header; empty if absent. */
  readonly referrer: string;
  /** A journey's value in the URL, such as a code; empty if absent. */
  readonly code: string;
  readonly isFirstVisit: boolean;
}

export const noRequestAttributes: RequestAttributes = {};

const readers: Readonly<Record<RequestAttribute, (url: URL, request: ReadableRequest) => string | boolean>> = {
  url: ({ href }) => href,
  path: ({ pathname }) => pathname,
  host: ({ host }) => host,
  query: ({ search }) => search,
  utmSource: utm('utm_source'),
  utmMedium: utm('utm_medium'),
  utmCampaign: utm('utm_campaign'),
  utmTerm: utm('utm_term'),
  utmContent: utm('utm_content'),
  browser: (_, { userAgent }) => detectBrowser(userAgent),
  referrer: (_, { referrer }) => URL.parse(referrer)?.host ?? '',
  code: (_, { code }) => code,
  firstVisit: (_, { isFirstVisit }) => isFirstVisit,
};

export function readRequestAttributes(names: readonly RequestAttribute[], request: ReadableRequest): RequestAttributes {
  const parsed = URL.parse(request.url);
  if (parsed === null) return noRequestAttributes;
  return Object.fromEntries(names.map((name) => [name, readers[name](parsed, request)]));
}

function utm(name: string): (url: URL) => string {
  return ({ searchParams }) => searchParams.get(name) ?? '';
}

/** As GrowthBook's SDK distinguishes browsers. */
function detectBrowser(userAgent: string): string {
  const found = (['Edg', 'Chrome', 'Firefox', 'Safari'] as const).find((name) => userAgent.includes(name));
  return found === 'Edg' ? 'edge' : (found?.toLowerCase() ?? 'unknown');
}
