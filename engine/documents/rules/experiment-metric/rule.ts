import { experimentsOf } from '../../build-experiments.ts';
import { knownJourneys } from '../../journey-checks/checked-journey.ts';
import { unknownName } from '../../journey-checks/names/unknown-name.ts';
import type { Rule } from '../rule.ts';

export const experimentMetric: Rule = {
  id: 'experiment-metric',
  severity: 'error',
  description: 'The metric of an experiment is a conversion that a journey knows (X8).',
  project: function* ({ written }) {
    const known = new Set(Object.values(knownJourneys).flatMap(({ conversions }) => conversions));
    for (const { file, value } of experimentsOf(written.values())) {
      const { metric } = value;
      if (typeof metric !== 'string' || known.has(metric)) continue;
      yield unknownName('conversion', metric, known, { file, path: ['metric'] });
    }
  },
};
