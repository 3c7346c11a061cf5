import { listCheckedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { findContradictedEvents, findContradictedSessions } from './contradicted-code.ts';
import { findDeadEnds } from './find-dead-ends.ts';
import { findStatesWithoutScreens, findUnseenScreens } from './screens.ts';
import { findContradictions, findUnreachedStates } from './transitions.ts';

export const journeyStates: Rule = {
  id: 'journey-states',
  severity: 'error',
  description:
    'Every state of a journey is reachable and, if it ends or waits for an event, can be left; every state of visitors has a page, and every named page is used; events lead to the states that the server sets, and sessions agree.',
  project: function* (project) {
    for (const journey of listCheckedJourneys(project)) {
      if (!namesExist(journey)) continue;
      yield* findContradictions(journey);
      yield* findContradictedEvents(journey);
      yield* findContradictedSessions(journey);
      yield* findUnreachedStates(journey);
      yield* findDeadEnds(journey, project);
      yield* findStatesWithoutScreens(journey);
      yield* findUnseenScreens(journey);
    }
  },
};
