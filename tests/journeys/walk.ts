import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Fields } from './fields.ts';
import type { Person, Sent } from './person.ts';

/** What a person did, and what is known of it beside the document of the journey. */
export interface Reached {
  /** The form that brought the outcome about. */
  readonly sent: Sent;
  /** What `{name}` stands for in a query. */
  readonly values?: Fields;
  /** Conditions once the session has changed. */
  readonly after?: Conditions;
  /** Field → message of what is to be fixed. */
  readonly wrong?: Fields;
  /** The landing that the code names. */
  readonly landing?: DocumentId;
  /** The code that is refused. */
  readonly code?: string;
}

/** Code that brings an outcome about. What must follow is in the document alone. */
export interface Arrangement {
  readonly useCase: string;
  readonly outcome: string;
  /** How it comes about, in a few words. */
  readonly by: string;
  /** States of the visitor from which it does; the first one of everybody when left out. */
  readonly from?: readonly string[];
  /** Conditions of the document beside those that the visitor's state brings. */
  readonly conditions?: Conditions;
  arrange(person: Person, from: string): Promise<Reached>;
}

/** State of the visitor → what conditions say of the session. */
export function conditionsIn(state: string): Conditions {
  const reached: Readonly<Record<string, string>> = {
    started: 'started',
    finished: 'finished',
    active: 'active',
    told: 'active',
  };
  return {
    caller: 'page',
    code: 'linked',
    nextStep: 'page',
    registration: reached[state] ?? 'none',
    resent: reached[state] === 'finished' ? 'own' : 'other',
    voucher: state === 'active' ? 'own' : 'none',
  };
}
