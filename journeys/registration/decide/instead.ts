import type { JourneyRequest, PlannedDocument } from '#engine/decide/journey.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { screens } from '../base/screens.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import { ownSession } from './session.ts';

/**
 * A form that needs a token which the URL lacks: the page that says so (R11), or how far the visitor's own registration is, because
 * whoever comes back or reloads does so after the token left the address bar.
 */
export function insteadOf(
  { forms }: PlannedDocument,
  request: JourneyRequest,
): { readonly document: DocumentId } | { readonly route: string } | null {
  const { query, table, trace } = request;
  if (!forms.has('activation') || (query !== '' && (queryValue(query, 'token') ?? '') !== '')) return null;
  const error = table.routes.get(screens.activationError);
  if (error === undefined) return null;
  trace?.({ step: 'route', note: 'The address carries no token.' });
  const route = reachedScreen(request);
  return route === null ? { document: error.document } : { route };
}

function reachedScreen({ facts, table, trace }: JourneyRequest): string | null {
  const { registration, voucher, active } = ownSession(facts) ?? {};
  const step = registration?.step;
  const screen =
    voucher !== undefined
      ? screens.voucher
      : step === 'activated'
        ? screens.active
        : step === 'finished'
          ? screens.finished
          : active === true
            ? screens.active
            : null;
  if (screen === null || !table.routes.has(screen)) return null;
  trace?.({ step: 'route', note: `This visitor's registration has reached "${screen}".` });
  return screen;
}
