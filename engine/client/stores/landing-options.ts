import { createStore } from 'zustand/vanilla';
import type { PageContext } from '#engine/block-kit/types.ts';

/** Landing-page options: exactly the fields of the source's section 3 (V4). */
export interface LandingOptions {
  readonly registrationFormFinishedInPopup: boolean;
  /** Path of the page that led to this one inside the app; empty on the first. */
  readonly sourcePath: string;
  readonly previousPDPPage: string;
  readonly registrationFlow: 'default' | 'leanStep1' | 'leanStep2';
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

/** Takes over what the page says about itself: the step of the flow that its form is, and the app's web view. */
export function noteLanding({ forms, facets }: Pick<PageContext, 'forms' | 'facets'>): void {
  const isStep1 = 'registration-step-1' in forms;
  const isStep2 = 'registration-step-2' in forms;
  landingOptionsStore.setState({
    registrationFlow: isStep1 ? 'leanStep1' : isStep2 ? 'leanStep2' : 'default',
    isWebView: facets['webView'] === 'yes',
  });
}
