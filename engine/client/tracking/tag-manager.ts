import { consentPurposes } from '#engine/base/consent.ts';
import { TAG_MANAGER_ORIGIN } from '#engine/base/tag-manager.ts';
import type { ConsentAdapter } from '../consent/adapter.ts';
import { reportProblem } from '../parts/problems.ts';
import { trustedScript } from '../parts/trusted-script.ts';
import { push } from './data-layer.ts';

/** Google's signals (consent mode 2) by the purposes that they stand for. */
const signals = {
  statistics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
} as const;

/** Custom code needs what the page's policy refuses; the tag manager is told not to try. */
const blocked = { 'gtm.blocklist': ['customScripts', 'html', 'jsm'] };

let told: string | null = null;
let isLoaded = false;

/** Tells what was agreed to before anything of the tag manager is there, and again whenever that changes. */
export function tellSignals(consent: Pick<ConsentAdapter, 'granted'>): void {
  const denied = stateOf(() => false);
  const state = stateOf((purpose) => consent.granted(purpose));
  const now = JSON.stringify(state);
  if (now === told) return;
  if (told === null) gtag('consent', 'default', denied);
  told = now;
  gtag('consent', 'update', state);
}

/** Loads the container once (T4). A tag manager that does not come changes nothing for the visitor. */
export function loadTagManager(id: string): void {
  if (isLoaded || id === '') return;
  isLoaded = true;
  const isTag = id.startsWith('G-');
  push(blocked);
  push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  if (isTag) {
    gtag('js', new Date());
    gtag('config', id);
  }
  const script = document.createElement('script');
  script.async = true;
  script.src = trustedScript(`${TAG_MANAGER_ORIGIN}/${isTag ? 'gtag/js' : 'gtm.js'}?id=${encodeURIComponent(id)}`);
  script.addEventListener('error', () =>
    reportProblem('tag manager', new Error('The tag manager could not be loaded.')),
  );
  document.head.append(script);
}

function stateOf(granted: (purpose: (typeof consentPurposes)[number]) => boolean): Record<string, string> {
  return Object.fromEntries(
    consentPurposes.flatMap((purpose) =>
      signals[purpose].map((signal) => [signal, granted(purpose) ? 'granted' : 'denied']),
    ),
  );
}

/** The tag manager takes a command from an `arguments` object only. */
function gtag(..._command: readonly unknown[]): void {
  push(arguments);
}
