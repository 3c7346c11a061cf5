export const usage = {
  name: 'experiment',
  summary: 'What experiments have shown so far, how many visitors one needs, and how one ends.',
  calls: {
    'results <key>': 'visitors, rates, effects and what may be said of them',
    interactions: 'pairs of live experiments that the same visitors met, and whether one changes what the other does',
    'plan <key> --baseline 0.1': 'visitors and days that its minimum detectable effect needs',
    'stop <key>': 'nobody is given a variation any more, on any server, within a second',
    'start <key>': 'takes that back',
    'promote <key> <variation>':
      'everybody gets the winning variation: the files of this checkout say so, and the experiment is gone',
    'retire <key>': 'everybody gets the document as it is; the experiment and its variations are gone',
  },
  options: {
    fixed: { type: 'boolean', default: false, does: 'one look at the planned end; without it one may look every day' },
    json: { type: 'boolean', default: false, does: 'the figures as JSON' },
    phase: { type: 'string', value: '<number>', does: 'with "results": an earlier phase; the present one without it' },
    baseline: { type: 'string', value: '<rate>', does: 'with "plan": the rate of the control, such as 0.1' },
    daily: { type: 'string', value: '<number>', does: 'with "plan": visitors of a day' },
    'dry-run': {
      type: 'boolean',
      default: false,
      does: 'with "promote" and "retire": print the patch and write nothing',
    },
    adapt: {
      type: 'boolean',
      default: false,
      does: 'with "promote" and "retire": the other pages that look different, which it lists, were looked at',
    },
  },
  words: 3,
} as const;
