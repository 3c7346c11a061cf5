import type { PageDecision } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import type { HeaderList } from '#server/site/pages/security-headers.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { loginUrl } from '#server/live-site-port.ts';

const SECONDS = 5;
const nothing: HeaderList = [];

/** Members who are registered already are taken to the shop's sign-in after five seconds (R16); the page has the link as well. */
export function refreshHeader(
  settings: Pick<Settings, 'loginUrl'>,
): (decision: PageDecision, site: Site) => HeaderList {
  return ({ path, outcome }, site) => {
    if (settings.loginUrl === '' || path !== screens.active || outcome !== 'requested') return nothing;
    const target = loginUrl(site, settings);
    return target === null ? nothing : ['Refresh', `${SECONDS}; url=${target}`];
  };
}
