import { reportProblem } from '../parts/problems.ts';
import { trustedScript } from '../parts/trusted-script.ts';
import { createConsentAdapter } from './adapter.ts';

/** The consent service of this page. */
export const consent = createConsentAdapter(window);

let isAsked = false;

/** Loads the service once. Its address changes every hour, so that no cache keeps an old one for longer (T2). */
export function loadConsentService(basePath: string): void {
  if (isAsked) return;
  isAsked = true;
  const hour = new Date().toISOString().slice(0, 13).replaceAll(/\D/g, '');
  const script = document.createElement('script');
  script.src = trustedScript(`${basePath}entrance/cmp/js/cmp_min.js?cb=${hour}`);
  script.addEventListener('error', () =>
    reportProblem('consent', new Error('The consent service could not be loaded.')),
  );
  document.head.append(script);
}
