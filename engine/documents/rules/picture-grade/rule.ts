import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { GradedUse } from '../../project.ts';
import type { GradedCrop } from '../../types.ts';
import type { Rule } from '../rule.ts';

export const imageGrade: Rule = {
  id: 'picture-grade',
  severity: 'error',
  description:
    'Every crop with a grade is dark or light enough in each of its files for the text on it (WCAG 2.2, 1.4.3).',
  project: function* ({ crossing, uses }) {
    if (crossing.length === 0) return;
    const keys = new Set(crossing.map(toKey));
    for (const use of uses.graded) if (keys.has(toKey(use))) yield createFinding(use);
  },
};

function toKey({ src, grade, crop }: Pick<GradedUse, keyof GradedCrop>): string {
  const { x, y, width, height } = isObject(crop) ? crop : {};
  return JSON.stringify([src, grade, x, y, width, height]);
}

function createFinding({ src, grade, location }: GradedUse): FindingDraft {
  const [text, wrong] = grade === 'dark' ? ['light', 'bright'] : ['dark', 'dark'];
  return {
    location,
    message: `This part of the image "${src}" is too ${wrong} for ${text} text: even after the strongest grading with "${grade}" at least one of its files has spots where the text cannot be read.`,
    expected: 'a smoother part of the image, or another image',
    // The same part in several places is one mistake.
    mark: grade,
    together: {
      location: { file: src, path: [] },
      message: `Parts of the image "${src}" that several places show are too ${wrong} for ${text} text: even after the strongest grading with "${grade}" at least one of their files has spots where the text cannot be read.`,
    },
  };
}
