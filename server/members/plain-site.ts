import { type JourneyNames, journeyNames } from '#schemas/generated/journeys/names.ts';
import { plainLook } from '#server/platform/mail/letter/look.ts';
import type { SitePort } from '#server/members/ports.ts';

/** Everything that the code of a journey can do. */
const machines: JourneyNames['machines'] = journeyNames.registration.machines;

export interface PlainSite {
  readonly name: string;
  /** Scheme and host without a trailing slash. */
  readonly publicOrigin: string;
  /** Begins and ends with `/`. */
  readonly basePath?: string;
  readonly loginUrl?: string | null;
}

/**
 * A site port for the command line and for tests, and the base that the shell refines with the documents: English without a
 * prefix, the other languages with theirs, every landing known and without a voucher or a figure of one, a page named after each form, mails signed with the name alone, every transition possible, no page that a code could be mistaken for, no referrer forbidden, one version of the policies.
 */
export function plainSite({ name, publicOrigin, basePath = '/', loginUrl = null }: PlainSite): SitePort {
  const url: SitePort['url'] = (locale, path, query = {}) => {
    const prefix = locale === null || locale === 'en' ? '' : `/${locale}`;
    const absolute = new URL(`${basePath.slice(0, -1)}${prefix}${path}`, publicOrigin);
    absolute.search = new URLSearchParams(query).toString();
    return absolute.href;
  };
  return {
    name,
    url,
    urlOfForm: (locale, form, query) => url(locale, `/${form}`, query),
    nextState: (machine, _state, event) => machines[machine]?.events[event] ?? null,
    letterhead: () => ({ look: plainLook, organization: { legalName: name }, links: {} }),
    loginUrl: () => loginUrl,
    hasLanding: () => true,
    ownPaths: () => [],
    isForbiddenReferrer: () => false,
    voucherOf: () => null,
    minimumOrder: () => null,
    hasPolicyVersion: () => false,
    policies: () => ({ terms: '2026-11-01', privacy: '2026-11-01' }),
  };
}
