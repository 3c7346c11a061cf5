import { checkedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { unknownFlowsAndSteps } from './named-flows.ts';
import { doubledSteps, misplacedPages, nextWithoutStep } from './steps.ts';
import { mistakenSteps } from './mistaken-steps.ts';

export const journeyFlows: Rule = {
  id: 'journey-flows',
  severity: 'error',
  description:
    'Every flow gathers what its last step requires, in steps that stand in their order on pages which show them; landings name flows that exist.',
  project: function* (project) {
    yield* unknownFlowsAndSteps(project);
    for (const journey of checkedJourneys(project).filter(namesExist)) {
      yield* doubledSteps(journey);
      yield* nextWithoutStep(journey);
      for (const [name, { steps }] of Object.entries(journey.document.flows)) {
        yield* mistakenSteps(journey, { name, steps });
        yield* misplacedPages(journey, { name, steps }, project);
      }
    }
  },
};
