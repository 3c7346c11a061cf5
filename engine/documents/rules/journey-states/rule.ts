import { checkedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { contradictedEvents, contradictedSessions } from './contradicted-code.ts';
import { deadEnds } from './dead-ends.ts';
import { statesWithoutScreens, unseenScreens } from './screens.ts';
import { contradictions, unreachedStates } from './transitions.ts';

export const journeyStates: Rule = {
  id: 'journey-states',
  severity: 'error',
  description:
    'Every state of a journey is reachable and, if it ends or waits for an event, can be left; every state of visitors has a page, and every named page is used; events lead to the states that the server sets, and sessions agree.',
  project: function* (project) {
    for (const journey of checkedJourneys(project)) {
      if (!namesExist(journey)) continue;
      yield* contradictions(journey);
      yield* contradictedEvents(journey);
      yield* contradictedSessions(journey);
      yield* unreachedStates(journey);
      yield* deadEnds(journey, project);
      yield* statesWithoutScreens(journey);
      yield* unseenScreens(journey);
    }
  },
};
