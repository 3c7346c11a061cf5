import { createStore } from 'zustand/vanilla';

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
