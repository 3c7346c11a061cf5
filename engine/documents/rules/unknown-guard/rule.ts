import { checkVariantShape, checkWrittenShape } from '../../schema-errors/validate.ts';
import type { Rule } from '../rule.ts';

export const unknownGuard: Rule = {
  id: 'unknown-guard',
  severity: 'error',
  description: 'Every guard of a document exists (G4).',
  written: (document) => checkWrittenShape(document, 'unknown-guard'),
  expanded: (document) => checkVariantShape(document, 'unknown-guard'),
};
