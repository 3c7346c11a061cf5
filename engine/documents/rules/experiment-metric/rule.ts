import { conversions, defaultGoalMetric } from '#schemas/generated/events.ts';
import { selectExperiments } from '../../build-experiments.ts';
import { buildUnknownName } from '../../journey-checks/names/build-unknown-name.ts';
import type { Rule } from '../rule.ts';

export const experimentMetric: Rule = {
  id: 'experiment-metric',
  severity: 'error',
  description:
    'The goal metric and the guardrails of an experiment are conversions of a journey, each named once (X8).',
  project: function* ({ written }) {
    const known = new Set(conversions);
    for (const { file, value } of selectExperiments(written.values())) {
      const { goalMetric, guardrails = [] } = value;
      // A site without conversions counts exposures only.
      if (goalMetric === undefined && known.size > 0 && !known.has(defaultGoalMetric ?? ''))
        yield {
          location: { file, path: [] },
          message:
            'The experiment names no "goalMetric", and no journey of this site sends a conversion that decides by default, so that it could never be decided.',
          expected: `"goalMetric" with one of ${[...known].join(', ')}`,
        };
      if (typeof goalMetric === 'string' && !known.has(goalMetric))
        yield buildUnknownName('conversion', goalMetric, known, { file, path: ['goalMetric'] });
      if (!Array.isArray(guardrails)) continue;
      for (const [index, guardrail] of guardrails.entries()) {
        const location = { file, path: ['guardrails', index] };
        if (guardrail === (goalMetric ?? defaultGoalMetric))
          yield {
            location,
            message: `"${guardrail}" decides this experiment already, so that it needs no guardrail.`,
            expected: 'a conversion that is not the goal metric of the experiment',
            found: guardrail,
          };
        else if (typeof guardrail === 'string' && !known.has(guardrail))
          yield buildUnknownName('conversion', guardrail, known, location);
      }
    }
  },
};
