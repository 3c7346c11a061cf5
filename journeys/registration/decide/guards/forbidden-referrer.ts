import { getDomain } from 'tldts';
import type { SiteDocument } from '#schemas/generated/documents.ts';
import type { GuardDefinition, GuardedSite, GuardResult } from '#engine/guards/types.ts';

type ForbiddenReferrers = SiteDocument['forbiddenReferrers'];

interface Blocklist {
  readonly domains: ReadonlySet<string>;
  readonly words: readonly string[];
}

const blocklists = new WeakMap<ForbiddenReferrers, Blocklist>();
const ALLOWED: GuardResult = { outcome: 'allowed', note: 'The referrer is not on the list of forbidden sites.' };

const WITHOUT_CODE: GuardResult = { outcome: 'allowed', note: 'No code is in play, so every referrer is welcome.' };

/** Rejects visitors from coupon, referral, deal, forum and search sites (G2); allows a missing or unreadable referrer. */
export const forbiddenReferrer: GuardDefinition = {
  name: 'forbidden-referrer',
  listed: true,
  needs: [],
  // Pages with a code are never shared, so caches need not distinguish referrers.
  reads: ({ onlyWithCode }) => (onlyWithCode === true ? [] : ['Referer']),
  check({ referrer, code }, { config, deployment }, { onlyWithCode }) {
    if (onlyWithCode === true && code === undefined) return WITHOUT_CODE;
    const hostname = readHostname(referrer);
    if (hostname === null || hostname === readHostname(deployment.publicOrigin)) return ALLOWED;
    const entry = isWelcomeReferrer(hostname, config) ? null : findForbidden(hostname, config.forbiddenReferrers);
    return entry === null
      ? ALLOWED
      : { outcome: 'denied', note: `The referrer "${hostname}" matches the forbidden site "${entry}".` };
  },
};

/** Whether the guard rejects visitors with a code from this referrer. */
export function isForbiddenReferrer(referrer: string, site: GuardedSite): boolean {
  return forbiddenReferrer.check({ referrer }, site, { name: 'forbidden-referrer' }).outcome === 'denied';
}

/** Whether the site allows a host or one of its parent domains, such as a web mail in which the invitation was opened. */
function isWelcomeReferrer(
  hostname: string,
  { welcomeReferrers = [] }: Pick<SiteDocument, 'welcomeReferrers'>,
): boolean {
  return welcomeReferrers.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/**
 * The entry that forbids a host name, or `null`. A domain matches itself and its subdomains, never beyond the registrable domain, so that
 * `co.uk` does not match a whole country; a word matches anywhere.
 */
export function findForbidden(hostname: string, list: ForbiddenReferrers): string | null {
  const { domains, words } = getBlocklist(list);
  const registrable = getDomain(hostname) ?? hostname;
  for (let candidate = hostname; candidate.length >= registrable.length;) {
    if (domains.has(candidate)) return candidate;
    const dot = candidate.indexOf('.');
    if (dot < 0) break;
    candidate = candidate.slice(dot + 1);
  }
  return words.find((word) => hostname.includes(word)) ?? null;
}

function readHostname(url: string): string | null {
  const parsed = url === '' ? null : URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  return parsed.hostname.endsWith('.') ? parsed.hostname.slice(0, -1) : parsed.hostname;
}

function getBlocklist(list: ForbiddenReferrers): Blocklist {
  const known = blocklists.get(list);
  if (known !== undefined) return known;
  const entries = Object.values(list).flat();
  const blocklist: Blocklist = {
    domains: new Set(entries.filter((entry) => typeof entry === 'string')),
    words: entries.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.contains.toLowerCase()])),
  };
  blocklists.set(list, blocklist);
  return blocklist;
}
