/** The part of a site that the allow-list reads; the client passes a small object of the same type. */
export interface NavigationRules {
  /** Scheme and host without a trailing slash. */
  readonly deployment: { readonly publicOrigin: string };
  readonly config: { readonly navigation: { readonly allowedHosts: readonly string[] } };
}

export type NavigationCheck =
  | { readonly ok: true; readonly external: boolean }
  /** A full sentence that quotes the URL. */
  | {
      readonly ok: false;
      readonly message: string;
      /** The host, if only that is not allowed. */
      readonly host?: string;
    };

const INSIDE: NavigationCheck = { ok: true, external: false };
const OUTSIDE: NavigationCheck = { ok: true, external: true };

// Browsers drop or reinterpret these characters when parsing a URL, so that the opened URL would differ from the checked one.
const TREACHEROUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;
const MAIL = /^mailto:[^\s@?&=/:]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\?[^#]*)?$/i;
const PHONE = /^tel:\+?[0-9().-]{3,}$/i;

/**
 * Whether a link, redirect or script may lead to a URL (R26). Allowed: paths of this site (`/…`, `?…`, `#…`), its own origin, `https:` on
 * hosts listed in the site document, `mailto:` and `tel:`. All others are rejected: other schemes in any spelling or encoding; other hosts;
 * hosts with credentials or a port; relative paths.
 */
export function checkNavigation(url: string, site: NavigationRules): NavigationCheck {
  if (TREACHEROUS.test(url))
    return refuse(url, 'holds white space, control characters or backslashes', 'Percent-encode them');
  if (url.startsWith('//')) return refuse(url, 'takes its scheme from the page', 'Write it with "https:"');
  if (/^[/?#]/.test(url)) return INSIDE;
  if (MAIL.test(url) && !/%0[ad]/i.test(url)) return INSIDE;
  if (PHONE.test(url)) return INSIDE;
  const parsed = /^https?:\/\/[^/]/i.test(url) ? URL.parse(url) : null;
  if (parsed === null)
    return refuse(url, 'is neither a path of this site nor an "https:", "mailto:" or "tel:" URL', 'Write one of these');
  if (parsed.username !== '' || parsed.password !== '') return refuse(url, 'carries credentials', 'Leave them out');
  if (parsed.origin === getPublicOrigin(site)) return INSIDE;
  if (parsed.protocol !== 'https:') return refuse(url, 'is not encrypted', 'Write it with "https:"');
  if (parsed.port !== '' || !isAllowedHost(parsed.hostname, site)) {
    const refusal = refuse(
      url,
      `leads to "${parsed.host}", which is not allowed`,
      'Add the host to "navigation.allowedHosts" of pages-config/site.json',
    );
    return { ...refusal, host: parsed.host };
  }
  return OUTSIDE;
}

/** Whether `checkNavigation` allows a URL. */
export function isAllowedTarget(url: string, site: NavigationRules): boolean {
  return checkNavigation(url, site).ok;
}

function isAllowedHost(hostname: string, { config }: NavigationRules): boolean {
  return config.navigation.allowedHosts.some((allowed) =>
    // `*.example.com` matches subdomains only; `example.com` needs an entry of its own.
    allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed,
  );
}

const origins = new Map<string, string>();

function getPublicOrigin({ deployment }: NavigationRules): string {
  const known = origins.get(deployment.publicOrigin);
  if (known !== undefined) return known;
  const origin = URL.parse(deployment.publicOrigin)?.origin ?? 'null';
  origins.set(deployment.publicOrigin, origin);
  return origin;
}

function refuse(url: string, problem: string, remedy: string): Extract<NavigationCheck, { ok: false }> {
  const shown = JSON.stringify(url.length > 120 ? `${url.slice(0, 120)}…` : url);
  return { ok: false, message: `The URL ${shown} ${problem}. ${remedy}.` };
}
