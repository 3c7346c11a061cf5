import { newestVersion } from '#engine/documents/policy-version.ts';
import type { Site } from '#engine/documents/types.ts';
import { canonicalUrl } from '#engine/routing/links.ts';
import { checkNavigation } from '#engine/routing/navigation.ts';
import { readTarget } from '#engine/routing/targets.ts';
import { isForbiddenReferrer } from '#journeys/registration/decide/guards/forbidden-referrer.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { SitePort } from '#server/members/ports.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/** What the backend asks of the site that is being sent; always the newest one. */
export function liveSitePort(site: () => Site, settings: Pick<Settings, 'loginUrl'>): SitePort {
  return {
    get name() {
      return site().config.name;
    },
    url(locale, path, query = {}) {
      const search = new URLSearchParams(query).toString();
      return canonicalUrl(site(), path, locale) + (search === '' ? '' : `?${search}`);
    },
    loginUrl: (locale) => loginUrl(site(), settings) ?? linkedLogin(site(), locale),
    hasLanding: (id) => site().documents.get(id)?.kind === 'landing',
    isForbiddenReferrer: (referrer) => isForbiddenReferrer(referrer, site()),
    policies: () => ({ terms: policyVersion(site(), 'terms'), privacy: policyVersion(site(), 'privacy') }),
  };
}

/** The newest version that the site document names; without one any change of the documents makes a new one. */
function policyVersion({ config, revision }: Site, policy: 'terms' | 'privacy'): string {
  return config.policies === undefined ? revision : newestVersion(config.policies[policy].versions);
}

/** `LOGIN_URL` when the site allows its host; `null` without one. */
export function loginUrl(site: Site, settings: Pick<Settings, 'loginUrl'>): string | null {
  return settings.loginUrl !== '' && checkNavigation(settings.loginUrl, site).ok ? settings.loginUrl : null;
}

/** The link `login` of the site document. */
function linkedLogin(site: Site, locale: Locale): string | null {
  const read = readTarget(site, 'link:login', locale);
  return read.ok && /^https?:/.test(read.target.href) ? read.target.href : null;
}
