import { shapeOfVariant, shapeOfWritten } from '../../shape/validate.ts';
import type { Rule } from '../rule.ts';

export const unknownBlock: Rule = {
  id: 'unknown-block',
  severity: 'error',
  description: 'Every block names a block of `blocks/` or of a journey that may stand where it is.',
  written: (document) => shapeOfWritten(document, 'unknown-block'),
  expanded: (document) => shapeOfVariant(document, 'unknown-block'),
};
