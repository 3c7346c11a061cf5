import type { JourneyConditions } from '#schemas/generated/documents.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { type JsonObject, selectObjects } from '../json.ts';
import type { CheckedJourney } from './checked-journey.ts';
import { holds } from '../journeys/conditions.ts';

type NamedGuard = JsonObject & { readonly name: string };

/** Guards of a page; none if the page does not exist. */
export function listGuards(document: ExpandedDocument | undefined): readonly NamedGuard[] {
  return selectObjects(document?.head['guards']).filter(
    (guard): guard is NamedGuard => typeof guard['name'] === 'string',
  );
}

/** Whether a guard admits visitors in any of these states of a machine; other guards are ignored. */
export function letsPass(
  { names }: CheckedJourney,
  guard: NamedGuard,
  machine: string,
  states: readonly string[],
): boolean {
  const lets = Object.hasOwn(names.lets, guard.name) ? names.lets[guard.name] : undefined;
  if (lets === undefined || lets.machine !== machine) return true;
  const passing = lets.states[lets.option === undefined ? 'any' : String(guard[lets.option])];
  return passing === undefined || states.every((state) => passing.includes(state));
}

/** Possible states of a machine under the conditions. */
export function listStatesBehind(
  { names, document }: CheckedJourney,
  machine: string,
  when: JourneyConditions | undefined,
): readonly string[] {
  const all = Object.keys(document.machines[machine]?.states ?? {});
  return Object.keys(when ?? {}).reduce<readonly string[]>((states, condition) => {
    // A condition with another name refers to states if its vocabulary lists them.
    const stands = names.stands[condition];
    if (condition !== machine && stands === undefined) return states;
    const own = (names.conditions[condition] ?? [])
      .filter((value) => holds({ [condition]: when?.[condition] ?? [] }, { [condition]: value }))
      .flatMap((value) => stands?.[value] ?? (condition === machine ? [value] : all));
    return states.filter((state) => own.includes(state));
  }, all);
}
