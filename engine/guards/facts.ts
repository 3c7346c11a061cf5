/** Need → what is known once it was looked up, or `{ state: 'unknown' }` when that failed. Journeys add theirs. */
export interface NeedFacts {
  readonly session: SessionFact;
}

/** What must be looked up before a decision; the shell answers each in time or says `unknown`. */
export type Need = keyof NeedFacts;

export type SessionFact =
  | { readonly state: 'none' | 'unknown' }
  | {
      readonly state: 'open';
      readonly role: 'visitor' | 'member' | 'inviter' | 'staff' | 'admin';
      /** What somebody of the staff may do; absent for everybody else. */
      readonly permissions?: readonly string[];
      /** What journeys remember of this visitor. */
      readonly journeys: Partial<JourneySessions>;
    };

/** Journey → what its part of a visitor's session says. Journeys add theirs. */
export interface JourneySessions {}

/** What guards may know about a visitor: a part of `Facts`. */
export interface GuardFacts extends Partial<NeedFacts> {
  /** The `Referer` header; empty when absent. */
  readonly referrer: string;
}
