import { createStore } from 'zustand/vanilla';
import { isShownInApp } from '#engine/client/core/is-shown-in-app.ts';
import type { PageContext } from '#engine/block-kit/types.ts';

/** Landing page options: exactly the fields of the source's section 3 (V4). */
export interface LandingOptions {
  readonly registrationFormFinishedInPopup: boolean;
  /** Path of the previous page in in-app navigation; empty on the first page. */
  readonly sourcePath: string;
  /** Path and query of the last address with a product; empty before the first. */
  readonly previousPDPPage: string;
  /** Name of the step that the page shows; `default` on other pages. */
  readonly registrationFlow: string;
  readonly isLandingPageLoading: boolean;
  readonly isWebView: boolean;
}

export const landingOptionsStore = createStore<LandingOptions>(() => ({
  registrationFormFinishedInPopup: false,
  sourcePath: '',
  previousPDPPage: '',
  registrationFlow: 'default',
  isLandingPageLoading: false,
  isWebView: false,
}));

/** Stores the page's step, its dialog, and the app's web view. */
export function recordLanding({ document, forms, facets }: Pick<PageContext, 'document' | 'forms' | 'facets'>): void {
  const shown = Object.values(forms).find((form) => form?.step !== undefined);
  landingOptionsStore.setState({
    registrationFlow: shown?.step ?? 'default',
    registrationFormFinishedInPopup: document.startsWith('landings/') && facets['registration'] === 'finished',
    isWebView: isShownInApp(),
  });
}

/** Warns in the console about an unreadable query `redirectUrl`, which would name the app (R27). */
export function reportUnreadableRedirect({ search, origin }: Pick<Location, 'search' | 'origin'>): void {
  const redirectUrl = new URLSearchParams(search).get('redirectUrl');
  if (redirectUrl === null || redirectUrl === '' || URL.canParse(redirectUrl, origin)) return;
  const shown = JSON.stringify(redirectUrl.slice(0, 200));
  reportError(new TypeError(`The query value "redirectUrl" is not a URL: ${shown}.`));
}

/** Observes the product of the dialog on the page, independent of hydration (S7). */
export function watchProducts(root: HTMLElement): void {
  const note = (): void => landingOptionsStore.setState({ previousPDPPage: root.dataset['previousPdp'] ?? '' });
  new MutationObserver(note).observe(root, { attributeFilter: ['data-previous-pdp'] });
  note();
}
