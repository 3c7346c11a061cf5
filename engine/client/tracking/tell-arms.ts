import {
  ARMS_COOKIE,
  experimentEventsOf,
  LONGEST_COOKIE,
  markTold,
  VISITOR_COOKIE,
} from '#engine/base/experiment-cookies.ts';
import { builtInConsent } from '../consent/adapter.ts';
import { createConsentQueue } from '../consent/queue.ts';
import { readCookie } from '../parts/cookies.ts';
import { readPageData } from '../parts/page-data.ts';
import { pushToDataLayer } from './data-layer.ts';

const queue = createConsentQueue<() => void>(builtInConsent, (send) => send());

/**
 * Puts the arms that the data layer does not know into it, as soon as statistics are agreed to; a refusal drops them (N7). What was
 * told is noted in the cookie of the arms, so that each visitor is told of each arm once, and a withdrawal forgets that too.
 */
export function tellArms(): void {
  queue.add('statistics', () => {
    const arms = readCookie(ARMS_COOKIE);
    if (arms === undefined) return;
    for (const event of experimentEventsOf(readCookie(VISITOR_COOKIE), arms)) pushToDataLayer(event);
    writeCookie(ARMS_COOKIE, markTold(arms));
  });
}

/** With the attributes that the server gives it once statistics are agreed to. */
function writeCookie(name: string, value: string): void {
  const path = readPageData(document)?.basePath ?? '/';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${LONGEST_COOKIE}; SameSite=Lax${secure}`;
}
