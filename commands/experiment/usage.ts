export const usage = {
  name: 'experiment',
  summary: 'What experiments have shown so far, and how many visitors one needs.',
  calls: {
    'results <key>': 'visitors, rates, effects and what may be said of them',
    'plan <key> --baseline 0.1': 'visitors and days that its smallest effect needs',
  },
  options: {
    fixed: { type: 'boolean', default: false, does: 'one look at the planned end; without it one may look every day' },
    json: { type: 'boolean', default: false, does: 'the figures as JSON' },
    baseline: { type: 'string', value: '<rate>', does: 'with "plan": the rate of the control, such as 0.1' },
    daily: { type: 'string', value: '<number>', does: 'with "plan": visitors of a day' },
  },
  words: 2,
} as const;
