import { conversions } from '#schemas/generated/events.ts';
import { experimentsOf, METRIC } from '../../build-experiments.ts';
import { unknownName } from '../../journey-checks/names/unknown-name.ts';
import type { Rule } from '../rule.ts';

export const experimentMetric: Rule = {
  id: 'experiment-metric',
  severity: 'error',
  description:
    'The metric and the guardrails of an experiment are conversions that a journey knows, each named once (X8).',
  project: function* ({ written }) {
    const known = new Set(conversions);
    for (const { file, value } of experimentsOf(written.values())) {
      const { metric, guardrails = [] } = value;
      // A site without conversions counts exposures only.
      if (metric === undefined && known.size > 0 && !known.has(METRIC))
        yield {
          place: { file, path: [] },
          message: `The experiment names no "metric", and the conversion "${METRIC}" that would decide it is sent by no journey of this site, so that it could never be decided.`,
          expected: `"metric" with one of ${[...known].join(', ')}`,
        };
      if (typeof metric === 'string' && !known.has(metric))
        yield unknownName('conversion', metric, known, { file, path: ['metric'] });
      if (!Array.isArray(guardrails)) continue;
      for (const [index, guardrail] of guardrails.entries()) {
        const place = { file, path: ['guardrails', index] };
        if (guardrail === (metric ?? METRIC))
          yield {
            place,
            message: `"${guardrail}" decides this experiment already, so that it needs no guardrail.`,
            expected: 'a conversion that is not the metric of the experiment',
            found: guardrail,
          };
        else if (typeof guardrail === 'string' && !known.has(guardrail))
          yield unknownName('conversion', guardrail, known, place);
      }
    }
  },
};
