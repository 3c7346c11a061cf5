import { type CheckedJourney, listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listGuards } from '../../journey-checks/guarded-pages.ts';
import { listJourneyForms } from '../../journey-checks/names/form-names.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import { listPagesByForm } from '../../journey-checks/shown-forms.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';
import { hasMistakenFlow } from '../journey-flows/mistaken-steps.ts';
import type { Rule } from '../rule.ts';

export const journeyForms: Rule = {
  id: 'journey-forms',
  severity: 'error',
  description:
    'Every form on a page is in the document of its journey, with its own address, a page that shows it, and a fallback page only if it is used.',
  project: function* (project) {
    const pages = listPagesByForm(project);
    const journeys = listCheckedJourneys(project);
    yield* doubledAddresses(journeys);
    for (const journey of journeys) {
      if (!namesExist(journey)) continue;
      yield* unansweredForms(journey, pages);
      yield* hiddenForms(journey, pages, project);
      yield* needlessWaysOut(journey, project);
    }
  },
};

type Pages = ReturnType<typeof listPagesByForm>;

function* doubledAddresses(journeys: readonly CheckedJourney[]): Generator<FindingDraft> {
  const owners = new Map<string, string>();
  for (const journey of journeys) {
    for (const [form, { post }] of Object.entries(journey.document.forms)) {
      const owner = owners.get(post);
      owners.set(post, owner ?? form);
      if (owner === undefined) continue;
      yield {
        location: locateInJourney(journey, ['forms', form, 'post']),
        message: `The form "${owner}" is posted to "/do/${post}" already, so the server could not distinguish it from "${form}".`,
        expected: 'an address that no other form has',
        found: post,
      };
    }
  }
}

function* unansweredForms({ name, written, document }: CheckedJourney, pages: Pages): Generator<FindingDraft> {
  for (const form of listJourneyForms(name)) {
    const [page] = pages.get(form) ?? [];
    if (page === undefined || Object.hasOwn(document.forms, form)) continue;
    yield {
      location: { file: written.file, path: ['forms'], at: 'key' },
      message: `The page "${page}" shows the form "${form}", which has no address.`,
      expected: `"${form}" with "post" and "page"`,
      found: form,
    };
  }
}

function* hiddenForms(journey: CheckedJourney, pages: Pages, { expanded }: Project): Generator<FindingDraft> {
  const steps = Object.values(journey.document.flows).flatMap((flow) => flow.steps);
  for (const [form, { page, useCase = form }] of Object.entries(journey.document.forms)) {
    const shown = pages.get(form) ?? [];
    // A page without the form of its step is reported at the flow.
    const isStep = steps.some((step) => step.form === form && step.page === page);
    const isLost = journey.names.steps[useCase] !== undefined && hasMistakenFlow(journey);
    const own = expanded.get(page);
    if (own === undefined || shown.includes(page) || isStep || isLost) continue;
    // A mistake in the page may hide the block with the form.
    const follows = [{ file: own.written.file, path: [] }];
    yield shown.length === 0
      ? {
          follows,
          location: locateInJourney(journey, ['forms', form], 'key'),
          message: `No page shows the form "${form}", so it cannot be sent.`,
          expected: 'a page with a block that shows it, or no such form',
          found: form,
        }
      : {
          follows,
          location: locateInJourney(journey, ['forms', form, 'page']),
          message: `The page "${page}" does not show the form "${form}".`,
          expected: `a page that shows it: ${shown.join(', ')}`,
          found: page,
        };
  }
}

/** Unused `otherwise` of forms whose page is open to all visitors. */
function* needlessWaysOut(journey: CheckedJourney, { expanded }: Project): Generator<FindingDraft> {
  for (const [form, { page, otherwise, needs }] of Object.entries(journey.document.forms)) {
    const own = expanded.get(page);
    if (otherwise === undefined || needs !== undefined || own === undefined || listGuards(own).length > 0) continue;
    yield {
      location: locateInJourney(journey, ['forms', form, 'otherwise'], 'key'),
      message: `No visitor is redirected to "${otherwise}": "${page}" has no guard, so all visitors see the form "${form}" there.`,
      expected: 'no "otherwise", or a guard on the page',
      found: otherwise,
      severity: 'warning',
      follows: [{ file: own.written.file, path: ['guards'] }],
    };
  }
}
