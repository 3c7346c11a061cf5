/*
 * The consent service of this site, served as `/entrance/cmp/js/cmp_min.js` (T2). A vendor's script under the same address takes its
 * place when it sets `window.cmp` and dispatches `cmpStatusUpdate`, see `consent/adapter.ts`. No imports: it is one plain script.
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
