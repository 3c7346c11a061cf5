import { TAG_MANAGER_ORIGIN } from '#engine/shared/tag-manager.ts';
import type { ConsentAdapter } from '../consent/adapter.ts';
import { loadScript } from '../dom/load-script.ts';
import { push } from './data-layer.ts';

let signalled: string | null = null;
let isLoaded = false;

/** Pushes consent signals before the tag manager loads, and after each change. */
export function pushSignals(consent: Pick<ConsentAdapter, 'granted'>): void {
  const state = toSignals(consent.granted('statistics'), consent.granted('marketing'));
  const now = JSON.stringify(state);
  if (now === signalled) return;
  if (signalled === null) gtag('consent', 'default', toSignals(false, false));
  signalled = now;
  gtag('consent', 'update', state);
}

/** Loads the container once (T4). Failures have no effect on the page. */
export function loadTagManager(id: string): void {
  if (isLoaded || id === '') return;
  isLoaded = true;
  const isTag = id.startsWith('G-');
  // Blocks tags that the page's policy forbids.
  push({ 'gtm.blocklist': ['customScripts', 'html', 'jsm'] });
  push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  if (isTag) {
    gtag('js', new Date());
    gtag('config', id);
  }
  loadScript('tag manager', `${TAG_MANAGER_ORIGIN}/${isTag ? 'gtag/js' : 'gtm.js'}?id=${encodeURIComponent(id)}`);
}

/** Google's consent signals (consent mode 2) by purpose. */
function toSignals(statistics: boolean, marketing: boolean): Record<string, string> {
  const state = (granted: boolean): string => (granted ? 'granted' : 'denied');
  const ads = state(marketing);
  return { analytics_storage: state(statistics), ad_storage: ads, ad_user_data: ads, ad_personalization: ads };
}

/** The tag manager accepts commands as `arguments` objects only. */
function gtag(..._command: readonly unknown[]): void {
  push(arguments);
}
