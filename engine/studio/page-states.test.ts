import { expect, test } from 'vitest';
import { listPageStates, findStateForm, showState } from './page-states.ts';

const forms = [
  { block: 'code', type: 'access-code', views: ['errors', 'filled'] },
  { block: 'press', type: 'form', views: ['sent'] },
] as const;
const chosen = {
  conditions: { at: '2026-11-27T00:00', consent: 'refused', form: 'full', formBlock: 'x' },
  isDark: false,
} as const;

test('The sheet shows a page on a first visit, with the question for consent, in the dark, and in each state of its forms', () => {
  const states = listPageStates({ forms });
  expect(states.map((state) => [state.name, findStateForm({ forms }, state.block)?.type].join(' '))).toEqual([
    'start ',
    'consent ',
    'dark ',
    'errors access-code',
    'filled access-code',
    'sent form',
  ]);
  const { at } = chosen.conditions;
  expect(states.map((state) => showState(state, chosen))).toEqual([
    { conditions: { at, consent: 'refused' }, isDark: false },
    { conditions: { at, consent: 'unknown' }, isDark: false },
    { conditions: { at, consent: 'refused' }, isDark: true },
    { conditions: { at, consent: 'refused', form: 'errors', formBlock: 'code' }, isDark: false },
    { conditions: { at, consent: 'refused', form: 'filled', formBlock: 'code' }, isDark: false },
    { conditions: { at, consent: 'refused', form: 'sent', formBlock: 'press' }, isDark: false },
  ]);
});
