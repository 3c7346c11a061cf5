import { type CheckedJourney, listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listGuards, letsPass, listStatesBehind } from '../../journey-checks/guarded-pages.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import { listEffects } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';

export const journeyGuards: Rule = {
  id: 'journey-guards',
  severity: 'error',
  description:
    'Every guard that redirects has a fallback page that admits the rejected visitors, and the pages of a state admit the visitors of that state.',
  project: function* (project) {
    for (const journey of listCheckedJourneys(project)) {
      if (!namesExist(journey)) continue;
      yield* waysOut(journey);
      yield* closedScreens(journey, project);
      yield* forgottenStates(journey, project);
      yield* closedWaysOut(journey, project);
    }
  },
};

function* waysOut(journey: CheckedJourney): Generator<FindingDraft> {
  const { leads } = journey.names;
  const { guards = {} } = journey.document;
  for (const guard of leads) {
    if (Object.hasOwn(guards, guard)) continue;
    yield {
      location: locateInJourney(journey, ['guards'], 'key'),
      message: `The guard "${guard}" has no page for rejected visitors.`,
      expected: `"${guard}" with at least one page, such as [{ "page": "landings/default" }]`,
      found: guard,
    };
  }
  for (const guard of Object.keys(guards)) {
    if (leads.includes(guard)) continue;
    yield {
      location: locateInJourney(journey, ['guards', guard], 'key'),
      message: `The guard "${guard}" never redirects: it shows the deny page at the same address.`,
      expected: `one of ${leads.join(', ')}`,
      found: guard,
    };
  }
}

/** Pages of a state whose guard refuses visitors of this state. */
function* closedScreens(journey: CheckedJourney, { expanded }: Project): Generator<FindingDraft> {
  for (const [machine, { subject, states }] of Object.entries(journey.document.machines)) {
    if (subject !== 'visitor') continue;
    for (const [state, { screens = [] }] of Object.entries(states)) {
      for (const [index, { page }] of screens.entries()) {
        const guard = listGuards(expanded.get(page)).find((each) => !letsPass(journey, each, machine, [state]));
        if (guard === undefined) continue;
        yield {
          location: locateInJourney(journey, ['machines', machine, 'states', state, 'screens', index, 'page']),
          message: `Visitors of the state "${state}" never see "${page}": its guard ${JSON.stringify(guard)} does not let them pass.`,
          expected: 'a page whose guard lets them pass, or one without a guard',
          found: page,
        };
      }
    }
  }
}

/** Effects that lead to a guarded page of a state without updating the session. */
function* forgottenStates(journey: CheckedJourney, { expanded }: Project): Generator<FindingDraft> {
  for (const { effect, path, useCase, outcome } of listEffects(journey.document)) {
    const { screen, session } = effect;
    if (screen === undefined || session === 'add' || session === 'replace') continue;
    const machine = journey.document.machines[screen];
    const on = `${useCase}.${outcome}`;
    const transition = machine?.transitions.find((each) => each.on === on);
    if (machine === undefined || transition === undefined) continue;
    const { from, to } = transition;
    if (session === undefined && from.every((state) => state === to)) continue;
    const closed = machine.states[to]?.screens?.find(({ page }) =>
      listGuards(expanded.get(page)).some((guard) => journey.names.lets[guard.name]?.machine === screen),
    );
    if (closed === undefined) continue;
    yield {
      location: locateInJourney(journey, [...path, session === undefined ? 'screen' : 'session']),
      message: `After "${on}" the session does not know that the visitor is "${to}", so the guard of "${closed.page}" rejects every visitor.`,
      expected: '"session": "add", or "replace" to forget everything else',
      found: session ?? screen,
      mark: on,
    };
  }
}

/** Redirects of a guard to a page whose guard refuses the redirected visitors. */
function* closedWaysOut(journey: CheckedJourney, { expanded }: Project): Generator<FindingDraft> {
  for (const [guard, alternatives] of Object.entries(journey.document.guards ?? {})) {
    for (const [index, { page, when }] of alternatives.entries()) {
      const closed = listGuards(expanded.get(page)).find((each) => {
        const lets = journey.names.lets[each.name];
        return lets === undefined
          ? each.name === guard
          : !letsPass(journey, each, lets.machine, listStatesBehind(journey, lets.machine, when));
      });
      if (closed === undefined) continue;
      yield {
        location: locateInJourney(journey, ['guards', guard, index, 'page']),
        message: `Visitors whom the guard "${guard}" redirects to "${page}" are rejected there, too, by its guard ${JSON.stringify(closed)}.`,
        expected: 'a page without this guard, or a "when" that only visitors fulfil whom it lets pass',
        found: page,
      };
    }
  }
}
