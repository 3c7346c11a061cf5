import { checkedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { landingsWithoutStep } from './landings.ts';
import { unknownFlowsAndSteps } from './named-flows.ts';
import { doubledSteps, misplacedPages, nextWithoutStep } from './steps.ts';
import { hasMistakenFlow, mistakenSteps } from './mistaken-steps.ts';

export const journeyFlows: Rule = {
  id: 'journey-flows',
  severity: 'error',
  description:
    'The steps of a flow collect all values that its last step requires, are in order, and are each shown by a page; landings name existing flows.',
  project: function* (project) {
    const unknown = [...unknownFlowsAndSteps(project)];
    yield* unknown;
    for (const journey of checkedJourneys(project).filter(namesExist)) {
      const doubled = [...doubledSteps(journey)];
      yield* doubled;
      yield* nextWithoutStep(journey);
      for (const [name, { steps }] of Object.entries(journey.document.flows)) {
        yield* mistakenSteps(journey, { name, steps });
        // Forms missing because of a wrong name are not a second mistake.
        if (unknown.length === 0 && doubled.length === 0) yield* misplacedPages(journey, { name, steps }, project);
      }
      if (unknown.length === 0 && !hasMistakenFlow(journey)) yield* landingsWithoutStep(journey, project);
    }
  },
};
