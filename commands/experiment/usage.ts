export const usage = {
  name: 'experiment',
  summary: 'What experiments have shown so far, how many visitors one needs, and how one ends.',
  calls: {
    'results <key>': 'visitors, rates, effects and what may be said of them',
    interactions: 'pairs of live experiments that the same visitors met, and whether one changes what the other does',
    'plan <key> --baseline 0.1': 'visitors and days that its minimum detectable effect needs',
    'stop <key>': 'ends enrolment on all servers within a second',
    'start <key>': 'takes that back',
    'promote <key> <variation>':
      'all visitors get the winning variation: changes the files of this checkout and removes the experiment',
    'retire <key>': 'all visitors get the document as it is; removes the experiment and its variations',
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
  positionals: 3,
} as const;
