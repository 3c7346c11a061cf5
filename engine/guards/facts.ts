/** Need → result of its look-up, or `{ state: 'unknown' }` if it failed. Journeys add theirs. */
export interface NeedFacts {
  readonly session: SessionFact;
}

/** Look-ups before a decision; each is `unknown` after its timeout. */
export type Need = keyof NeedFacts;

export type SessionFact =
  | { readonly state: 'none' | 'unknown' }
  | {
      readonly state: 'open';
      readonly role: 'visitor' | 'member' | 'holder' | 'staff' | 'admin';
      /** Permissions of a staff user; absent for others. */
      readonly permissions?: readonly string[];
      /** State of journeys in the visitor's session. */
      readonly journeys: Partial<JourneySessions>;
    };

/** Journey → its part of a visitor's session. Journeys add theirs. */
export interface JourneySessions {}

/** The part of `Facts` that guards may read. */
export interface GuardFacts extends Partial<NeedFacts> {
  /** The `Referer` header; empty when absent. */
  readonly referrer: string;
}
