/*
 * The consent service of this site, served as `/entrance/cmp/js/cmp_min.js` (T2). A vendor's script can replace it at the same address by
 * setting `window.cmp` and dispatching `cmpStatusUpdate`, see `consent/adapter.ts`. A plain script, hence without imports.
 */
import type { ConsentService } from './consent/adapter.ts';

const record = (): string | undefined => /(?:^|; )vitrine_consent=([^.;]*)/.exec(document.cookie)?.[1];

const service: ConsentService = {
  isInitialized: () => record() !== undefined,
  granted: (purpose) => record()?.split('-').includes(purpose) ?? false,
};

function announce(): void {
  dispatchEvent(new Event('cmpStatusUpdate'));
}

window.cmp = service;
document.addEventListener('vitrine:consent', announce);
announce();
