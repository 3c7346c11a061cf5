import { selectFittingContext, type EventValues } from '#engine/shared/check-event.ts';
import { buildViewContext, getCurrentView, type View } from '../dom/views.ts';

/** Attributes of the script that loads this module, as of the full load: the policy, and with it what may be loaded, cannot change afterwards. */
export const tag = document.getElementById('tracking')?.dataset;

/** Event context of a page view, with values from journeys; values that do not fit their schema are dropped. */
export const readEventContext = (view: View = getCurrentView()): EventValues =>
  selectFittingContext(buildViewContext(view));
