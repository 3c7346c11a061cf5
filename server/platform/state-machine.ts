/** A transition that the machine does not know: always a mistake in the program, never a visitor's. */
export class ImpossibleTransition extends Error {
  constructor(machine: string, state: string, event: string, allowed: readonly string[]) {
    const way =
      allowed.length > 0 ? `only "${allowed.join('" or "')}" can happen there` : 'nothing can happen there any more';
    super(`The ${machine} is "${state}", so "${event}" is impossible: ${way}.`);
    this.name = 'ImpossibleTransition';
  }
}

export interface StateMachine<State extends string, Event extends string> {
  readonly name: string;
  readonly states: readonly State[];
  readonly events: readonly Event[];
  /** Whether an event can happen in a state. */
  can(state: State, event: Event): boolean;
  /** The state after an event; throws `ImpossibleTransition`. */
  next(state: State, event: Event): State;
}

/** What each state allows: event → state after it. */
export type Transitions<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/** Builds a machine from its table (V5). */
export function stateMachine<State extends string, Event extends string>(
  name: string,
  events: readonly Event[],
  transitions: Transitions<State, Event>,
): StateMachine<State, Event> {
  const after = (state: State, event: Event): State | undefined => transitions[state][event];
  return {
    name,
    // Object keys lose their literal type; the parameter's type says that they are exactly the states.
    states: Object.keys(transitions) as State[],
    events,
    can: (state, event) => after(state, event) !== undefined,
    next: (state, event) => {
      const next = after(state, event);
      if (next === undefined)
        throw new ImpossibleTransition(
          name,
          state,
          event,
          events.filter((each) => after(state, each) !== undefined),
        );
      return next;
    },
  };
}
