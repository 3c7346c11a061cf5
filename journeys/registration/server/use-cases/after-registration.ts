import { screens } from '../../base/screens.ts';
import type { Effect } from '#server/entrances/journey/effect.ts';
import type { Asked, Effects } from '#server/entrances/journey/use-case.ts';
import { codeRefused, conversions, denied, fieldErrors, linkedCode, retryLater, toldActive } from '../effects.ts';
import type { RegisterAnswer, RegisterRequest } from '../outcomes.ts';

type Registered = Extract<RegisterAnswer, { readonly outcome: 'registered' }>;
type Refused = Extract<RegisterAnswer, { readonly outcome: 'refused' }>;

/** Where a registration leads, whichever form it came from. */
export const afterRegistration: Effects<'register'> = {
  registered,
  'already-active': toldActive,
  pending: { to: screens.pending },
  'key-reused': { to: screens.pending },
  refused,
  invalid: fieldErrors,
  'too-many-requests': retryLater,
};

function registered({ registration: handle, email }: Registered, { place }: Asked<RegisterRequest>): Effect {
  const { document, path } = place;
  // The landing shows the next step in a dialog of its own (S6).
  const inDialog = document?.kind === 'landing' && document.facets.includes('registration');
  return {
    // Without the code, whose last place may just have been taken.
    to: inDialog ? path : screens.finished,
    session: { replace: { registration: { handle, email } } },
    event: conversions.finished,
  };
}

/** S17: a typed code is told at its field, one that came by a link on the deny page. */
function refused({ error, typed }: Refused, { request, place }: Asked<RegisterRequest>): Effect {
  const { code } = request.form;
  const isTyped = typeof code === 'string' && code.toUpperCase() !== linkedCode(place);
  return isTyped ? codeRefused(error, place) : denied(error, place, typed);
}
