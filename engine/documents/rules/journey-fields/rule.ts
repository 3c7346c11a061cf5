import { hashOfSource } from '../../check-cache.ts';
import { checkEachDocument } from '../../each-document.ts';
import { listCheckedJourneys } from '../../journey-checks/checked-journey.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import type { Rule } from '../rule.ts';
import { hasMistakenFlow } from '../journey-flows/mistaken-steps.ts';
import { findFieldsAskedTwice } from './asked-twice.ts';
import { checkBlockFields, findFormsShownTwice } from './check-block-fields.ts';

export const journeyFields: Rule = {
  id: 'journey-fields',
  severity: 'error',
  description:
    'A page has all required fields of its form and no fields of other forms, and a flow asks for each field once.',
  project: function* (project, rule) {
    const journeys = listCheckedJourneys(project);
    // The form of a block is unknown while flows have mistakes.
    if (!journeys.every((journey) => namesExist(journey) && !hasMistakenFlow(journey))) return;
    yield* checkEachDocument(
      project,
      rule,
      () => journeys.map(({ written }) => hashOfSource(written.source)).join(' '),
      function* (document) {
        yield* checkBlockFields(document, project);
        if (document.written.kind !== 'fragment') yield* findFormsShownTwice(document, project);
      },
    );
    for (const journey of journeys) yield* findFieldsAskedTwice(journey, project);
  },
};
