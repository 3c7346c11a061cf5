import { isReservedParameter } from '#engine/shared/reserved.ts';
import { selectExperiments } from '../../build-experiments.ts';
import type { Rule } from '../rule.ts';

export const reservedParameter: Rule = {
  id: 'reserved-parameter',
  severity: 'error',
  description:
    'No experiment has the name of a parameter that the site reads, or that campaigns add to addresses (X7).',
  project: function* ({ written }) {
    for (const { id, file } of selectExperiments(written.values())) {
      const key = id.slice(id.indexOf('/') + 1);
      if (!isReservedParameter(key)) continue;
      yield {
        location: { file, path: [] },
        message: `The experiment "${key}" would be selected by "?${key}=1", and "${key}" in an address means something else already. Give the file another name.`,
        expected: 'a name that says what is tested, such as short-hero',
        found: key,
      };
    }
  },
};
