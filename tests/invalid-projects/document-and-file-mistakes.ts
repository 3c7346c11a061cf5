import { brandMistakes } from './brand-mistakes.ts';
import { characterMistakes } from './character-mistakes.ts';
import { documentMistakes } from './document-mistakes.ts';
import { fileMistakes } from './file-mistakes.ts';
import { mistakes as firstMistakes } from './mistakes.ts';
import { siteMistakes } from './site-mistakes.ts';
import { variantMistakes } from './variant-mistakes.ts';

/** One changed file of the project each. */
export const changedMistakes = [
  ...firstMistakes,
  ...fileMistakes,
  ...characterMistakes,
  ...documentMistakes,
  ...siteMistakes,
  ...brandMistakes,
  ...variantMistakes,
];
