import { fittingContext, type EventValues } from '#engine/shared/check-event.ts';
import { buildViewContext, currentView, type View } from '../dom/views.ts';

/**
 * What a page says beside the script that asks for this module. Of the page as it was loaded: its policy, and so what may be loaded,
 * cannot change any more.
 */
export const tag = document.getElementById('tracking')?.dataset;

/** What events say of the page on which they happen, and what journeys knew of the visit then; a value that does not fit its schema is left out. */
export const eventContext = (view: View = currentView()): EventValues => fittingContext(buildViewContext(view));
