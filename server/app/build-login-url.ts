import type { Site } from '#engine/documents/types.ts';
import { checkNavigation } from '#engine/routing/navigation.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/** `LOGIN_URL`, when it is set and the site allows its host; else `null`. */
export function buildLoginUrl(site: Site, settings: Pick<Settings, 'loginUrl'>): string | null {
  return settings.loginUrl !== '' && checkNavigation(settings.loginUrl, site).ok ? settings.loginUrl : null;
}
