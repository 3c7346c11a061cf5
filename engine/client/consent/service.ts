import { loadScript } from '../dom/load-script.ts';
import { createConsentAdapter } from './adapter.ts';

/** The consent service of this page. */
export const consent = createConsentAdapter(window);

let isAsked = false;

/** Loads the service once. Its address changes every hour, which limits caching (T2). */
export function loadConsentService(basePath: string): void {
  if (isAsked) return;
  isAsked = true;
  const hour = new Date().toISOString().slice(0, 13).replaceAll(/\D/g, '');
  loadScript('consent', `${basePath}entrance/cmp/js/cmp_min.js?cb=${hour}`);
}
