import { findStateAfter } from '#engine/documents/journeys/machine.ts';
import type { EffectUse } from '#engine/documents/journeys/uses.ts';
import type { JourneyConditions, JourneyDocument } from '#schemas/generated/documents.ts';

/** Target of an effect. */
export interface Destination {
  readonly kind: 'page' | 'next' | 'same';
  /** Display text, such as `pages/thanks` or `said at the fields`. */
  readonly words: string;
}

const refusals = {
  fields: 'the same page, with the mistakes',
  code: 'the same page, with the reason for the refused code',
  later: 'the same page, with a request to try again later',
  sentence: 'the same page, with a message',
} as const;

/** Target of an effect of an outcome, as text. */
export function describeDestination(document: JourneyDocument, { effect, useCase, outcome }: EffectUse): Destination {
  const { page, screen, open, refuse, deny } = effect;
  if (page !== undefined) return { kind: 'page', words: withHash(page, effect.hash) };
  if (screen !== undefined) return { kind: 'page', words: describeScreen(document, screen, `${useCase}.${outcome}`) };
  if (effect.step === 'asking') return { kind: 'page', words: 'the step that asks for it' };
  if (effect.step !== undefined) return { kind: 'next', words: 'the next step' };
  if (effect.stay === true) return { kind: 'page', words: 'a dialog on the page of the form' };
  if (effect.landingOfCode === true) return { kind: 'page', words: 'the landing of the code' };
  if (effect.addressOfCode === true) return { kind: 'page', words: 'the address of the code' };
  if (effect.provider === true) return { kind: 'page', words: 'the sign-in of the provider' };
  if (open !== undefined) return { kind: 'page', words: `the same page with the form ${open.form}` };
  if (deny !== undefined) return { kind: 'page', words: 'the deny page' };
  if (refuse === 'sentence') return { kind: 'same', words: `${refusals.sentence} (${effect.sentence ?? ''})` };
  return { kind: 'same', words: refuse === undefined ? 'nowhere' : refusals[refuse] };
}

function withHash(page: string, hash: string | undefined): string {
  return hash === undefined ? page : `${page}, at ${hash}`;
}

function describeScreen({ machines }: JourneyDocument, screen: string, on: string): string {
  const machine = machines[screen];
  const state = machine === undefined ? null : findStateAfter(machine, on);
  return state === null ? `the screen of ${screen}` : `the screen of ${screen}: ${state}`;
}

/** Condition of an effect: `always`, `otherwise`, or its conditions. */
export function describeCondition({ effect, path }: Pick<EffectUse, 'effect' | 'path'>): string {
  return describeConditions(effect.when, Number(path.at(-1)));
}

/** Conditions of an alternative, as text. */
export function describeConditions(when: JourneyConditions | undefined, index: number): string {
  if (when === undefined) return index === 0 ? 'always' : 'otherwise';
  const all = Object.entries(when).map(([name, values]) => `${name} is ${[values].flat().join(' or ')}`);
  return `if ${all.join(' and ')}`;
}
