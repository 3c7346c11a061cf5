import { createStore } from 'zustand/vanilla';
import { isShownInApp } from '#engine/client/core/is-shown-in-app.ts';
import type { PageContext } from '#engine/block-kit/types.ts';

/** Landing-page options: exactly the fields of the source's section 3 (V4). */
export interface LandingOptions {
  readonly registrationFormFinishedInPopup: boolean;
  /** Path of the page that led to this one inside the app; empty on the first. */
  readonly sourcePath: string;
  /** Path and query of the address at which a product was looked at last; empty before the first. */
  readonly previousPDPPage: string;
  /** Name of the step that the page shows, as its flow calls it; `default` on pages that show none. */
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

/** Takes over what the page says about itself: the step of the flow that its form is, the dialog that it shows, and the app's web view. */
export function noteLanding({ document, forms, facets }: Pick<PageContext, 'document' | 'forms' | 'facets'>): void {
  const shown = Object.values(forms).find((form) => form?.step !== undefined);
  landingOptionsStore.setState({
    registrationFlow: shown?.step ?? 'default',
    registrationFormFinishedInPopup: document.startsWith('landings/') && facets['registration'] === 'finished',
    isWebView: isShownInApp(),
  });
}

/** Says in the console that the query `redirectUrl`, which would name the app, cannot be read (R27); nothing is thrown. */
export function reportUnreadableRedirect({ search, origin }: Pick<Location, 'search' | 'origin'>): void {
  const redirectUrl = new URLSearchParams(search).get('redirectUrl');
  if (redirectUrl === null || redirectUrl === '' || URL.canParse(redirectUrl, origin)) return;
  const shown = JSON.stringify(redirectUrl.slice(0, 200));
  reportError(new TypeError(`The query value "redirectUrl" is not a URL: ${shown}.`));
}

/** Follows what the dialog beside a product leaves on the page, whether or not an island was live by then (S7). */
export function watchProducts(root: HTMLElement): void {
  const note = (): void => landingOptionsStore.setState({ previousPDPPage: root.dataset['previousPdp'] ?? '' });
  new MutationObserver(note).observe(root, { attributeFilter: ['data-previous-pdp'] });
  note();
}
