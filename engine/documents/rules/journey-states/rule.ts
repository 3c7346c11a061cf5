import { checkedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { deadEnds } from './dead-ends.ts';
import { statesWithoutScreens } from './screens.ts';
import { contradictions, unreachedStates } from './transitions.ts';

export const journeyStates: Rule = {
  id: 'journey-states',
  severity: 'error',
  description:
    'Every state of a journey is reached and, where it ends or waits for something, left; whoever is led to a state of visitors sees a page; events lead where the server makes them lead.',
  project: function* (project) {
    for (const journey of checkedJourneys(project)) {
      if (!namesExist(journey)) continue;
      yield* contradictions(journey);
      yield* unreachedStates(journey);
      yield* deadEnds(journey, project);
      yield* statesWithoutScreens(journey);
    }
  },
};
