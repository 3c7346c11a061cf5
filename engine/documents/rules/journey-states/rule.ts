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
    'Every state of a journey is reached and, where it ends or waits for something, left; anyone who is led to a state of visitors sees a page, and no page is named in vain; events lead where the server makes them lead, and sessions say the same.',
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
