import { shapeOfVariant, shapeOfWritten } from '../../shape/validate.ts';
import type { Rule } from '../rule.ts';

export const unknownLayout: Rule = {
  id: 'unknown-layout',
  severity: 'error',
  description: 'Every document chooses a layout that exists for its kind.',
  written: (document) => shapeOfWritten(document, 'unknown-layout'),
  expanded: (document) => shapeOfVariant(document, 'unknown-layout'),
};
