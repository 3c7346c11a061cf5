import { checkVariantShape, checkWrittenShape } from '../../schema-errors/validate.ts';
import type { Rule } from '../rule.ts';

export const unknownLayout: Rule = {
  id: 'unknown-layout',
  severity: 'error',
  description: 'Every document chooses a layout that exists for its kind.',
  written: (document) => checkWrittenShape(document, 'unknown-layout'),
  expanded: (document) => checkVariantShape(document, 'unknown-layout'),
};
