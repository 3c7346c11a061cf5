import type { PageDecision } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { HeaderList } from '#server/site/pages/security-headers.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { buildLoginUrl } from '#server/app/build-login-url.ts';

const DELAY_SECONDS = 5;
const nothing: HeaderList = [];

/** Redirects visitors of some pages to the shop's sign-in after five seconds (R16); the pages contain the link as well. */
export function refreshHeader(
  settings: Pick<Settings, 'loginUrl'>,
  journeys: readonly ServerJourney[],
): (decision: PageDecision, site: Site) => HeaderList {
  const leading = journeys.flatMap(({ leadsToSignIn = {} }) => Object.entries(leadsToSignIn));
  return ({ facets, outcome }, site) => {
    const leads = leading.some(([facet, value]) => facets[facet] === value);
    if (settings.loginUrl === '' || !leads || outcome !== 'requested') return nothing;
    const target = buildLoginUrl(site, settings);
    return target === null ? nothing : ['Refresh', `${DELAY_SECONDS}; url=${target}`];
  };
}
