/** What a request alone says, by the names that GrowthBook's SDK for browsers gives it; the last three are this site's own. */
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

/** Only what rules ask for: neither is an address kept with an exposure, nor an answer remembered by one that nobody asks for. */
export type RequestAttributes = Readonly<Partial<Record<RequestAttribute, string | boolean>>>;

/** What there is to read of a request. */
export interface ReadableRequest {
  /** Absolute. */
  readonly url: string;
  readonly userAgent: string;
  /** As the header says; empty when it says nothing. */
  readonly referrer: string;
  /** What a journey knows by the address, such as a registration code; empty when it says none. */
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
  browser: (_, { userAgent }) => browserOf(userAgent),
  referrer: (_, { referrer }) => URL.parse(referrer)?.host ?? '',
  code: (_, { code }) => code,
  firstVisit: (_, { isFirstVisit }) => isFirstVisit,
};

export function readRequest(names: readonly RequestAttribute[], request: ReadableRequest): RequestAttributes {
  const parsed = URL.parse(request.url);
  if (parsed === null) return noRequestAttributes;
  return Object.fromEntries(names.map((name) => [name, readers[name](parsed, request)]));
}

function utm(name: string): (url: URL) => string {
  return ({ searchParams }) => searchParams.get(name) ?? '';
}

/** As GrowthBook's SDK distinguishes browsers. */
function browserOf(userAgent: string): string {
  const found = (['Edg', 'Chrome', 'Firefox', 'Safari'] as const).find((name) => userAgent.includes(name));
  return found === 'Edg' ? 'edge' : (found?.toLowerCase() ?? 'unknown');
}
