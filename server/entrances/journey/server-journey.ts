import type { Facts, Match, PageDecision, SessionFact } from '#engine/decide/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { LookUps } from '#server/site/pages/look-up.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { Operations } from './operation.ts';
import type { CheckedUseCase, FormPlace, MembersPort, PlainForm, UseCase, UseCaseName } from './use-case.ts';

/** What a journey contributes to the server. `journeys/<name>/server/index.ts` exports one. */
export interface ServerJourney {
  /** Name of its folder. */
  readonly name: string;
  readonly useCases: { readonly [N in UseCaseName]?: UseCase<N> | Each<{ [F in FormName]: CheckedUseCase<N, F> }> };
  /** Forms that are answered without asking anybody. */
  readonly forms?: readonly Each<{ [F in FormName]: PlainForm<F> }>[];
  /** Finds out what decisions about its pages need, beside the session. */
  lookUps?(members: MembersPort): Partial<LookUps>;
  /** What a decision learns of a visitor's session; empty when the session says nothing to this journey. */
  readSession?(session: Session, members: MembersPort, now: number): Promise<SessionNews>;
  /** The session of a visitor who opened this page, when something is to be noted in it. */
  sessionAfter?(decision: PageDecision, session: Session, now: number): Session | null;
  readonly formPages?: FormPages;
  readonly operations?: Operations;
  /** Routes of pages that lead on to the shop's sign-in by themselves. */
  readonly leadsToSignIn?: readonly string[];
}

type Each<Table> = Table[keyof Table];

/** What a decision learns of a session. */
export type SessionNews = Omit<Extract<SessionFact, { readonly state: 'open' }>, 'state' | 'role'>;

/** How the page is found and filled that shows a form again. */
export interface FormPages {
  /** Parameters that leave the address bar as soon as a page is open, so that its forms repeat them. */
  readonly secretParameters?: readonly string[];
  /** The query that the address of a form's page had, as far as the form repeats it. */
  queryOf?(fields: URLSearchParams): Readonly<Record<string, string>>;
  /**
   * Facts that hold because the visitor saw the form, whatever became of them since and even if nobody can be asked now: the use
   * case is what refuses.
   */
  asSeen?(form: FormName, match: Match, found: Partial<Facts>): Partial<Facts>;
  /** Values for holes; those of the decision go before them. */
  values?(place: Pick<FormPlace, 'claims' | 'query'>): Readonly<Record<string, string>>;
}
