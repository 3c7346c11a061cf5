import { codeMessage, refusalOf } from '#journeys/registration/decide/refusal.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import type { FinishDraftAnswer } from '#server/members/finish-draft/finish-draft.ts';
import type { Outcome, Submission } from './use-case.ts';

/** What of a submission decides where it leads. */
interface RegistrationPlace extends Pick<Submission, 'path' | 'linkedCode' | 'values' | 'session'> {
  readonly document: Pick<Submission['document'], 'kind' | 'facets'>;
}

/** Where a registration leads, whichever form it came from. */
export function afterRegistration(
  answer: FinishDraftAnswer,
  { document, path, linkedCode, values, session }: RegistrationPlace,
): Outcome {
  switch (answer.outcome) {
    case 'registered': {
      const { registration: handle, email } = answer;
      // The landing shows the next step in a dialog of its own (S6).
      const inDialog = document.kind === 'landing' && document.facets.includes('registration');
      // Without the code, whose last place may just have been taken.
      const to = inDialog ? path : screens.finished;
      return { to, session: { registration: { handle, email } }, reached: 'finished' };
    }
    case 'already-active':
      return { to: screens.active, session: { ...session, active: true } };
    case 'pending':
    case 'key-reused':
      return { to: screens.pending };
    case 'step-missing':
      return { to: screens.start, session: {} };
    case 'refused': {
      const { error, typed: form } = answer;
      const typed = typeof values['code'] === 'string' ? values['code'].toUpperCase() : null;
      // S17: a typed code is told at its field, one that came by a link on the deny page.
      if (typed !== null && typed !== linkedCode) return { refused: [{ field: 'code', message: codeMessage[error] }] };
      return { denied: refusalOf[error], typed: form };
    }
    case 'invalid':
      return { refused: answer.errors };
    case 'too-many-requests':
      return answer;
  }
}
