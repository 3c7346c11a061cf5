import { listCheckedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { findLandingsWithoutStep } from './landings.ts';
import { findUnknownFlowsAndSteps } from './named-flows.ts';
import { findDoubledSteps, findMisplacedPages, findNextWithoutStep } from './steps.ts';
import { hasMistakenFlow, findMistakenSteps } from './mistaken-steps.ts';

export const journeyFlows: Rule = {
  id: 'journey-flows',
  severity: 'error',
  description:
    'The steps of a flow collect all values that its last step requires, are in order, and are each shown by a page; landings name existing flows.',
  project: function* (project) {
    const unknown = [...findUnknownFlowsAndSteps(project)];
    yield* unknown;
    for (const journey of listCheckedJourneys(project).filter(namesExist)) {
      const doubled = [...findDoubledSteps(journey)];
      yield* doubled;
      yield* findNextWithoutStep(journey);
      for (const [name, { steps }] of Object.entries(journey.document.flows)) {
        const mistaken = [...findMistakenSteps(journey, { name, steps })];
        yield* mistaken;
        // Forms missing because of a wrong name, and pages of steps in another order, are not a second mistake.
        const isExplained = unknown.length > 0 || doubled.length > 0 || mistaken.length > 0;
        if (!isExplained) yield* findMisplacedPages(journey, { name, steps }, project);
      }
      if (unknown.length === 0 && !hasMistakenFlow(journey)) yield* findLandingsWithoutStep(journey, project);
    }
  },
};
