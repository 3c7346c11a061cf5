import { reservedPaths, reservedPrefixes } from '#engine/shared/reserved.ts';
import { findNextState } from '#engine/documents/journeys/machine.ts';
import { hasVersion, chooseVersion } from '#engine/shared/policy-version.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildCanonicalUrl } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { readTarget } from '#engine/routing/targets.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MembersSite, ServerJourney } from '#server/forms/server-journey.ts';
import { readMailBranding } from '#server/app/mail-branding.ts';
import { buildLoginUrl } from '#server/app/build-login-url.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/** The site port of members, backed by the live site. */
export function createLiveSitePort(
  site: () => Site,
  settings: Pick<Settings, 'loginUrl'>,
  journeys: readonly ServerJourney[],
): MembersSite {
  const url: MembersSite['url'] = (locale, path, query = {}) => {
    const search = new URLSearchParams(query).toString();
    const { default: own } = site().config.locales;
    return buildCanonicalUrl(site(), path, locale ?? own) + (search === '' ? '' : `?${search}`);
  };
  const own = {
    get name() {
      return site().config.name;
    },
    url,
    urlOfForm: (locale, form, query) => url(locale, pathOfForm(site(), form), query),
    nextState(machine, state, event) {
      for (const { machines } of site().journeyDocuments.values()) {
        const known = machines[machine];
        if (known !== undefined) return findNextState(known, state, event);
      }
      return null;
    },
    branding: (locale, document) => readMailBranding(site(), locale, document),
    loginUrl: (locale) => buildLoginUrl(site(), settings) ?? linkedLogin(site(), locale),
    ownPaths: () => {
      const { routes, pathsByLocalPath, redirects } = createRouteTable(site());
      return [...routes.keys(), ...pathsByLocalPath.keys(), ...redirects.keys(), ...reservedPrefixes, ...reservedPaths];
    },
    hasLanding: (id) => site().documents.get(id)?.kind === 'landing',
    policies: (country) => ({
      terms: policyVersion(site(), 'terms', country),
      privacy: policyVersion(site(), 'privacy', country),
    }),
    hasPolicyVersion(policy, version) {
      const { policies } = site().config;
      return policies !== undefined && hasVersion(policies[policy], version);
    },
  } satisfies Partial<MembersSite>;
  return Object.assign(own, ...journeys.map((journey) => journey.membersSite?.(site)));
}

function pathOfForm(site: Site, form: string): string {
  for (const { forms } of site.journeyDocuments.values()) {
    const page = forms[form]?.page;
    if (page !== undefined) return createRouteTable(site).paths.get(page) ?? '/';
  }
  return '/';
}

/** The latest version named in the site document; without one, each change of the documents is a new version. */
function policyVersion({ config, revision }: Site, policy: 'terms' | 'privacy', country: string): string {
  return config.policies === undefined ? revision : chooseVersion(config.policies[policy], country);
}

/** The link `login` of the site document. */
function linkedLogin(site: Site, locale: Locale): string | null {
  const read = readTarget(site, 'link:login', locale);
  const url = read.ok ? new URL(read.target.href, site.deployment.publicOrigin) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
