import { checkVariantShape, checkWrittenShape } from '../../schema-errors/validate.ts';
import type { Rule } from '../rule.ts';

export const unknownBlock: Rule = {
  id: 'unknown-block',
  severity: 'error',
  description: 'Every block names a block of `blocks/` or of a journey that may stand where it is.',
  written: (document) => checkWrittenShape(document, 'unknown-block'),
  expanded: (document) => checkVariantShape(document, 'unknown-block'),
};
