import { listCheckedJourneys } from '../../journey-checks/checked-journey.ts';
import { findUnknownNames } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';

export const journeyNames: Rule = {
  id: 'journey-names',
  severity: 'error',
  description:
    'Machines, states, events, outcomes, conditions, forms, fields, guards, times, errors and values that the document of a journey names exist.',
  project: function* (project) {
    for (const journey of listCheckedJourneys(project)) yield* findUnknownNames(journey);
  },
};
