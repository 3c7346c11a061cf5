/** What a request alone says, by the names that GrowthBook's SDK for browsers gives it. */
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
] as const;
export type RequestAttribute = (typeof requestAttributes)[number];

/** Only what rules ask for: neither is an address kept with an exposure, nor an answer remembered by one that nobody asks for. */
export type RequestAttributes = Readonly<Partial<Record<RequestAttribute, string>>>;

export const noRequestAttributes: RequestAttributes = {};

const readers: Readonly<Record<RequestAttribute, (url: URL, userAgent: string) => string>> = {
  url: ({ href }) => href,
  path: ({ pathname }) => pathname,
  host: ({ host }) => host,
  query: ({ search }) => search,
  utmSource: utm('utm_source'),
  utmMedium: utm('utm_medium'),
  utmCampaign: utm('utm_campaign'),
  utmTerm: utm('utm_term'),
  utmContent: utm('utm_content'),
  browser: (_, userAgent) => browserOf(userAgent),
};

/** @param url absolute */
export function readRequest(names: readonly RequestAttribute[], url: string, userAgent: string): RequestAttributes {
  const parsed = URL.parse(url);
  if (parsed === null) return noRequestAttributes;
  return Object.fromEntries(names.map((name) => [name, readers[name](parsed, userAgent)]));
}

function utm(name: string): (url: URL) => string {
  return ({ searchParams }) => searchParams.get(name) ?? '';
}

/** As GrowthBook's SDK distinguishes browsers. */
function browserOf(userAgent: string): string {
  const found = (['Edg', 'Chrome', 'Firefox', 'Safari'] as const).find((name) => userAgent.includes(name));
  return found === 'Edg' ? 'edge' : (found?.toLowerCase() ?? 'unknown');
}
